import { z } from 'zod';
import { momentOf } from '../../domain/moment.js';
import { classifyNipCode, type NipQuestion } from '../../domain/nip-code.js';
import { cbnCodePattern, institutionCodePattern } from '../../domain/reference.js';
import {
  RailUnavailableError,
  UnreadableLineError,
  type BankRail,
  type CodeAnswer,
  type OutwardTransfer,
  type RailAccount,
  type RailAnswer,
  type RailBank,
  type RailCapabilities,
  type RailNameAnswer,
  type StatementLine,
  type StatementPage,
  type UnreadLine,
} from '../../domain/bank-rail.port.js';
import { type PostResult, SignedPost, type SignedPostOptions } from '../signed-post.js';

const text = z.string().nullish().default(null);
const line = z.object({
  lineId: z.int().min(1),
  kind: z.enum(['CREDIT', 'DEBIT', 'DEBIT_RETURNED', 'CREDIT_RECALLED', 'STAMP_DUTY', 'CHARGE']),
  sessionId: text,
  amount: z.int().min(1),
  currency: z.string(),
  at: z.preprocess(momentOf, z.date()),
  accountNumber: text,
  counterpart: z.object({
    accountNumber: text,
    accountName: text,
    bankCode: text,
    bankName: text,
  }),
  narration: text,
  balance: z.int(),
});
const lineNumber = line.pick({ lineId: true });
const page = z.object({ lines: z.array(z.unknown()), hasMore: z.boolean() });
const bankList = z.object({
  banks: z.array(
    z.object({
      institutionCode: z.string().regex(institutionCodePattern),
      cbnCode: z.string().regex(cbnCodePattern).nullable(),
      name: z.string().min(1).max(100),
    }),
  ),
});

/**
 * Codes that no bank of NIP has. One says that the transfer waits for a code that the bank has sent to us; the others
 * answer the code that we have entered.
 */
const waitsForCode = '1001';
const codeOutcomes: ReadonlyMap<string, CodeAnswer['outcome']> = new Map([
  ['00', 'TAKEN'],
  ['1002', 'WRONG'],
  ['1003', 'OVER'],
]);

/** The simulator's bank. A real bank's adapter is a copy of this file with its own paths, fields and codes. */
export class SimulatorBankRail implements BankRail {
  readonly provider = 'simulator';
  readonly institutionCode = '090547';
  readonly codes: ReadonlySet<string> = new Set([waitsForCode, ...codeOutcomes.keys()]);
  readonly capabilities: RailCapabilities = {
    numbers: 'OURS',
    statement: 'LINES',
    enforcesAmount: false,
    enforcesExpiry: false,
    cutOffMinutes: 30,
    transferLimitMinor: 1_000_000_000n,
  };
  readonly #post: SignedPost;

  constructor(options: SignedPostOptions) {
    this.#post = new SignedPost(options);
  }

  async banks(): Promise<readonly RailBank[]> {
    const reply = await this.#post.send('/bank/banks', {});
    return this.#listIn(reply, bankList).banks;
  }

  async enquireName({ accountNumber, bankCode }: RailAccount): Promise<RailNameAnswer> {
    const reply = await this.#post.send('/bank/name-enquiry', { accountNumber, bankCode });
    const answer = toAnswer(reply, 'transfer');
    const accountName = stringIn(reply, 'accountName');
    const reference = stringIn(reply, 'nameEnquiryReference');
    if (answer.outcome !== 'SUCCESS') return { ...answer, accountName: null, reference: null };
    // An approved enquiry without the name counts as UNKNOWN.
    if (accountName === null) {
      return { ...answer, outcome: 'UNKNOWN', failure: 'GARBAGE', accountName, reference: null };
    }
    return { ...answer, accountName, reference };
  }

  async transfer(transfer: OutwardTransfer): Promise<RailAnswer> {
    const { sessionId, destination, destinationName: accountName, amountMinor } = transfer;
    const reply = await this.#post.send('/bank/transfer', {
      sessionId,
      destination: { ...destination, accountName },
      nameEnquiryReference: transfer.nameEnquiryReference,
      amount: Number(amountMinor),
      currency: transfer.currency,
      narration: transfer.narration,
    });
    return toAnswer(reply, 'transfer');
  }

  async query(sessionId: string): Promise<RailAnswer> {
    return toAnswer(await this.#post.send('/bank/query', { sessionId }), 'query');
  }

  async enterCode(sessionId: string, entered: string): Promise<CodeAnswer> {
    const { code, failure } = toAnswer(
      await this.#post.send('/bank/code', { sessionId, code: entered }),
      'query',
    );
    return { outcome: codeOutcomes.get(code ?? '') ?? 'UNKNOWN', code, failure };
  }

  async statement(afterLineId: bigint, limit: number): Promise<StatementPage> {
    const asked = { afterLineId: Number(afterLineId), limit };
    const reply = await this.#post.send('/bank/statement', asked);
    const given = this.#listIn(reply, page);
    const lines: StatementLine[] = [];
    const unread: UnreadLine[] = [];
    for (const each of given.lines) {
      const read = line.safeParse(each);
      if (read.success) lines.push(toLine(read.data));
      else unread.push({ lineId: numberOf(each), raw: JSON.stringify(each) });
    }
    return { lines, unread, hasMore: given.hasMore };
  }

  readLine(raw: string): StatementLine {
    const read = line.safeParse(JSON.parse(raw));
    if (read.success) return toLine(read.data);
    throw new UnreadableLineError(read.error.issues.map(({ path }) => path.join('.')));
  }

  /** @throws RailUnavailableError unless the whole list is there. */
  #listIn<List>(reply: PostResult, schema: z.ZodType<List>): List {
    const { code, failure } = toAnswer(reply, 'query');
    if (code !== '00') {
      throw new RailUnavailableError(this.provider, failure ?? `code ${code}`);
    }
    const read = schema.safeParse(reply.body);
    if (!read.success) throw new RailUnavailableError(this.provider, 'GARBAGE');
    return read.data;
  }

  async close(): Promise<void> {
    await this.#post.close();
  }
}

function toLine({ lineId, amount, balance, ...rest }: z.infer<typeof line>): StatementLine {
  return {
    ...rest,
    lineId: BigInt(lineId),
    amountMinor: BigInt(amount),
    balanceMinor: BigInt(balance),
  };
}

function numberOf(given: unknown): bigint | null {
  const read = lineNumber.safeParse(given);
  return read.success ? BigInt(read.data.lineId) : null;
}

function toAnswer(reply: PostResult, asked: NipQuestion): RailAnswer {
  if (reply.failure !== null) return { outcome: 'UNKNOWN', code: null, failure: reply.failure };
  const code = stringIn(reply, 'responseCode');
  if (code === null) return { outcome: 'UNKNOWN', code, failure: 'GARBAGE' };
  if (code === waitsForCode) return { outcome: 'WAITING', code, failure: null, waitsFor: 'CODE' };
  return { outcome: classifyNipCode(code, asked), code, failure: null };
}

function stringIn({ body }: PostResult, field: string): string | null {
  const value = body?.[field];
  return typeof value === 'string' ? value : null;
}
