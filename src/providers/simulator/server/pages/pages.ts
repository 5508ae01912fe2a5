import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { momentOf } from '../../../../domain/moment.js';
import { answerBy } from '../behaviour/answer.js';
import type { BehaviourRule } from '../behaviour/rules.js';
import { readBody, time } from '../read-body.js';
import { Refusal } from '../refusal.js';
import type { RouteGroup, SimulatorParts } from '../route-group.js';
import { longId, PageBook, type PageChargeRow, pageTables } from './book.js';

/** The misbehaviours of acquirers with a page of their own that no rule can describe otherwise: values of a rule's `as`. */
const pageMisbehaviours = {
  FAILED_200: 'answers 200, and "failed" within',
  OTHER_AMOUNT: 'verifies a charge of another amount',
  OTHER_CURRENCY: 'verifies a charge in another currency',
  OTHER_REFERENCE: 'verifies another charge than it was asked for',
  AMOUNT_TEXT: 'writes amounts as text',
  NO_ADDRESS: 'tells no address of its page',
  PAGE_MOVES: 'lists an entry twice, because its pages move while they are read',
  NOT_LISTED: 'does not list a refund yet that it has made',
} as const;
type PageMisbehaviour = keyof typeof pageMisbehaviours;

const pageSecret = 'sk_test_manilla';
const root = '/page-acquirer';
const kobo = z.int().min(1);
const text = z.string().min(1).max(200);
const reference = z.string().regex(/^[0-9A-Za-z.=-]{1,100}$/);
const fields = {
  open: z.object({
    ...{ email: z.email(), amount: kobo, reference },
    callback_url: z.url().optional(),
    currency: z.literal('NGN'),
  }),
  saved: z.object({
    ...{ email: z.email(), amount: kobo, reference, currency: z.literal('NGN') },
    authorization_code: text,
  }),
  refund: z.object({ transaction: reference, amount: kobo, merchant_note: text }),
  resolve: z.object({
    resolution: z.enum(['merchant-accepted', 'declined']),
    message: text,
    uploaded_filename: text.nullish(),
  }),
} as const;
const control = {
  pay: z.strictObject({ approve: z.boolean(), words: text.optional() }),
  dispute: z.strictObject({ dueAt: time }),
  settle: z.strictObject({ net: kobo, fee: z.int().min(0), at: time }),
} as const;

interface Ask {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An acquirer whose own page asks for the card: it speaks as Paystack does. */
export const pageAcquirer: RouteGroup = {
  schema: pageTables,
  operations: ['initialize', 'verify', 'charge', 'refund', 'refunds', 'upload', 'resolve']
    .concat('dispute', 'settlement')
    .map((name) => `pages.${name}`),
  misbehaviours: pageMisbehaviours,
  open: (app, parts) => {
    void app.register(async (scope) => new PageRoutes(scope, parts).add());
  },
  control: addControl,
};

class PageRoutes {
  readonly #book: PageBook;

  constructor(
    private readonly app: FastifyInstance,
    private readonly parts: SimulatorParts,
  ) {
    this.#book = new PageBook(parts.database);
  }

  add(): void {
    const { app } = this;
    for (const type of ['application/octet-stream', 'application/pdf', 'image/png', 'image/jpeg']) {
      app.addContentTypeParser(type, { parseAs: 'buffer' }, (_r, body, done) => done(null, body));
    }
    app.get<{ Params: { access: string } }>(`${root}/pay/:access`, ({ params }, reply) => {
      const found = this.#book.byAccess(params.access);
      return reply.type('text/html').send(`<p>${found?.words ?? 'There is no such payment'}</p>`);
    });
    this.#charges();
    this.#refunds();
    this.#disputes();
  }

  #charges(): void {
    this.#post('transaction/initialize', 'initialize', fields.open, (asked, rule) => {
      const access = this.#book.open({ callback: null, ...asked });
      if (access === undefined) return refusal('Duplicate Transaction Reference');
      const address = `${this.#origin}${root}/pay/${access}`;
      return okAnswer({
        ...(rule?.as !== 'NO_ADDRESS' && { authorization_url: address }),
        reference: asked.reference,
      });
    });
    this.#post('transaction/charge_authorization', 'charge', fields.saved, (asked) => {
      const holder = this.#book.holderOf(asked.authorization_code);
      const access = this.#book.open({ ...asked, callback: null });
      if (access === undefined) return refusal('Duplicate Transaction Reference');
      const words = holder === asked.email ? 'Approved' : 'Email does not match Authorization code';
      this.#book.end(asked.reference, holder === asked.email, words);
      return okAnswer(this.#seen(this.#book.charge(asked.reference), undefined));
    });
    this.#get('transaction/verify/:reference', 'verify', ({ params }, rule) => {
      const { reference: id = '' } = params as { reference?: string };
      const found = this.#book.charge(id);
      if (found === undefined) return refusal('Transaction reference not found');
      return okAnswer(this.#seen(found, rule));
    });
  }

  #seen(row: PageChargeRow | undefined, rule: BehaviourRule | undefined): object {
    if (row === undefined) throw new Refusal(404, 'a charge that was just made is gone');
    const as = rule?.as as PageMisbehaviour | undefined;
    const amount = as === 'OTHER_AMOUNT' ? row.amount - 100 : row.amount;
    const isPaid = row.state === 'success' && as !== 'FAILED_200';
    return {
      id: longId(1),
      reference: as === 'OTHER_REFERENCE' ? `${row.reference}-2` : row.reference,
      amount: as === 'AMOUNT_TEXT' ? String(amount) : amount,
      currency: as === 'OTHER_CURRENCY' ? 'USD' : row.currency,
      status: as === 'FAILED_200' ? 'failed' : row.state,
      gateway_response: as === 'FAILED_200' ? 'Declined' : row.words,
      customer: { email: row.email },
      authorization: isPaid && {
        ...{ authorization_code: row.authorisation, reusable: true, bin: '408408', last4: '4081' },
        ...{ exp_month: '12', exp_year: '2031', brand: 'visa ', bank: 'TEST BANK' },
      },
    };
  }

  #refunds(): void {
    this.#post('refund', 'refund', fields.refund, (asked) => {
      const made = this.#book.refund(asked.transaction, asked.amount, asked.merchant_note);
      if (made === undefined) return refusal('Refund amount is more than what is left');
      return okAnswer({ id: longId(made.refund_no), status: 'pending', amount: made.amount });
    });
    this.#get('refund', 'refunds', ({ query }, rule) => {
      const { reference: id = '' } = query as { reference?: string };
      const rows = rule?.as === 'NOT_LISTED' ? [] : this.#book.refunds(id);
      const data = rows.map(({ refund_no: no, amount, note }) => ({
        ...{ id: longId(no), amount, merchant_note: note, status: 'processed' },
      }));
      return { status: 200, body: { status: true, data } };
    });
  }

  #disputes(): void {
    this.#get('dispute/:id/upload_url', 'upload', ({ params }) => {
      const { id = '' } = params as { id?: string };
      if (this.#book.dispute(id) === undefined) return refusal('Dispute not found');
      const fileName = `${id}-evidence`;
      return okAnswer({ signedUrl: `${this.#origin}${root}/files/${fileName}`, fileName });
    });
    this.app.put(`${root}/files/:name`, (_request, reply) => reply.code(200).send(''));
    this.#get('dispute/:id', 'dispute', ({ params }) => {
      const found = this.#book.dispute((params as { id?: string }).id ?? '');
      if (found === undefined) return refusal('Dispute not found');
      return okAnswer({ id: found.dispute, resolution: found.resolution });
    });
    this.app.put(`${root}/dispute/:id/resolve`, (request, reply) =>
      this.#answer('resolve', { request, reply }, () => {
        const { id = '' } = request.params as { id?: string };
        const found = this.#book.dispute(id);
        const asked = fields.resolve.safeParse(request.body);
        if (found === undefined || !asked.success) return refusal('Dispute not found');
        if (found.resolution !== null) return refusal('Dispute is already resolved');
        if (found.due_at < Date.now()) return refusal('Dispute is past its due date');
        const { resolution, message, uploaded_filename: file = null } = asked.data;
        this.#book.resolve(id, resolution, message, file);
        return okAnswer({ id, resolution });
      }),
    );
    this.#get('settlement', 'settlement', ({ query }, rule) => {
      const { from = '', page = '1' } = query as { from?: string; page?: string };
      const moved = rule?.as === 'PAGE_MOVES' && page !== '1' ? 1 : 0;
      const rows = this.#book.settlements(from, (Number(page) - 1) * perPage - moved, perPage);
      const data = rows.map(({ settlement_no: no, net, fee, settled_at: at }) => ({
        ...{ id: longId(no), total_amount: net, total_fees: fee, currency: 'NGN' },
        settlement_date: at,
      }));
      return { status: 200, body: { status: true, data } };
    });
  }

  get #origin(): string {
    const address = this.app.server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  }

  #post<Asked>(
    path: string,
    on: string,
    schema: z.ZodType<Asked>,
    act: (asked: Asked, rule: BehaviourRule | undefined) => Answer,
  ): void {
    this.app.post(`${root}/${path}`, (request, reply) =>
      this.#answer(on, { request, reply }, (rule) => {
        const asked = schema.safeParse(request.body);
        return asked.success ? act(asked.data, rule) : refusal('Invalid request');
      }),
    );
  }

  #get(
    path: string,
    on: string,
    act: (request: FastifyRequest, rule: BehaviourRule | undefined) => Answer,
  ): void {
    this.app.get(`${root}/${path}`, (request, reply) =>
      this.#answer(on, { request, reply }, (rule) => act(request, rule)),
    );
  }

  #answer(
    on: string,
    ask: Ask,
    act: (rule: BehaviourRule | undefined) => Answer,
  ): FastifyReply | Promise<FastifyReply> {
    const { request, reply } = ask;
    if (request.headers.authorization !== `Bearer ${pageSecret}`) {
      return reply.code(401).send({ status: false, message: 'Invalid key' });
    }
    const rule = this.parts.behaviours.for({ on: `pages.${on}`, accounts: [], subject: '' });
    const isHonest = rule?.answer === undefined;
    const { status, body } =
      (rule?.done ?? isHonest)
        ? this.parts.database.transact(() => act(rule))
        : { status: 200, body: {} };
    return answerBy(rule, { request, reply: reply.code(status) }, body);
  }
}

/** Reads a time that `readBody` has checked. */
function momentIn(text: string): Date {
  const at = momentOf(text);
  if (at === undefined) throw new Refusal(400, 'no time');
  return at;
}

const perPage = 3;

interface Answer {
  readonly status: number;
  readonly body: object;
}

function okAnswer(data: object): Answer {
  return { status: 200, body: { status: true, message: 'As asked', data } };
}

function refusal(message: string): Answer {
  return { status: 400, body: { status: false, message } };
}

function addControl(app: FastifyInstance, parts: SimulatorParts): void {
  const book = new PageBook(parts.database);
  type ByReference = { Params: { reference: string } };
  const base = '/control/page-acquirer/charges/:reference';
  app.post<ByReference>(`${base}/pay`, (request) => {
    const { approve, words = approve ? 'Successful' : 'Declined' } = readBody(control.pay, request);
    book.end(request.params.reference, approve, words);
    return { charge: book.charge(request.params.reference) ?? null };
  });
  app.get<ByReference>(base, ({ params }) => ({
    charge: book.charge(params.reference) ?? null,
    refunds: book.refunds(params.reference),
  }));
  app.post<ByReference>(`${base}/dispute`, (request) => {
    const { dueAt } = readBody(control.dispute, request);
    return { dispute: book.addDispute(request.params.reference, momentIn(dueAt)) };
  });
  app.post('/control/page-acquirer/settlements', (request) => {
    const { net, fee, at } = readBody(control.settle, request);
    book.settle(net, fee, momentIn(at));
    return {};
  });
}
