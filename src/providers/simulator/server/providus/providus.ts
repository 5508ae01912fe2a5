import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { banks, isKnownBank } from '../bank/banks.js';
import { holderOf } from '../bank/books.js';
import { answerBy, codeOf } from '../behaviour/answer.js';
import type { BehaviourRule } from '../behaviour/rules.js';
import { readBody } from '../read-body.js';
import type { RouteGroup, SimulatorParts } from '../route-group.js';
import { ProvidusBook, providusTables } from './book.js';
import { misbehaviours, type Misbehaviour } from './misbehaviours.js';
import { agreed, creditMembers, ProvidusInward, signatureBy } from './notices.js';
import { coded, ProvidusTransfers } from './transfers.js';

/**
 * Providus Bank as its public pages and its clients' recorded answers describe it, with all the faults that they report.
 * It is no more true than these sources are.
 */
export const providus: RouteGroup = {
  schema: providusTables,
  operations: [
    ...['providus.create', 'providus.notice', 'providus.verify', 'providus.banks'],
    ...['providus.name-enquiry', 'providus.transfer', 'providus.query'],
  ],
  misbehaviours,
  open: addRoutes,
  control: addControl,
};

const create = z.object({ account_name: z.string().min(1).max(200), bvn: z.string().optional() });
const blacklist = z.object({
  account_number: z.string(),
  blacklist_flg: z.union([z.literal('1'), z.literal('0'), z.literal(1), z.literal(0)]),
});
const repushed = z.object({
  session_id: z.string().optional(),
  settlement_id: z.string().optional(),
});
const enquired = z.object({ accountNumber: z.string(), beneficiaryBank: z.string().optional() });
const credentials = z.object({ userName: z.string(), password: z.string() });
const release = z.strictObject({
  code: z
    .string()
    .regex(/^\d{2,4}$/)
    .default('00'),
});

function addRoutes(app: FastifyInstance, parts: SimulatorParts): void {
  const book = new ProvidusBook(parts.database);
  const inward = new ProvidusInward(parts, book);
  parts.takers.push(inward);
  addAccountRoutes(app, parts, { book, inward });
  addCreditRoutes(app, parts, { book, inward });
  addTransferRoutes(app, parts, new ProvidusTransfers(parts, book));
}

const dcs = '/providus/dcs';

interface Bank {
  readonly book: ProvidusBook;
  readonly inward: ProvidusInward;
}

/** How account numbers are opened and barred. */
function addAccountRoutes(
  app: FastifyInstance,
  parts: SimulatorParts,
  { book, inward }: Bank,
): void {
  for (const [path, kind] of [
    ['PiPCreateDynamicAccountNumber', 'PASSING'],
    ['PiPCreateReservedAccountNumber', 'LASTING'],
  ] as const) {
    app.post(`${dcs}/${path}`, (request, reply) => {
      if (!isSigned(request)) return reply.send(noAccount('05'));
      const { account_name: name } = readBody(create, request);
      const rule = parts.behaviours.for({ on: 'providus.create', accounts: [], subject: name });
      const code = codeOf(rule);
      if (code !== undefined) return answer(rule, { request, reply }, noAccount(code));
      const opened = book.open(name, kind, rule?.as);
      return answer(
        rule,
        { request, reply },
        {
          ...{ account_number: opened.number, account_name: opened.name, ...done },
          ...(kind === 'PASSING' && { initiationTranRef: opened.reference }),
        },
      );
    });
  }
  app.post(`${dcs}/PiPBlacklistAccount`, async (request, reply) => {
    if (!isSigned(request)) return reply.send(noAccount('05'));
    const { account_number: number, blacklist_flg: flag } = readBody(blacklist, request);
    const isChanged = book.blacklist(number, Number(flag) === 1);
    // Credits that came meanwhile are reported once the account is whitelisted.
    if (isChanged && Number(flag) === 0) {
      for (const credit of book.silentCredits(number)) await inward.repush(credit.settlement_id);
    }
    return reply.send({ ...done, responseCode: isChanged ? '00' : '02' });
  });
}

/** How a credit is asked about, and how its notice is sent again. */
function addCreditRoutes(
  app: FastifyInstance,
  parts: SimulatorParts,
  { book, inward }: Bank,
): void {
  for (const path of ['PiPverifyTransaction', 'PiPverifyTransaction_settlementid']) {
    app.get<{ Querystring: Record<string, string> }>(`${dcs}/${path}`, (request, reply) => {
      if (!isSigned(request)) return reply.send(noAccount('05'));
      const { settlement_id: settlementId, session_id: sessionId } = request.query;
      const credit =
        settlementId === undefined
          ? book.creditBy('session_id', sessionId ?? '')
          : book.creditBy('settlement_id', settlementId);
      const rule = parts.behaviours.for({
        ...{ on: 'providus.verify', accounts: [credit?.number], subject: settlementId ?? '' },
      });
      if (credit === undefined || rule?.as === 'NOT_YET') {
        return answer(rule, { request, reply }, nothingFound);
      }
      const more = rule?.as === 'OTHER_AMOUNT' ? 100 : 0;
      return answer(
        rule,
        { request, reply },
        {
          ...creditMembers({ ...credit, amount: credit.amount + more }, 'DATE_AMERICAN'),
          // In this answer the bank writes the amount as a number.
          transactionAmount: (credit.amount + more) / 100,
        },
      );
    });
  }
  app.post(`${dcs}/PiP_RepushTransaction_SettlementId`, async (request, reply) => {
    if (!isSigned(request)) return reply.send(noAccount('05'));
    const { settlement_id: settlementId = '' } = readBody(repushed, request);
    const credit = book.creditBy('settlement_id', settlementId);
    if (credit === undefined) return reply.send({ ...done, responseCode: '01' });
    void inward.repush(settlementId);
    return reply.send(done);
  });
}

function addTransferRoutes(
  app: FastifyInstance,
  parts: SimulatorParts,
  transfers: ProvidusTransfers,
): void {
  const base = '/providus/transfer';
  app.get(`${base}/GetNIPBanks`, (request, reply) => {
    const rule = parts.behaviours.for({ on: 'providus.banks', accounts: [], subject: '' });
    const list = banks.map(({ institutionCode, name }) => ({
      ...{ bankCode: institutionCode, bankName: name },
    }));
    // One bank has a code of another list, as in the bank's samples.
    const all = [...list, { bankCode: '57', bankName: 'Zenith' }];
    return answer(rule, { request, reply }, { banks: all, ...coded(codeOf(rule) ?? '00', 'ok') });
  });
  const ask = (
    path: string,
    answered: (body: unknown) => {
      readonly rule: BehaviourRule | undefined;
      readonly body: object;
    },
  ): void => {
    app.post(`${base}/${path}`, (request, reply) => {
      const given = credentials.safeParse(request.body);
      const isKnown =
        given.success &&
        given.data.userName === agreed.userName &&
        given.data.password === agreed.password;
      if (!isKnown) return reply.send(coded('8004', 'Authentication failed'));
      const { rule, body } = answered(request.body);
      return answer(rule, { request, reply }, body);
    });
  };
  ask('GetNIPAccount', (body) => nameOf(parts, body, undefined));
  ask('GetProvidusAccount', (body) => nameOf(parts, body, '000023'));
  ask('NIPFundTransfer', (body) => transfers.byNip(body));
  ask('ProvidusFundTransfer', (body) => transfers.within(body));
  ask('GetNIPTransactionStatus', (body) => transfers.status('NIP', body));
  ask('GetProvidusTransactionStatus', (body) => transfers.status('OWN', body));
}

function nameOf(parts: SimulatorParts, body: unknown, bank: string | undefined) {
  const read = enquired.safeParse(body);
  const { accountNumber = '', beneficiaryBank = '' } = read.success ? read.data : {};
  const bankCode = bank ?? beneficiaryBank;
  const rule = parts.behaviours.for({
    ...{ on: 'providus.name-enquiry', accounts: [accountNumber], subject: accountNumber },
  });
  const code = codeOf(rule) ?? (isKnownBank(bankCode) ? '00' : '16');
  const name = code === '00' ? holderOf(bankCode, accountNumber) : '';
  return {
    rule,
    body: {
      ...(bank === undefined
        ? { accountName: name, bankCode, bvn: '', transactionReference: '' }
        : { name, status: 'ACTIVE', availableBalance: '1000000.00' }),
      ...{ accountNumber, ...coded(code, ' As told') },
    },
  };
}

function addControl(app: FastifyInstance, parts: SimulatorParts): void {
  const book = new ProvidusBook(parts.database);
  const inward = new ProvidusInward(parts, book);
  app.get('/control/providus/credits', () => ({ credits: book.credits() }));
  app.get('/control/providus/transfers', () => ({ transfers: book.transfers() }));
  app.post<{ Params: { number: string } }>('/control/providus/accounts/:number/end', (request) => {
    book.end(request.params.number);
    return {};
  });
  app.post<{ Params: { id: string } }>('/control/providus/credits/:id/repush', (request) =>
    inward.repush(request.params.id),
  );
  app.post<{ Params: { id: string } }>('/control/providus/transfers/:id/release', (request) =>
    book.release(request.params.id, readBody(release, request).code),
  );
}

const done = {
  requestSuccessful: true,
  responseMessage: 'Operation Successful',
  responseCode: '00',
};
const nothingFound = {
  ...{ sessionId: '', accountNumber: '', tranRemarks: 'Transaction not found!!!' },
  ...{ transactionAmount: 0, settledAmount: 0, feeAmount: 0, vatAmount: 0, currency: '' },
  ...{ initiationTranRef: '', settlementId: '', sourceAccountNumber: '', tranDateTime: '' },
};

/** The answer to a failed sign-in. Its HTTP status is 200 as well. */
function noAccount(responseCode: string): object {
  return {
    ...{ account_number: '', account_name: '', requestSuccessful: false },
    ...{ responseMessage: 'Authentication failed', responseCode },
  };
}

function isSigned({ headers }: FastifyRequest): boolean {
  const given = Buffer.from(String(headers['x-auth-signature'] ?? '').toLowerCase());
  const right = Buffer.from(signatureBy(agreed.secret));
  return given.length === right.length && timingSafeEqual(given, right);
}

function answer(
  rule: BehaviourRule | undefined,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  honest: object,
): FastifyReply | Promise<FastifyReply> {
  const as = rule?.as as Misbehaviour | undefined;
  if (as === 'SPRING_500') {
    return reply.code(500).send({
      ...{ timestamp: '2021-03-01T18:06:20.000+0000', status: 500, error: 'Internal Server Error' },
      ...{ message: 'java.lang.NullPointerException', path: request.url },
    });
  }
  if (as === 'MESSAGE_404') return reply.code(404).send({ Message: 'No HTTP resource was found' });
  return answerBy(rule, { request, reply }, honest);
}
