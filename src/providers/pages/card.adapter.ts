import { momentOf } from '../../domain/moment.js';
import type { RailAnswer } from '../../domain/bank-rail.port.js';
import type {
  CardAnswer,
  CardCharge,
  CardDetails,
  CardRail,
  CardRefund,
  CardSettlement,
  DisputeAnswer,
  PageCharge,
  SavedCardCharge,
} from '../../domain/card-rail.port.js';
import { type HttpAsk, HttpCaller, type HttpCallerOptions } from '../http-caller.js';
import {
  type LosslessJson,
  type LosslessObject,
  objectsIn,
  parseLosslessObject,
  textField,
} from '../lossless-json.js';
import { codeOfWords, disputeRefusalOf } from './words.js';

/** An answer: `data` of a success, the words of a refusal, or the reason why there is no answer. */
type Answered =
  | { readonly data: LosslessJson; readonly refusal: null; readonly failure: null }
  | { readonly data: null; readonly refusal: string; readonly failure: null }
  | { readonly data: null; readonly refusal: null; readonly failure: string };

/** The most pages of settlements that are read: enough for years. */
const mostPages = 1_000;
const nothing = { code: null, failure: null, action: null, card: null } as const;
const unknown = (failure: string): CardAnswer => ({ ...nothing, outcome: 'UNKNOWN', failure });
const absent: CardAnswer = { ...nothing, outcome: 'ABSENT' };

interface PageRailOptions extends HttpCallerOptions {
  readonly secret: string;
}

/**
 * An acquirer whose own page asks for the card. It knows charges by our reference, but refunds and answers to disputes by
 * none. So an earlier one of those is looked for before another is made.
 */
export class PageCardRail implements CardRail {
  readonly provider: string;
  readonly #http: HttpCaller;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  constructor({ secret, ...options }: PageRailOptions) {
    this.provider = options.provider;
    this.#http = new HttpCaller(options);
    this.#timeoutMs = options.timeoutMs;
    this.#headers = { authorization: `Bearer ${secret}` };
  }

  heldForMs(): number {
    return this.#http.heldForMs;
  }

  /** Refuses to charge: before the payer has used the acquirer's page there is no token. */
  charge(): Promise<CardAnswer> {
    return Promise.resolve({ ...nothing, outcome: 'DECLINED', code: '14' });
  }

  async open({ chargeId, email, amountMinor, currency, returnUrl }: PageCharge) {
    const answered = await this.#ask({
      ...{ method: 'POST', path: '/transaction/initialize', movesMoney: true },
      json: {
        ...{ reference: referenceOf(chargeId), email, amount: Number(amountMinor), currency },
        ...(returnUrl !== null && { callback_url: returnUrl }),
      },
    });
    if (answered.failure !== null) return unknown(answered.failure);
    // The refusal may be about the reference, which was used already when the first answer was lost.
    const url = textIn(answered.data, 'authorization_url');
    if (url === undefined || !URL.canParse(url)) return unknown('GARBAGE');
    return { ...nothing, outcome: 'ACTION_REQUIRED', action: { type: '3DS', url } } as const;
  }

  async chargeSaved({ chargeId, savedCard, amountMinor, currency }: SavedCardCharge) {
    const answered = await this.#ask({
      ...{ method: 'POST', path: '/transaction/charge_authorization', movesMoney: true },
      json: {
        ...{ reference: referenceOf(chargeId), email: savedCard.email },
        ...{ authorization_code: savedCard.authorisation, amount: Number(amountMinor), currency },
      },
    });
    // A charge whose reference was refused may have been made before, so its outcome is asked for.
    if (answered.failure !== null) return unknown(answered.failure);
    if (answered.refusal !== null) return unknown('REFUSED');
    return chargeIn(answered.data, { chargeId, amountMinor, currency });
  }

  async query(
    chargeId: string,
    asked: Pick<CardCharge, 'amountMinor' | 'currency'>,
  ): Promise<CardAnswer> {
    const path = `/transaction/verify/${encodeURIComponent(referenceOf(chargeId))}`;
    const answered = await this.#ask({ method: 'GET', path });
    if (answered.failure !== null) return unknown(answered.failure);
    if (answered.refusal !== null)
      return isNotFound(answered.refusal) ? absent : unknown('REFUSED');
    return chargeIn(answered.data, { chargeId, ...asked });
  }

  /** Looks for the refund among those of its charge first: a refund whose answer was lost must not be made twice. */
  async refund({ refundId, chargeId, amountMinor }: CardRefund): Promise<CardAnswer> {
    const found = await this.queryRefund(refundId, chargeId);
    if (found.outcome !== 'ABSENT') return found;
    const answered = await this.#ask({
      ...{ method: 'POST', path: '/refund', movesMoney: true },
      json: {
        ...{ transaction: referenceOf(chargeId), amount: Number(amountMinor) },
        merchant_note: refundId,
      },
    });
    if (answered.failure !== null) return unknown(answered.failure);
    if (answered.refusal !== null) return { ...nothing, outcome: 'DECLINED', code: '61' };
    return refundIn(answered.data);
  }

  async queryRefund(refundId: string, chargeId?: string): Promise<CardAnswer> {
    if (chargeId === undefined) return unknown('NO_CHARGE');
    const query = { reference: referenceOf(chargeId) };
    const { data, failure } = await this.#ask({ method: 'GET', path: '/refund', query });
    if (failure !== null) return unknown(failure);
    if (!Array.isArray(data)) return unknown('GARBAGE');
    const ours = objectsIn(data).find((each) => textField(each, 'merchant_note') === refundId);
    return ours === undefined ? absent : refundIn(ours);
  }

  async answerDispute({ chargebackId, kind, evidence, files }: DisputeAnswer): Promise<RailAnswer> {
    const path = `/dispute/${encodeURIComponent(chargebackId)}`;
    const names: string[] = [];
    for (const file of files) {
      const asked = { upload_filename: file.fileId };
      const address = await this.#ask({ method: 'GET', path: `${path}/upload_url`, query: asked });
      const url = textIn(address.data, 'signedUrl');
      if (url === undefined) return verdictOf(address);
      const content = await file.content();
      if (!(await this.#upload(url, content, file.mediaType))) return noVerdict('UNREACHABLE');
      names.push(textIn(address.data, 'fileName') ?? file.fileId);
    }
    const resolution = kind === 'ACCEPT' ? 'merchant-accepted' : 'declined';
    const answered = await this.#ask({
      ...{ method: 'PUT', path: `${path}/resolve` },
      json: {
        ...{ resolution, message: evidence?.explanation ?? 'Accepted' },
        // The acquirer takes one file; further files lie with it, under the names that it gave them.
        uploaded_filename: names[0] ?? null,
      },
    });
    return verdictOf(answered);
  }

  /** The acquirer keeps no id of an answer, so an answer that the dispute has counts as ours. */
  async queryDisputeAnswer(_answerId: string, chargebackId?: string): Promise<RailAnswer> {
    if (chargebackId === undefined) return noVerdict('NO_CHARGEBACK');
    const path = `/dispute/${encodeURIComponent(chargebackId)}`;
    const answered = await this.#ask({ method: 'GET', path });
    // A refusal speaks of the query, and not of the answer that it asks about.
    if (answered.data === null) return noVerdict(answered.failure ?? 'REFUSED');
    const isAnswered = textIn(answered.data, 'resolution') !== undefined;
    return { outcome: isAnswered ? 'SUCCESS' : 'ABSENT', code: null, failure: null };
  }

  /** Pages move while they are read: an entry that is read twice counts once. @throws Error when they cannot be read whole */
  async settlements(since: Date): Promise<readonly CardSettlement[]> {
    const found = new Map<string, CardSettlement>();
    for (let page = 1; page <= mostPages; page += 1) {
      const query = { from: since.toISOString(), page: String(page) };
      const { data } = await this.#ask({ method: 'GET', path: '/settlement', query });
      if (!Array.isArray(data)) throw new Error(`${this.provider} does not tell its settlements`);
      for (const each of objectsIn(data).map(settlementIn)) found.set(each.settlementId, each);
      if (data.length === 0) return [...found.values()];
    }
    throw new Error(`${this.provider} has no last page of its settlements`);
  }

  async #upload(url: string, content: Uint8Array, type: string): Promise<boolean> {
    const headers = { 'content-type': type };
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const put = { method: 'PUT', headers, signal, redirect: 'error' } as const;
    const sent = fetch(url, { ...put, body: Buffer.from(content) });
    return (await sent.catch(() => undefined))?.ok ?? false;
  }

  async #ask(ask: HttpAsk): Promise<Answered> {
    const answer = await this.#http.call({ ...ask, headers: this.#headers });
    const none = { data: null, refusal: null } as const;
    if (answer.failure !== null) return { ...none, failure: answer.failure };
    const body = parseLosslessObject(answer.text);
    const is4xx = answer.status === 400 || answer.status === 404 || answer.status === 422;
    if (answer.status !== 200 && !is4xx) return { ...none, failure: 'HTTP_STATUS' };
    if (body === undefined || typeof body['status'] !== 'boolean') {
      return { ...none, failure: 'GARBAGE' };
    }
    if (is4xx || !body['status']) {
      return { data: null, refusal: textField(body, 'message') ?? 'no words', failure: null };
    }
    return { data: body['data'] ?? null, refusal: null, failure: null };
  }

  async close(): Promise<void> {
    await this.#http.close();
  }
}

/** Returns our id of a charge as the acquirer's reference, with hyphens for underscores, which it does not allow. */
function referenceOf(chargeId: string): string {
  return chargeId.replaceAll('_', '-');
}

function isNotFound(words: string): boolean {
  return /not found/i.test(words);
}

function textIn(parsed: LosslessJson, name: string): string | undefined {
  const [found] = objectsIn([parsed]);
  return found === undefined ? undefined : textField(found, name);
}

/** Reads a charge from the acquirer's answer. A charge with another reference, amount or currency than we asked for is not believed. */
function chargeIn(
  data: LosslessJson,
  asked: Pick<CardCharge, 'chargeId' | 'amountMinor' | 'currency'>,
): CardAnswer {
  const [parsed] = objectsIn([data]);
  if (parsed === undefined) return unknown('GARBAGE');
  const status = textField(parsed, 'status');
  if (textField(parsed, 'reference') !== referenceOf(asked.chargeId)) return unknown('GARBAGE');
  if (status === 'ongoing' || status === 'pending' || status === 'abandoned')
    return unknown('OPEN');
  if (status === 'failed') {
    const code = codeOfWords(textField(parsed, 'gateway_response'));
    return { ...nothing, outcome: 'DECLINED', code, card: cardIn(parsed) };
  }
  const isSame =
    textField(parsed, 'amount') === String(asked.amountMinor) &&
    textField(parsed, 'currency') === asked.currency;
  if (status !== 'success' || !isSame) return unknown('GARBAGE');
  const savedCard = savedIn(parsed);
  return { ...nothing, outcome: 'APPROVED', code: '00', card: cardIn(parsed), savedCard };
}

function cardIn(charge: LosslessObject): CardDetails | null {
  const [parsed] = objectsIn([charge['authorization'] ?? null]);
  const [first6, last4] = ['bin', 'last4'].map((name) => parsed && textField(parsed, name));
  if (parsed === undefined || first6 === undefined || last4 === undefined) return null;
  return {
    ...{ first6, last4, brand: textField(parsed, 'brand') ?? '' },
    expMonth: Number(textField(parsed, 'exp_month')),
    expYear: Number(textField(parsed, 'exp_year')),
    issuer: textField(parsed, 'bank') ?? '',
  };
}

function savedIn(charge: LosslessObject) {
  const [parsed] = objectsIn([charge['authorization'] ?? null]);
  const [authorisation, email] = [
    parsed && textField(parsed, 'authorization_code'),
    textIn(charge['customer'] ?? null, 'email'),
  ];
  if (parsed?.['reusable'] !== true || authorisation === undefined || email === undefined)
    return null;
  return { authorisation, email };
}

const refunded: ReadonlySet<string> = new Set(['pending', 'processing', 'processed']);

/** A refund that is under way counts as made, and is never requested a second time. */
function refundIn(parsed: LosslessJson): CardAnswer {
  const status = textIn(parsed, 'status') ?? '';
  if (refunded.has(status)) return { ...nothing, outcome: 'APPROVED', code: '00' };
  if (status === 'failed') return { ...nothing, outcome: 'DECLINED', code: '05' };
  return unknown('GARBAGE');
}

function noVerdict(failure: string): RailAnswer {
  return { outcome: 'UNKNOWN', code: null, failure };
}

function verdictOf({ refusal, failure }: Answered): RailAnswer {
  if (failure !== null) return noVerdict(failure);
  if (refusal === null) return { outcome: 'SUCCESS', code: null, failure: null };
  const why = disputeRefusalOf(refusal);
  return why === undefined ? noVerdict('REFUSED') : { outcome: 'FAILED', code: null, failure: why };
}

/** Reads a settlement. @throws Error when it cannot be read, because nobody would miss a settlement that is left out */
function settlementIn(parsed: LosslessObject): CardSettlement {
  const [settlementId, net, fee = '0', currency, at = ''] = [
    ...['id', 'total_amount', 'total_fees', 'currency', 'settlement_date'],
  ].map((name) => textField(parsed, name));
  const settledAt = momentOf(at);
  const isRead = [net, fee].every((each) => /^\d{1,15}$/.test(each ?? ''));
  if (settlementId === undefined || currency === undefined || !isRead || settledAt === undefined) {
    throw new Error('a settlement cannot be read');
  }
  return { settlementId, netMinor: BigInt(net ?? 0), feeMinor: BigInt(fee), currency, settledAt };
}
