import type { RailAnswer } from './bank-rail.port.js';

/** A charge as the acquirer is asked for it: a token, never a card number. */
export interface CardCharge {
  /** Ours, minted once per attempt: the acquirer charges it once, however often it is asked. */
  readonly chargeId: string;
  /** `card_...` */
  readonly token: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The address that the payer returns to after 3-D Secure; null when the merchant gave none. */
  readonly returnUrl: string | null;
}

/** A charge at an acquirer whose own page asks for the card and charges it: there is no token before. */
export interface PageCharge extends Omit<CardCharge, 'token'> {
  /** The acquirer knows payers by it. */
  readonly email: string;
}

/** A card that an acquirer has kept: it is charged under the e-mail that it was kept for, and under no other. */
export interface SavedCard {
  readonly authorisation: string;
  readonly email: string;
}

/** A charge of a card that was kept, without its holder. */
export interface SavedCardCharge extends Omit<CardCharge, 'token'> {
  readonly savedCard: SavedCard;
}

/** A payment by which an acquirer has paid money on to us. */
export interface CardSettlement {
  /** The acquirer's own; told twice, it is the same. Text: it may be longer than a number holds. */
  readonly settlementId: string;
  /** The amount that reaches our account, and the amount that the acquirer has kept. */
  readonly netMinor: bigint;
  readonly feeMinor: bigint;
  readonly currency: string;
  readonly settledAt: Date;
}

/** The step that the payer must take before the charge can go on. */
export interface CardAction {
  /** An acquirer's own page, where the payer types the card, is 3DS to merchants and payers: an address to go to. */
  readonly type: '3DS' | 'OTP';
  /** A page for the payer's browser. */
  readonly url: string;
}

/** The details of a card that merchants may see. */
export interface CardDetails {
  readonly brand: string;
  readonly first6: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly issuer: string;
}

/** ABSENT is the answer of a query only: the acquirer has no such charge. Whatever cannot be believed is UNKNOWN. */
export type CardOutcome = 'APPROVED' | 'DECLINED' | 'ACTION_REQUIRED' | 'UNKNOWN' | 'ABSENT';

export interface CardAnswer {
  readonly outcome: CardOutcome;
  /** ISO 8583 response code, two digits; of an acquirer that answers in words, the code that its dialect has for them. Null when none could be read. */
  readonly code: string | null;
  /** A named reason when there was no code: TIMEOUT, UNREACHABLE, GARBAGE, HTTP_STATUS. */
  readonly failure: string | null;
  readonly action: CardAction | null;
  readonly card: CardDetails | null;
  /** Set when the acquirer has kept the card, and lets it be charged again. */
  readonly savedCard?: SavedCard | null;
}

export interface CardRefund {
  /** Ours: refunded once, however often it is asked. */
  readonly refundId: string;
  readonly chargeId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
}

export const disputeDocumentTypes = [
  'RECEIPT',
  'INVOICE',
  'PROOF_OF_DELIVERY',
  'TERMS',
  'MESSAGES',
  'OTHER',
] as const;
export type DisputeDocumentType = (typeof disputeDocumentTypes)[number];

/** A document of a merchant's evidence: an address from which the acquirer fetches it, or a file that the merchant has uploaded. */
export type DisputeDocument =
  | { readonly type: DisputeDocumentType; readonly url: string }
  | { readonly type: DisputeDocumentType; readonly fileId: string };

export const evidenceMediaTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type EvidenceMediaType = (typeof evidenceMediaTypes)[number];

/** A file that evidence names. It is read when it is handed over, one after the other. */
export interface EvidenceFile {
  /** Ours: the acquirer takes it once, however often it is sent. */
  readonly fileId: string;
  readonly mediaType: EvidenceMediaType;
  content(): Promise<Uint8Array>;
}

/** A merchant's evidence against a chargeback. */
export interface DisputeEvidence {
  readonly explanation: string;
  /** RFC 3339; null when the merchant did not say. */
  readonly deliveredAt: string | null;
  readonly deliveryReference: string | null;
  readonly documents: readonly DisputeDocument[];
}

/** A merchant's answer to a chargeback. */
export interface DisputeAnswer {
  /** Ours, minted once per answer: the acquirer takes it once, however often it is sent. */
  readonly answerId: string;
  /** The acquirer's id of the chargeback. */
  readonly chargebackId: string;
  readonly kind: 'ACCEPT' | 'EVIDENCE';
  /** Null: ACCEPT. */
  readonly evidence: DisputeEvidence | null;
  /** The files that the evidence names. */
  readonly files: readonly EvidenceFile[];
}

/** The reasons for which an acquirer refuses an answer: the `failure` of FAILED. */
export const disputeRefusals = [
  'DEADLINE_PASSED',
  'ALREADY_DECIDED',
  'ALREADY_ANSWERED',
  'NOT_ACCEPTED',
] as const;
export type DisputeRefusal = (typeof disputeRefusals)[number];

/** A card acquirer. Methods never throw for an acquirer's misbehaviour, which makes the outcome UNKNOWN. */
export interface CardRail {
  /** The provider's name, the same as in the path of its hooks. */
  readonly provider: string;
  charge(charge: CardCharge): Promise<CardAnswer>;
  /** Names a card by its token, for the payer to know it by; null: unknown. Absent: the acquirer does not say. */
  describe?(token: string): Promise<CardDetails | null>;
  /**
   * Charges at the acquirer's own page: ACTION_REQUIRED with its address. `query` then decides; the payer's coming back proves nothing. Only of an
   * acquirer whose cards are PAGE first. An answer that was lost takes the address along: another charge is opened for another try.
   */
  open?(charge: PageCharge): Promise<CardAnswer>;
  /** Charges a card that was kept. */
  chargeSaved?(charge: SavedCardCharge): Promise<CardAnswer>;
  /**
   * Asks for the outcome of a charge. With `asked`, an approval of another amount, or in another currency, counts for
   * nothing.
   */
  query(
    chargeId: string,
    asked?: Pick<CardCharge, 'amountMinor' | 'currency'>,
  ): Promise<CardAnswer>;
  /** APPROVED, DECLINED or UNKNOWN. */
  refund(refund: CardRefund): Promise<CardAnswer>;
  /** `chargeId`: for an acquirer that keeps no reference of ours, and finds a refund among those of its charge. */
  queryRefund(refundId: string, chargeId?: string): Promise<CardAnswer>;
  /** SUCCESS: taken. FAILED: refused, with one of `disputeRefusals`. Else UNKNOWN. */
  answerDispute(answer: DisputeAnswer): Promise<RailAnswer>;
  /** Asks for the outcome of an answer. ABSENT: the acquirer has no such answer. */
  queryDisputeAnswer(answerId: string, chargebackId?: string): Promise<RailAnswer>;
  /**
   * Returns the money that the acquirer has paid on since then, the oldest first; some of it may have been reported
   * before. Only an acquirer that does not report it by itself has this call.
   */
  settlements?(since: Date): Promise<readonly CardSettlement[]>;
}
