import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cardCodeMeaning } from '../../../../domain/card-code.js';
import { answerBy, codeOf } from '../behaviour/answer.js';
import { readBody, time } from '../read-body.js';
import type { RouteGroup, SimulatorParts } from '../route-group.js';
import { CardEvents } from './card-events.js';
import { addAnswerControl, addAnswerRoutes, answerTables } from './dispute-answers.js';
import { cardOf, chargeId, Charges, chargeTables, type ChargeOutcome } from './charges.js';
import { CardMoney, moneyTables } from './money.js';
import { cardsPage, payerPage, rightOtp } from './payer-page.js';

const kobo = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const refundId = chargeId;
const maxOtpTries = 3;
/** The time for which evidence is taken, unless the request that opens a chargeback says otherwise. */
const evidenceTimeMs = 7 * 24 * 3_600_000;

/** The requests that Manilla sends, and those that the control API takes. */
const fields = {
  refund: z.object({ refundId, chargeId, amount: kobo, currency: z.literal('NGN') }),
  card: z.object({ token: z.string().max(105) }),
  refundQuery: z.object({ refundId }),
  conclude: z.strictObject({
    code: z
      .string()
      .regex(/^\d\d$/)
      .default('00'),
    notify: z.boolean().default(true),
  }),
  event: z.strictObject({ notify: z.boolean().default(true) }),
  chargeback: z.strictObject({
    chargeId,
    amount: kobo.optional(),
    reason: z.string().min(1).max(200).default('Goods not received'),
    evidenceDueAt: time.optional(),
    notify: z.boolean().default(true),
  }),
} as const;

/** A card acquirer: charges, refunds, a page for the payer, settlements and chargebacks. */
export const acquirer: RouteGroup = {
  schema: chargeTables + moneyTables + answerTables,
  operations: [
    ...['charge', 'charge-query', 'card-refund', 'card-refund-query'],
    ...['dispute-answer', 'dispute-answer-query'],
  ],
  signed: (app, parts) => {
    addChargeRoutes(app, parts);
    addAnswerRoutes(app, parts);
  },
  control: (app, parts) => {
    addControlRoutes(app, parts);
    addAnswerControl(app, parts);
  },
  open: addPayerPages,
};

function addChargeRoutes(app: FastifyInstance, parts: SimulatorParts): void {
  const charges = new Charges(parts);
  const money = new CardMoney(parts.database, charges);
  const answer = (outcome: ChargeOutcome, request: FastifyRequest, reply: FastifyReply) =>
    answerBy(
      outcome.rule,
      { request, reply },
      chargeAnswer(outcome, parts.publicUrl ?? `http://${request.headers.host}`),
    );
  app.post('/acquirer/charges', (request, reply) =>
    answer(charges.charge(request.body), request, reply),
  );
  app.post('/acquirer/charges/query', (request, reply) =>
    answer(charges.query(request.body), request, reply),
  );
  app.post('/acquirer/cards/query', (request, reply) => {
    const parsed = fields.card.safeParse(request.body);
    return reply.send(
      parsed.success ? { ...coded('00'), card: cardOf(parsed.data.token) } : coded('30'),
    );
  });
  app.post('/acquirer/refunds', (request, reply) => {
    const parsed = fields.refund.safeParse(request.body);
    if (!parsed.success) return reply.send(coded('30'));
    const { refundId: id, chargeId: of, amount } = parsed.data;
    const { rule, code } = parts.database.transact(() => {
      const found = parts.behaviours.for({
        on: 'card-refund',
        accounts: [charges.find(of)?.token],
        subject: id,
      });
      const scripted = codeOf(found);
      const isHonest = found?.answer === undefined || scripted === '00';
      const done = found?.done ?? isHonest;
      const truth = done === true ? money.refund(id, of, amount) : '00';
      return { rule: found, code: scripted ?? truth };
    });
    return answerBy(rule, { request, reply }, coded(code));
  });
  app.post('/acquirer/refunds/query', (request, reply) => {
    const parsed = fields.refundQuery.safeParse(request.body);
    if (!parsed.success) return reply.send(coded('30'));
    const { refundId: id } = parsed.data;
    const rule = parts.behaviours.for({ on: 'card-refund-query', accounts: [], subject: id });
    const code = codeOf(rule) ?? money.findRefund(id)?.code ?? '25';
    return answerBy(rule, { request, reply }, coded(code));
  });
}

function addControlRoutes(app: FastifyInstance, parts: SimulatorParts): void {
  const charges = new Charges(parts);
  const money = new CardMoney(parts.database, charges);
  const events = new CardEvents(parts.hooks);
  const { database } = parts;
  app.get('/control/acquirer/charges', () => ({ charges: charges.all() }));
  app.get<{ Params: { id: string } }>('/control/acquirer/charges/:id', ({ params }) => {
    const charge = charges.get(params.id);
    return { ...charge, left: money.left(charge) };
  });
  app.post<{ Params: { id: string } }>(
    '/control/acquirer/charges/:id/conclude',
    async (request) => {
      const { code, notify } = readBody(fields.conclude, request);
      const charge = database.transact(() => charges.conclude(request.params.id, code));
      return { charge, hook: notify ? await events.ofCharge(charge) : null };
    },
  );
  app.post<{ Params: { id: string } }>('/control/acquirer/charges/:id/reverse', async (request) => {
    const { notify } = readBody(fields.event, request);
    const charge = database.transact(() => money.reverse(request.params.id));
    return { charge, hook: notify ? await events.ofReversal(charge) : null };
  });
  app.post('/control/acquirer/settlements', async (request) => {
    const { notify } = readBody(fields.event, request);
    const settlement = database.transact(() => money.payOut());
    return { ...settlement, hook: notify ? await events.ofSettlement(settlement) : null };
  });
  app.post('/control/acquirer/chargebacks', async (request) => {
    const asked = readBody(fields.chargeback, request);
    const { chargeId: of, amount, reason, notify } = asked;
    const dueAt = asked.evidenceDueAt ?? new Date(Date.now() + evidenceTimeMs).toISOString();
    const chargeback = database.transact(() =>
      money.openChargeback(of, amount, { reason, evidence_due_at: dueAt }),
    );
    return { ...chargeback, hook: notify ? await events.ofChargeback(chargeback) : null };
  });
  for (const [path, status] of [
    ['won', 'WON'],
    ['lost', 'LOST'],
  ] as const) {
    app.post<{ Params: { number: string } }>(
      `/control/acquirer/chargebacks/:number/${path}`,
      async (request) => {
        const { notify } = readBody(fields.event, request);
        const chargeback = database.transact(() =>
          money.closeChargeback(Number(request.params.number), status),
        );
        return { ...chargeback, hook: notify ? await events.ofChargeback(chargeback) : null };
      },
    );
  }
}

function addPayerPages(app: FastifyInstance, parts: SimulatorParts): void {
  const charges = new Charges(parts);
  const events = new CardEvents(parts.hooks);
  const { database } = parts;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const show = (reply: FastifyReply, id: string, problem?: string) =>
    reply
      .type('text/html; charset=utf-8')
      .send(payerPage({ charge: charges.get(id), ...(problem === undefined ? {} : { problem }) }));
  const end = async (id: string, code: string): Promise<void> => {
    await events.ofCharge(database.transact(() => charges.conclude(id, code)));
  };
  app.get<{ Querystring: { returnUrl?: unknown } }>('/acquirer/cards', ({ query }, reply) =>
    reply.type('text/html; charset=utf-8').send(cardsPage(String(query.returnUrl))),
  );
  app.get<{ Params: { id: string } }>('/acquirer/3ds/:id', (request, reply) =>
    show(reply, request.params.id),
  );
  app.post<{ Params: { id: string } }>('/acquirer/3ds/:id/approve', async (request, reply) => {
    const { id } = request.params;
    if (charges.get(id).action === 'OTP' && otpOf(request) !== rightOtp) {
      if (charges.countOtp(id) < maxOtpTries) return show(reply, id, 'That is not the password.');
      await end(id, '55');
    } else {
      await end(id, '00');
    }
    return show(reply, id);
  });
  app.post<{ Params: { id: string } }>('/acquirer/3ds/:id/decline', async (request, reply) => {
    await end(request.params.id, '05');
    return show(reply, request.params.id);
  });
}

function otpOf({ body }: FastifyRequest): string | null {
  return body instanceof URLSearchParams ? body.get('otp') : null;
}

/** The card is shown with every charge that is known, the action while the payer has to act. */
function chargeAnswer({ code, charge }: ChargeOutcome, origin: string): object {
  if (charge === undefined) return coded(code);
  const { charge_id: id, action, token } = charge;
  const url = `${origin}/acquirer/3ds/${encodeURIComponent(id)}`;
  return {
    ...coded(code),
    chargeId: id,
    amount: charge.amount,
    currency: charge.currency,
    action: code === '02' && action !== null ? { type: action, url } : null,
    card: cardOf(token),
  };
}

function coded(code: string): { readonly responseCode: string; readonly responseMessage: string } {
  const message = code === '02' ? 'customer action required' : cardCodeMeaning(code);
  return { responseCode: code, responseMessage: message };
}
