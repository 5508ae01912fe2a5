/** The abilities of a bank. The engine does itself whatever the bank cannot do. */
export interface RailCapabilities {
  /**
   * OURS: payers send to numbers that we make under a prefix. THEIRS: the bank opens a number for each call, and gives
   * it to somebody else later.
   */
  readonly numbers: 'OURS' | 'THEIRS';
  /** LINES: `statement` has every line of our account. NONE: the bank is asked about each transfer instead. */
  readonly statement: 'LINES' | 'NONE';
  /** Whether the bank refuses a transfer that is not of the expected amount. */
  readonly enforcesAmount: boolean;
  /** Whether the bank refuses a transfer after the account's window. */
  readonly enforcesExpiry: boolean;
  /** Minutes after sending when a transfer that the bank has no record of can no longer go through. */
  readonly cutOffMinutes: number;
  /** The largest single transfer, in minor units. Payouts are split by it. A refund is not, and fails above it. */
  readonly transferLimitMinor: bigint;
}

export interface RailAccount {
  readonly accountNumber: string;
  /** NIP institution code, 6 digits. */
  readonly bankCode: string;
}

/** A bank that transfers can go to. */
export interface RailBank {
  /** NIP institution code, 6 digits: transfers and name enquiries use it. */
  readonly institutionCode: string;
  /** The code that the central bank gave the bank, 3 or 5 digits; null when the rail does not give it. */
  readonly cbnCode: string | null;
  readonly name: string;
}

export interface OutwardTransfer {
  /**
   * 30 digits that follow from the payment, one id per attempt: the bank knows a transfer by it, and carries it out
   * once.
   */
  readonly sessionId: string;
  readonly destination: RailAccount;
  /** The holder's name from the name enquiry. */
  readonly destinationName: string;
  /** The bank's reference of the name enquiry; the transfer carries it. */
  readonly nameEnquiryReference: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** At most 100 characters. */
  readonly narration: string;
}

/** Money of a credit that the provider gives back itself, to a payer whom it may not name to us. */
export interface CreditRefund {
  /**
   * Our id, one for each attempt, like the session id of a transfer. The provider carries a refund out once per id, and
   * `query` asks for the outcome by it.
   */
  readonly sessionId: string;
  /** The provider's own key of the credit. */
  readonly creditKey: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** At most 100 characters. */
  readonly narration: string;
}

/**
 * The meaning of a bank's answer (src/domain/nip-code.ts). FAILED: it is certain that no money has moved. UNKNOWN: the
 * answer cannot be read, timed out or broke off. ABSENT answers only a query: the bank has no record. WAITING: the bank
 * has the transfer, and carries it out once one of our people has entered a code or has approved the transfer at the bank.
 */
export type RailOutcome = 'SUCCESS' | 'FAILED' | 'UNKNOWN' | 'ABSENT' | 'WAITING';

/** The cause of a certain failure. It decides the next step: another account, a hold, or another try. */
export type SendingFault = 'ACCOUNT' | 'FRAUD' | 'OTHER';

export interface RailAnswer {
  readonly outcome: RailOutcome;
  /** The bank's code as it came; null when none could be read. Only the bank's own dialect knows what it means. */
  readonly code: string | null;
  /** A named reason when there was no code: TIMEOUT, UNREACHABLE, GARBAGE, HTTP_STATUS. */
  readonly failure: string | null;
  /** The cause of FAILED, where the code is the bank's own and not one of NIP (nipFault). */
  readonly fault?: SendingFault;
  /** The names under which the bank and its statement know the transfer, besides ours. Undefined: the answer gave none. */
  readonly knownAs?: TransferNames;
  /**
   * The thing that WAITING waits for. CODE: a code that the bank has sent to us, which `enterCode` takes. Left out: the
   * bank does not say.
   */
  readonly waitsFor?: 'CODE' | 'APPROVAL';
}

/**
 * The answer to a code. TAKEN: the code was right; `query` returns the outcome of the transfer. WRONG: another code may be
 * entered. OVER: the transfer waits for no code any more. UNKNOWN: nobody knows what became of the code. The bank is then
 * asked about the transfer, and the code is not sent again.
 */
export interface CodeAnswer {
  readonly outcome: 'TAKEN' | 'WRONG' | 'OVER' | 'UNKNOWN';
  readonly code: string | null;
  readonly failure: string | null;
}

/** The names that a bank gives a transfer. Null: the bank has no such name, or did not give it. */
export interface TransferNames {
  readonly providerId: string | null;
  /** The id in the scheme that carried the transfer: a NIP session id today. */
  readonly sessionId: string | null;
  /** The ids of ISO 20022, the scheme that is to follow NIP. */
  readonly endToEndId: string | null;
  readonly uetr: string | null;
}

export interface RailNameAnswer extends RailAnswer {
  /** Set when the outcome is SUCCESS. */
  readonly accountName: string | null;
  readonly reference: string | null;
}

/** An account number that the bank is asked to open for one payer, or for one customer for ever. */
export interface AccountWish {
  /** Our reference. A bank that can do so answers a repeated reference with the account that it opened before. */
  readonly reference: string;
  /** The name that payers see when they ask whose account it is. */
  readonly accountName: string;
  /** LASTING: a customer's own number, for ever. PASSING: for one payment. */
  readonly kind: 'PASSING' | 'LASTING';
  /** The minutes in which a payer is to be able to pay; the bank may grant less, or more. Null: no limit. */
  readonly minutes: number | null;
}

/**
 * An account number that the bank opened. It is ours for a time only: before and after, the same digits may be somebody
 * else's.
 */
export interface OpenedNumber {
  readonly accountNumber: string;
  /**
   * The name as the bank shows it to payers: the bank may have cut it, or put its own words before it. Null: as we
   * asked.
   */
  readonly accountName: string | null;
  /** The bank's own name for the account; null: none. */
  readonly providerReference: string | null;
  /** The time after which the bank may give the number to somebody else; null: the number stays ours. */
  readonly oursUntil: Date | null;
}

/**
 * OPENED: the bank opened one number, or the provider opened several at banks that it chose. The first is the one to give
 * out. REFUSED: certainly none was opened. UNKNOWN: a number may have been opened that nobody will ever learn.
 */
export type AccountOpening =
  | { readonly outcome: 'OPENED'; readonly numbers: readonly [OpenedNumber, ...OpenedNumber[]] }
  | {
      readonly outcome: 'REFUSED' | 'UNKNOWN';
      readonly code: string | null;
      readonly failure: string | null;
    };

/** A line of the bank's own statement of our account with it. */
export interface StatementLine {
  /** Rises with every line. */
  readonly lineId: bigint;
  readonly kind:
    | 'CREDIT'
    | 'DEBIT'
    | 'DEBIT_RETURNED'
    | 'CREDIT_RECALLED'
    | 'STAMP_DUTY'
    | 'CHARGE';
  /** The transfer's session id. A charge or duty has the id of the transfer it belongs to, or null. */
  readonly sessionId: string | null;
  /** Always positive; `kind` says which way. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly at: Date;
  /** The number of ours that a CREDIT came to. */
  readonly accountNumber: string | null;
  readonly counterpart: {
    readonly accountNumber: string | null;
    readonly accountName: string | null;
    readonly bankCode: string | null;
    readonly bankName: string | null;
  };
  readonly narration: string | null;
  /** The balance of our account after this line. Null: the file that it is from has no balances. */
  readonly balanceMinor: bigint | null;
}

/** A line that its adapter could not read, as the bank sent it. */
export interface UnreadLine {
  /** Null when the id of the line could not be read either. */
  readonly lineId: bigint | null;
  readonly raw: string;
}

export interface StatementPage {
  readonly lines: readonly StatementLine[];
  /** The lines that could not be read. They do not hold up the others. */
  readonly unread: readonly UnreadLine[];
  readonly hasMore: boolean;
}

/**
 * A bank we send through and collect at. Methods never throw for a bank's misbehaviour, which makes the outcome
 * UNKNOWN. `banks` and `statement` throw RailUnavailableError, because a missing list is no basis for a decision.
 */
export interface BankRail {
  /** The provider's name, the same as in `number_prefix.provider` and in the path of its hooks. */
  readonly provider: string;
  /** NIP institution code that the session ids we mint begin with. */
  readonly institutionCode: string;
  readonly capabilities: RailCapabilities;
  /**
   * The bank's own codes besides those of NIP, which metrics name. No other text of a bank may make a series of its
   * own.
   */
  readonly codes?: ReadonlySet<string>;
  /**
   * The milliseconds for which the bank has asked for no more calls; 0: it takes calls. Only banks that ask for this have
   * the method.
   */
  heldForMs?(): number;
  /** Every bank that this one can send to; none twice. */
  banks(): Promise<readonly RailBank[]>;
  enquireName(account: RailAccount): Promise<RailNameAnswer>;
  transfer(transfer: OutwardTransfer): Promise<RailAnswer>;
  /**
   * Gives the money of a credit back by a call of its own. Without this method, a refund is a transfer to the account
   * that paid.
   */
  refund?(refund: CreditRefund): Promise<RailAnswer>;
  /** TSQ: asks for the outcome of the transfer with this session id. An answer about another amount does not count. */
  query(sessionId: string, amountMinor?: bigint): Promise<RailAnswer>;
  /** Enters the code that a transfer waits for. Only banks that send us codes have this method. */
  enterCode?(sessionId: string, code: string): Promise<CodeAnswer>;
  /** Opens an account number. Only banks whose numbers are THEIRS have this method. */
  openAccount?(wish: AccountWish): Promise<AccountOpening>;
  /** Lines after `afterLineId`, oldest first. A bank without a statement never returns a line. */
  statement(afterLineId: bigint, limit: number): Promise<StatementPage>;
  /**
   * Reads a line that `statement` could not read: a later version may be able to.
   *
   * @throws UnreadableLineError
   */
  readLine(raw: string): StatementLine;
}

/** Names the fields at fault, without their values. */
export class UnreadableLineError extends Error {
  /** Names of fields, with commas between them. */
  readonly code: string;

  constructor(fields: readonly string[]) {
    super(`a line of a statement cannot be read: ${fields.join(', ')}`);
    this.name = 'UnreadableLineError';
    this.code = fields.join(',');
  }
}

/** The bank could not be asked; ask again later. */
export class RailUnavailableError extends Error {
  constructor(provider: string, reason: string) {
    super(`${provider} does not answer: ${reason}`);
    this.name = 'RailUnavailableError';
  }
}
