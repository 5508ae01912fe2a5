import { z } from 'zod';
import { classifyCardCode } from '../../domain/card-code.js';
import type { RailAnswer } from '../../domain/bank-rail.port.js';
import type {
  CardAnswer,
  CardCharge,
  CardDetails,
  CardRail,
  CardRefund,
  DisputeAnswer,
  DisputeRefusal,
} from '../../domain/card-rail.port.js';
import { type PostResult, SignedPost, type SignedPostOptions } from '../signed-post.js';

const actionSchema = z.object({ type: z.enum(['3DS', 'OTP']), url: z.url() });
const cardSchema = z.object({
  brand: z.string().max(32),
  first6: z.string().regex(/^\d{6}$/),
  last4: z.string().regex(/^\d{4}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2100),
  issuer: z.string().max(100),
});

const actionRequired = '02';
const noRecord = '25';
const taken = '00';
/** The acquirer's refusals of an answer to a chargeback. A code that is not listed is not trusted. */
const disputeRefusals: Readonly<Record<string, DisputeRefusal>> = {
  '12': 'NOT_ACCEPTED',
  '21': 'ALREADY_DECIDED',
  '68': 'DEADLINE_PASSED',
  '94': 'ALREADY_ANSWERED',
};
/**
 * Refusals that do not count when a query is answered so: 12 may refuse the query, and 94 says that an answer is there,
 * which may be ours.
 */
const doubtfulOfQuery: ReadonlySet<string | null> = new Set(['12', '94']);
const nothing = { code: null, failure: null, action: null, card: null } as const;

/** The simulator's acquirer. A real acquirer's adapter is a copy of this file with its own paths, fields and codes. */
export class SimulatorCardRail implements CardRail {
  readonly provider = 'simulator-acquirer';
  readonly #post: SignedPost;

  constructor(options: SignedPostOptions) {
    this.#post = new SignedPost(options);
  }

  async charge({ amountMinor, ...charge }: CardCharge): Promise<CardAnswer> {
    const message = { ...charge, amount: Number(amountMinor) };
    const reply = await this.#post.send('/acquirer/charges', message);
    const isShown = shows(reply, { amountMinor, currency: charge.currency });
    return ofCharge(toAnswer(reply, 'charge'), isShown);
  }

  async describe(token: string): Promise<CardDetails | null> {
    const { body } = await this.#post.send('/acquirer/cards/query', { token });
    return cardSchema.safeParse(body?.['card']).data ?? null;
  }

  /** An answer that shows the charge speaks of the charge. Any other may speak of the query itself. */
  async query(
    chargeId: string,
    asked: Pick<CardCharge, 'amountMinor' | 'currency'>,
  ): Promise<CardAnswer> {
    const reply = await this.#post.send('/acquirer/charges/query', { chargeId });
    const isShown = shows(reply, asked);
    const answer = ofCharge(toAnswer(reply, isShown ? 'charge' : 'query'), isShown);
    return answer.code === noRecord ? { ...answer, outcome: 'ABSENT' } : answer;
  }

  async refund({ amountMinor, ...refund }: CardRefund): Promise<CardAnswer> {
    const message = { ...refund, amount: Number(amountMinor) };
    return toAnswer(await this.#post.send('/acquirer/refunds', message), 'charge');
  }

  async queryRefund(refundId: string): Promise<CardAnswer> {
    const reply = await this.#post.send('/acquirer/refunds/query', { refundId });
    const answer = toAnswer(reply, 'query');
    return answer.code === noRecord ? { ...answer, outcome: 'ABSENT' } : answer;
  }

  /** Sends the files first, each by itself. The acquirer takes each file once for its id, as it takes the answer. */
  async answerDispute({ files, ...answer }: DisputeAnswer): Promise<RailAnswer> {
    const { chargebackId } = answer;
    for (const { fileId, mediaType, ...kept } of files) {
      const content = Buffer.from(await kept.content()).toString('base64');
      const file = { fileId, chargebackId, mediaType, content };
      const verdict = toVerdict(await this.#post.send('/acquirer/dispute-files', file));
      if (verdict.outcome !== 'SUCCESS') return verdict;
    }
    return toVerdict(await this.#post.send('/acquirer/dispute-answers', answer));
  }

  async queryDisputeAnswer(answerId: string): Promise<RailAnswer> {
    const verdict = toVerdict(
      await this.#post.send('/acquirer/dispute-answers/query', { answerId }),
    );
    if (verdict.code === noRecord) return { ...verdict, outcome: 'ABSENT' };
    return doubtfulOfQuery.has(verdict.code) ? { ...verdict, outcome: 'UNKNOWN' } : verdict;
  }

  async close(): Promise<void> {
    await this.#post.close();
  }
}

/** Tells whether an answer shows the amount and the currency that were asked for. */
function shows({ body }: PostResult, asked: Pick<CardCharge, 'amountMinor' | 'currency'>): boolean {
  return body?.['amount'] === Number(asked.amountMinor) && body['currency'] === asked.currency;
}

/** An approval of another amount than was asked for is not believed. */
function ofCharge(answer: CardAnswer, isShown: boolean): CardAnswer {
  if (answer.outcome !== 'APPROVED' || isShown) return answer;
  return { ...answer, outcome: 'UNKNOWN', failure: 'GARBAGE' };
}

function toAnswer({ body, failure }: PostResult, asked: 'charge' | 'query'): CardAnswer {
  if (failure !== null) return { ...nothing, outcome: 'UNKNOWN', failure };
  const code = body['responseCode'];
  if (typeof code !== 'string') return { ...nothing, outcome: 'UNKNOWN', failure: 'GARBAGE' };
  const card = cardSchema.safeParse(body['card']).data ?? null;
  if (code !== actionRequired) {
    return { ...nothing, outcome: classifyCardCode(code, asked), code, card };
  }
  // Without a readable action the answer is UNKNOWN, because a payer who is not told where to go cannot act.
  const action = actionSchema.safeParse(body['action']).data ?? null;
  if (action === null) return { ...nothing, outcome: 'UNKNOWN', code, failure: 'GARBAGE', card };
  return { ...nothing, outcome: 'ACTION_REQUIRED', code, action, card };
}

function toVerdict({ body, failure }: PostResult): RailAnswer {
  if (failure !== null) return { outcome: 'UNKNOWN', code: null, failure };
  const code = body['responseCode'];
  if (typeof code !== 'string') return { outcome: 'UNKNOWN', code: null, failure: 'GARBAGE' };
  const refusal = Object.hasOwn(disputeRefusals, code) ? disputeRefusals[code] : undefined;
  if (refusal !== undefined) return { outcome: 'FAILED', code, failure: refusal };
  return { outcome: code === taken ? 'SUCCESS' : 'UNKNOWN', code, failure: null };
}
