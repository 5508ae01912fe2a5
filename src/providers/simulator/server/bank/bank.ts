import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { nipMeaning } from '../../../../domain/nip-code.js';
import { sessionId as mintSessionId } from '../../../../domain/nip-session.js';
import { answerBy, codeOf } from '../behaviour/answer.js';
import { behaviourSchemas } from '../behaviour/rules.js';
import { readBody, time } from '../read-body.js';
import type { RouteGroup, SimulatorParts } from '../route-group.js';
import { banks, isKnownBank } from './banks.js';
import { bankTables, Books } from './books.js';
import { Calls, callTables, type CallFilter } from './calls.js';
import { Inward } from './inward.js';
import { enquiryFields, Outward } from './outward.js';
import { ruleOfTestAccount } from './test-accounts.js';

const pageFields = z.object({
  afterLineId: z.int().min(0),
  limit: z.int().min(1).max(1_000),
});

const kobo = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const sessionId = z.string().regex(/^[\x21-\x7e]{6,64}$/);
const accountNumber = z.string().regex(/^\d{10}$/);
const { notify } = behaviourSchemas;
const inward = z.strictObject({
  accountNumber,
  amount: kobo,
  sentAt: time.optional(),
  sessionId: sessionId.optional(),
  requestId: z.string().min(1).max(64).optional(),
  narration: z.string().max(500).optional(),
  source: z
    .strictObject({
      accountNumber: z.string().max(64),
      accountName: z.string().max(200),
      bankCode: z.string().regex(/^\d{6}$/),
      bankName: z.string().max(200),
    })
    .partial()
    .optional(),
});

/** The bodies that the control API takes, by route. */
const fields = {
  inward: inward.extend({
    askName: z.boolean().optional(),
    decline: z
      .string()
      .regex(/^(?!00)\d\d$/)
      .optional(),
    notify: notify.optional(),
  }),
  batch: z.strictObject({ transfers: z.array(inward).max(10_000), notify: notify.optional() }),
  enquiry: z.strictObject({ accountNumber }),
  release: z.strictObject({
    code: z
      .string()
      .regex(/^\d\d$/)
      .default('00'),
  }),
  giveBack: z.strictObject({ amount: kobo.optional() }),
  recall: z.strictObject({ amount: kobo.optional(), notify: notify.optional() }),
  charge: z.strictObject({ amount: kobo, narration: z.string().max(100).optional() }),
  debit: z.strictObject({
    amount: kobo,
    sessionId: sessionId.optional(),
    narration: z.string().max(100).optional(),
  }),
} as const;

/** A bank: Manilla's account, its statement, transfers both ways. */
export const bank: RouteGroup = {
  schema: bankTables + callTables,
  operations: ['name-enquiry', 'transfer', 'query', 'code', 'statement', 'banks', 'notify'],
  signed: addBankRoutes,
  control: addControlRoutes,
};

function addBankRoutes(app: FastifyInstance, parts: SimulatorParts): void {
  const books = new Books(parts.database);
  const calls = new Calls(parts.database);
  const outward = new Outward(parts, books, calls);
  app.post('/bank/banks', (request, reply) => {
    const rule = parts.behaviours.for({ on: 'banks', accounts: [], subject: '' });
    return answerBy(rule, { request, reply }, { ...coded(codeOf(rule) ?? '00'), banks });
  });
  app.post('/bank/name-enquiry', (request, reply) => {
    const asked = enquiryFields.safeParse(request.body);
    if (!asked.success) return reply.send(coded('30'));
    const { bankCode, accountNumber: number } = asked.data;
    const rule =
      parts.behaviours.for({ on: 'name-enquiry', accounts: [number], subject: number }) ??
      ruleOfTestAccount('name-enquiry', number);
    const code = codeOf(rule) ?? (isKnownBank(bankCode) ? '00' : '16');
    calls.note({
      on: 'name-enquiry',
      sessionId: null,
      accountNumber: number,
      amount: null,
      answered: rule?.answer ?? code,
    });
    const found = code === '00' ? books.account(bankCode, number) : undefined;
    return answerBy(
      rule,
      { request, reply },
      {
        ...coded(code),
        accountName: found?.accountName ?? null,
        nameEnquiryReference: found ? `ne-${randomBytes(8).toString('hex')}` : null,
      },
    );
  });
  app.post('/bank/transfer', (request, reply) => {
    const { rule, code } = outward.transfer(request.body);
    return answerBy(rule, { request, reply }, coded(code));
  });
  app.post('/bank/query', (request, reply) => {
    const { rule, code } = outward.query(request.body);
    return answerBy(rule, { request, reply }, coded(code));
  });
  app.post('/bank/code', (request, reply) => {
    const { rule, code } = outward.enterCode(request.body);
    return answerBy(rule, { request, reply }, coded(code));
  });
  app.post('/bank/statement', (request, reply) => {
    const asked = pageFields.safeParse(request.body);
    if (!asked.success) return reply.send(coded('30'));
    const { afterLineId, limit } = asked.data;
    const rule = parts.behaviours.for({ on: 'statement', accounts: [], subject: '' });
    const code = codeOf(rule) ?? '00';
    const lines = code === '00' ? books.linesAfter(afterLineId, limit + 1) : [];
    const page = { lines: lines.slice(0, limit), hasMore: lines.length > limit };
    return answerBy(rule, { request, reply }, { ...coded(code), ...page });
  });
}

function addControlRoutes(app: FastifyInstance, parts: SimulatorParts): void {
  const books = new Books(parts.database);
  const calls = new Calls(parts.database);
  const [inwardSide, outward] = [new Inward(parts, books), new Outward(parts, books, calls)];
  app.post('/control/inward-transfers', (request) => {
    const transfer = readBody(fields.inward, request);
    const taker = parts.takers.find((each) => each.has(transfer.accountNumber));
    return (taker ?? inwardSide).pay(transfer);
  });
  app.post('/control/inward-transfers/batch', async (request) => {
    const { transfers, notify: wish = {} } = readBody(fields.batch, request);
    return { transfers: await inwardSide.payMany(transfers, wish) };
  });
  app.post('/control/name-enquiries', (request) =>
    inwardSide.enquireName(readBody(fields.enquiry, request).accountNumber),
  );
  app.post<{ Params: { id: string } }>('/control/transfers/:id/release', (request) =>
    outward.release(request.params.id, readBody(fields.release, request).code),
  );
  app.get<{ Params: { id: string } }>('/control/transfers/:id/code', ({ params }) =>
    outward.sentCode(params.id),
  );
  app.post<{ Params: { id: string } }>('/control/transfers/:id/return', (request) => {
    const line = outward.giveBack(request.params.id, readBody(fields.giveBack, request).amount);
    return { lineId: line.lineId, sessionId: line.sessionId, eventId: null, hook: null };
  });
  app.post<{ Params: { id: string } }>('/control/credits/:id/recall', (request) =>
    inwardSide.recall(request.params.id, readBody(fields.recall, request)),
  );
  app.post('/control/charges', (request) => {
    const { amount, narration = 'Account maintenance' } = readBody(fields.charge, request);
    const line = books.post({ kind: 'CHARGE', sessionId: null, amount, narration });
    return { lineId: line.lineId, sessionId: null, eventId: null, hook: null };
  });
  app.post('/control/debits', (request) => {
    const { amount, sessionId = unknownSession(), ...rest } = readBody(fields.debit, request);
    const { narration = 'Transfer' } = rest;
    const line = books.post({ kind: 'DEBIT', sessionId, amount, narration });
    return { lineId: line.lineId, sessionId, eventId: null, hook: null };
  });
  app.get<{ Querystring: { after?: string; limit?: string } }>('/control/statement', (request) => {
    const { after, limit = '100' } = request.query;
    const totals = books.totals();
    if (after === undefined) return totals;
    return { ...totals, page: books.linesAfter(Number(after), Number(limit)) };
  });
  app.get<{ Querystring: CallFilter }>('/control/calls', ({ query }) => ({
    calls: calls.list(query),
  }));
  app.get<{ Params: { bankCode: string; number: string } }>(
    '/control/accounts/:bankCode/:number',
    ({ params }) => books.account(params.bankCode, params.number),
  );
}

/** Makes the session id of a transfer that Manilla has not asked for. */
function unknownSession(): string {
  return mintSessionId('090547', new Date(), String(randomInt(1_000_000_000)));
}

function coded(code: string): { readonly responseCode: string; readonly responseMessage: string } {
  return { responseCode: code, responseMessage: nipMeaning(code) };
}
