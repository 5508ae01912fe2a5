import type { RailAnswer } from './bank-rail.port.js';

/** A charge for an acquirer to make. It carries a token, never a card number. */
export interface CardCharge {
  /** Our id, minted once per attempt: the acquirer makes the charge once, however often it is asked. */
  readonly chargeId: string;
  /** `card_...` */
  readonly token: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The address that the payer returns to after 3-D Secure; null when the merchant gave none. */
  readonly returnUrl: string | null;
}

/** A charge on an acquirer's own page, where the payer types the card. So there is no token yet. */
export interface PageCharge extends Omit<CardCharge, 'token'> {
  /** The acquirer identifies payers by their e-mail address. */
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
  /**
   * The acquirer's own id, the same when a settlement is reported twice. It is a text, because it may be longer than a
   * number can hold.
   */
  readonly settlementId: string;
  /** The amount that reaches our account, and the amount that the acquirer has kept. */
  readonly netMinor: bigint;
  readonly feeMinor: bigint;
  readonly currency: string;
  readonly settledAt: Date;
}

/** The step that the payer must take before the charge can go on. */
export interface CardAction {
  /**
   * 3DS also stands for an acquirer's own page where the payer types the card: to merchants and payers, both are an
   * address to go to.
   */
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
  /**
   * ISO 8583 response code, two digits. For an acquirer that answers in words, its dialect chooses the code. Null when no
   * code could be read.
   */
  readonly code: string | null;
  /** A named reason when there was no code: TIMEOUT, UNREACHABLE, GARBAGE, HTTP_STATUS. */
  readonly failure: string | null;
  readonly action: CardAction | null;
  readonly card: CardDetails | null;
  /** Set when the acquirer has kept the card, and lets it be charged again. */
  readonly savedCard?: SavedCard | null;
}

export interface CardRefund {
  /** Our id of this try, not the one of the refund: the acquirer refunds it once, however often it is asked. */
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

/** A file that the evidence names. Files are read one after the other, when they are handed over. */
export interface EvidenceFile {
  /** Our id: the acquirer takes the file once, however often it is sent. */
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
  /** Our id, minted once per answer: the acquirer takes the answer once, however often it is sent. */
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
  /**
   * The milliseconds for which the acquirer has asked for no more calls; 0: it takes calls. Only acquirers that ask for
   * this have the method.
   */
  heldForMs?(): number;
  charge(charge: CardCharge): Promise<CardAnswer>;
  /**
   * Returns the details by which a payer recognises a card; null: the token is unknown. An acquirer that does not give
   * them lacks this method.
   */
  describe?(token: string): Promise<CardDetails | null>;
  /**
   * Charges on the acquirer's own page: the answer is ACTION_REQUIRED with its address. Only `query` decides the outcome:
   * the payer's return proves nothing. Only acquirers whose cards are PAGE first have this method. When the answer is
   * lost, the address is lost too, and another try opens another charge.
   */
  open?(charge: PageCharge): Promise<CardAnswer>;
  /** Charges a card that was kept. */
  chargeSaved?(charge: SavedCardCharge): Promise<CardAnswer>;
  /**
   * Asks for the outcome of a charge. An approval of another amount than `asked`, or in another currency, is UNKNOWN; so
   * is a refusal that may be of the query itself.
   */
  query(chargeId: string, asked: Pick<CardCharge, 'amountMinor' | 'currency'>): Promise<CardAnswer>;
  /** APPROVED, DECLINED or UNKNOWN. */
  refund(refund: CardRefund): Promise<CardAnswer>;
  /** `chargeId` is for an acquirer that keeps no reference of ours: the refund is then found among those of the charge. */
  queryRefund(refundId: string, chargeId?: string): Promise<CardAnswer>;
  /** SUCCESS: the acquirer took the answer. FAILED: it refused, with one of `disputeRefusals`. Anything else is UNKNOWN. */
  answerDispute(answer: DisputeAnswer): Promise<RailAnswer>;
  /** Asks for the outcome of an answer. ABSENT: the acquirer has no such answer. */
  queryDisputeAnswer(answerId: string, chargebackId?: string): Promise<RailAnswer>;
  /**
   * Returns the money that the acquirer has paid on since then, the oldest first; some of it may have been reported
   * before. Only an acquirer that does not report it by itself has this call.
   */
  settlements?(since: Date): Promise<readonly CardSettlement[]>;
}
