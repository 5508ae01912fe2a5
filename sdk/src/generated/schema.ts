// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.
export interface components {
    schemas: {
        readonly FieldErrorView: {
            readonly field: string;
            readonly rule: string;
            readonly message: string;
        };
        readonly ErrorDataView: {
            /** @description The stable name to switch on. */
            readonly reason: string;
            /** @description Whether the same request may succeed later. */
            readonly retryable: boolean;
            readonly errors: readonly components["schemas"]["FieldErrorView"][];
            /** @description Where to read on. */
            readonly docs: string;
        };
        readonly BankView: {
            /** @description The code that the central bank (CBN) gave it; null when it has none. */
            readonly code: string | null;
            /** @description For people to choose by. */
            readonly name: string;
            /** @description The bank's code on NIP, six digits. */
            readonly nipInstitutionCode: string;
        };
        readonly BankList: {
            readonly banks: readonly components["schemas"]["BankView"][];
        };
        readonly AmountByChannel: {
            readonly Bank: number | null;
            readonly Card: number | null;
        };
        readonly PoliciesView: {
            /**
             * @description Less than is due: wait for the rest, take it as the payment, or send it back.
             * @enum {string}
             */
            readonly underpaid: "HOLD_TOP_UP" | "ACCEPT" | "REFUND_NOW";
            /**
             * @description More than is due: send back what is too much, keep it, or send all of it back.
             * @enum {string}
             */
            readonly overpaid: "REFUND_EXCESS" | "KEEP" | "REFUND_ALL";
            /**
             * @description Sent after the account's time: send it back, take it as the payment, or ask an operator.
             * @enum {string}
             */
            readonly late: "REFUND" | "ACCEPT_LATE" | "HOLD";
            /**
             * @description A second payment of what is paid: send it back, or keep it for you.
             * @enum {string}
             */
            readonly duplicate: "REFUND" | "KEEP_AS_CREDIT";
            /**
             * @description Whether an unpaid account window lets the payer try again.
             * @enum {string}
             */
            readonly onAccountExpiry: "REISSUE" | "EXPIRE";
            /**
             * @description Who pays the duty on what is sent back.
             * @enum {string}
             */
            readonly refundFeeBearer: "PLATFORM" | "MERCHANT";
            /** @description Kobo that may be missing or too much; counts for at most 1 % of what is due. */
            readonly tolerance: number;
        };
        readonly InitiatedCheckout: {
            readonly checkoutId: string;
            readonly paymentReference: string;
            readonly status: string;
            /** @description What you asked, in kobo. */
            readonly amount: number;
            /** @description What the customer pays, in kobo. */
            readonly amountExpected: number;
            /** @description The same as amountExpected. */
            readonly amountPayable: number;
            readonly amountPayableByChannel: components["schemas"]["AmountByChannel"];
            /** @description What arrived, in kobo. */
            readonly amountPaid: number;
            /** @description What you may give value for, in kobo. */
            readonly amountAccepted: number;
            /** @description Still to be paid, in kobo. */
            readonly amountOutstanding: number;
            readonly amountFormatted: string;
            readonly currency: string;
            readonly channels: readonly string[];
            /** @enum {string} */
            readonly feeBearer: "MERCHANT" | "CUSTOMER" | (string & {});
            /** @description What the fee adds for the customer, in kobo. */
            readonly customerFee: number;
            /** @description What holds for this checkout. */
            readonly policies: components["schemas"]["PoliciesView"];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly nextActions: readonly string[];
        };
        readonly PolicyChanges: {
            /**
             * @description Less than is due: wait for the rest, take it as the payment, or send it back.
             * @enum {string}
             */
            readonly underpaid?: "HOLD_TOP_UP" | "ACCEPT" | "REFUND_NOW";
            /**
             * @description More than is due: send back what is too much, keep it, or send all of it back.
             * @enum {string}
             */
            readonly overpaid?: "REFUND_EXCESS" | "KEEP" | "REFUND_ALL";
            /**
             * @description Sent after the account's time: send it back, take it as the payment, or ask an operator.
             * @enum {string}
             */
            readonly late?: "REFUND" | "ACCEPT_LATE" | "HOLD";
            /**
             * @description A second payment of what is paid: send it back, or keep it for you.
             * @enum {string}
             */
            readonly duplicate?: "REFUND" | "KEEP_AS_CREDIT";
            /**
             * @description Whether an unpaid account window lets the payer try again.
             * @enum {string}
             */
            readonly onAccountExpiry?: "REISSUE" | "EXPIRE";
            /**
             * @description Who pays the duty on what is sent back.
             * @enum {string}
             */
            readonly refundFeeBearer?: "PLATFORM" | "MERCHANT";
            /** @description Kobo that may be missing or too much; counts for at most 1 % of what is due. */
            readonly tolerance?: number;
        };
        readonly InitiateRequest: {
            /**
             * Format: email
             * @description The customer's e-mail address. Manilla sends no e-mail to it.
             */
            readonly email: string;
            /** @description The customer's phone number, of any country, mobile or land line. Spaces, dashes, dots, slashes and brackets are allowed. A number without + and country code is read as Nigerian. Kept as E.164, such as +2348031234567. */
            readonly phoneNumber: string;
            /** @description The customer's legal first name. */
            readonly firstName: string;
            /** @description The customer's legal last name. */
            readonly lastName: string;
            /**
             * Format: int64
             * @description The total. In kobo.
             */
            readonly amount: number;
            /** @description Your own name for the order, unique for ever. */
            readonly paymentReference: string;
            /** @description Allowed ways to pay; the merchant's own default when left out. */
            readonly channels?: readonly ("Card" | "Bank")[] | null;
            /**
             * @default NGN
             * @enum {string|null}
             */
            readonly currency?: "NGN" | null;
            /** @description Your own notes: at most 20 texts of at most 500 characters. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
            /** @description For this checkout, in place of what the merchant has set. */
            readonly policies?: components["schemas"]["PolicyChanges"] | null;
            /**
             * @description Minutes until the session ends.
             * @default 1440
             */
            readonly sessionTtlMinutes?: number | null;
            /** @description What the payment is for. */
            readonly description?: string | null;
            /**
             * Format: uri
             * @description Where to send the customer afterwards.
             */
            readonly redirectUrl?: string | null;
        };
        readonly DynamicAccountData: {
            readonly virtualAccountId: string;
            readonly accountNumber: string;
            /** @description What payers see. */
            readonly accountName: string;
            /** @description The bank's CBN code. */
            readonly bankCode: string;
            readonly bankName: string;
            readonly prefix: string;
            readonly paymentReference: string;
            /** @description The same as paymentReference. */
            readonly reference: string;
            /** @description The bank's code on NIP. */
            readonly nipInstitutionCode: string;
            /** @description In kobo. */
            readonly amount: number;
            readonly amountFormatted: string;
            /** @description Still to be paid, in kobo. */
            readonly amountOutstanding: number;
            readonly currency: string;
            /** @description Minutes. */
            readonly validity: number;
            /**
             * @description Which other amounts complete the payment: more, less, or any.
             * @enum {string}
             */
            readonly amountRule: "EXACT" | "AT_LEAST" | "AT_MOST" | "ANY";
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED" | (string & {});
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly secondsRemaining: number;
            readonly warnings: readonly string[];
        };
        readonly CreateAccountRequest: {
            /** @description Your own name for the order, unique for ever. */
            readonly paymentReference: string;
            /** @description The three digits your account numbers begin with. */
            readonly prefix: string;
            /** @description Minutes until the account expires; 10 to 30 is recommended. */
            readonly validity: number;
            /**
             * Format: int64
             * @description The amount expected: amountPayable of the checkout. In kobo.
             */
            readonly amount: number;
        };
        readonly CardView: {
            readonly brand: string;
            readonly first6: string;
            readonly last4: string;
            readonly expMonth: number;
            readonly expYear: number;
            readonly issuer: string;
        };
        readonly CardActionView: {
            /** @enum {string} */
            readonly type: "3DS" | "OTP" | (string & {});
            /** @description A page for the payer's browser. */
            readonly url: string;
        };
        readonly AttemptView: {
            /** @enum {string} */
            readonly channel: "Bank" | "Card";
            /** @enum {string} */
            readonly status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "UNKNOWN" | "EXPIRED" | "CANCELLED" | (string & {});
            /** @description Null for a card. */
            readonly accountNumber: string | null;
            /** @description As far as it is known. */
            readonly card: components["schemas"]["CardView"] | null;
            /** @description What the payer must do. */
            readonly action: components["schemas"]["CardActionView"] | null;
            /** @description The acquirer's last answer. */
            readonly responseCode: string | null;
            /** @description In kobo. */
            readonly amount: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string | null;
        };
        readonly RefundSummary: {
            readonly refundReference: string;
            readonly refundId: string;
            readonly transactionReference: string;
            /** @enum {string} */
            readonly origin: "POLICY" | "MERCHANT" | "OPERATOR" | (string & {});
            /** @description UNDERPAID, OVERPAID, LATE, MERCHANT_REQUEST, … */
            readonly cause: string;
            /** @description In kobo. */
            readonly amount: number;
            /** @enum {string} */
            readonly status: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED" | (string & {});
        };
        readonly TransactionView: {
            readonly transactionReference: string;
            /** @enum {string} */
            readonly paymentChannel: "Bank" | "Card";
            readonly sessionId: string;
            /** @description Null for a card payment. */
            readonly accountNumber: string | null;
            /** @description In kobo. */
            readonly amount: number;
            /** @description Of it, what counts towards the checkout, in kobo. */
            readonly amountApplied: number;
            /** @description Of it, what is too much, in kobo. */
            readonly excessAmount: number;
            /** @description Of it, what goes back or has gone back, in kobo. */
            readonly amountRefunded: number;
            /** @description Charged on it, in kobo. */
            readonly fee: number;
            /** @description On the fee, in kobo. */
            readonly vat: number;
            /**
             * @description Null while it is not in the books yet.
             * @enum {string|null}
             */
            readonly outcome: "EXACT" | "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null | (string & {});
            /** @description The policy that decided, such as REFUND_EXCESS; null when it fits. */
            readonly policyApplied: string | null;
            /**
             * @description What became of one that was held; null while it is, and for all others.
             * @enum {string|null}
             */
            readonly resolution: "ACCEPTED" | "RETURNED" | "KEPT" | null | (string & {});
            readonly refunds: readonly components["schemas"]["RefundSummary"][];
            /** Format: date-time */
            readonly sentAt: string | null;
            /** Format: date-time */
            readonly receivedAt: string;
            /**
             * Format: date
             * @description When it may be paid out to you; null when nothing of it is yours.
             */
            readonly settlementDueDate: string | null;
        };
        readonly CheckoutView: {
            readonly checkoutId: string;
            readonly paymentReference: string;
            /** @description Completes this checkout. You get it while the checkout is open and for 24 hours after it was paid; null otherwise. */
            readonly accessCode: string | null;
            /**
             * Format: date-time
             * @description While the checkout is open, the end of its session. Once it is paid, 24 hours after the payment was booked. Null without an access code.
             */
            readonly accessCodeExpiresAt: string | null;
            readonly status: string;
            readonly exception: string | null;
            readonly exceptions: readonly string[];
            readonly statusReason: string | null;
            /** @description What you asked, in kobo. */
            readonly amount: number;
            /** @description What the customer pays, in kobo. */
            readonly amountExpected: number;
            /** @description What arrived, in kobo. */
            readonly amountPaid: number;
            /** @description What you may give value for, in kobo. */
            readonly amountAccepted: number;
            /** @description Still to be paid, in kobo. */
            readonly amountOutstanding: number;
            readonly amountFormatted: string;
            readonly currency: string;
            readonly channels: readonly string[];
            readonly virtualAccount: components["schemas"]["DynamicAccountData"] | null;
            readonly attempts: readonly components["schemas"]["AttemptView"][];
            /** @description The one that paid it. */
            readonly transaction: components["schemas"]["TransactionView"] | null;
            /** @description Everything that was received. */
            readonly transactions: readonly components["schemas"]["TransactionView"][];
            /** @description Everything that goes back. */
            readonly refunds: readonly components["schemas"]["RefundSummary"][];
            /** @description What your refunds have sent back, in kobo. */
            readonly amountRefunded: number;
            readonly policies: components["schemas"]["PoliciesView"];
            readonly amountPayableByChannel: components["schemas"]["AmountByChannel"];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** @description Until the account's window, or else the session, ends. */
            readonly secondsRemaining: number;
            readonly version: number;
        };
        readonly PaidCard: {
            readonly brand: string;
            readonly last4: string;
        };
        readonly GatewayResponse: {
            readonly code: string | null;
            readonly message: string;
        };
        readonly CompletedCheckout: {
            readonly checkoutId: string;
            readonly paymentReference: string;
            readonly transactionReference: string;
            /** @enum {string} */
            readonly status: "SUCCESSFUL" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | (string & {});
            readonly exception: string | null;
            /**
             * @description What it was paid by.
             * @enum {string}
             */
            readonly paymentChannel: "Bank" | "Card";
            /** @description A card is masked. */
            readonly account: string;
            /** @description Null for a transfer. */
            readonly card: components["schemas"]["PaidCard"] | null;
            readonly amount: number;
            readonly amountExpected: number;
            /** @description What arrived, in kobo. */
            readonly amountPaid: number;
            /** @description What you may give value for, in kobo. */
            readonly amountAccepted: number;
            readonly amountFormatted: string;
            readonly excessAmount: number;
            readonly fee: number;
            readonly vat: number;
            readonly settlementAmount: number;
            /**
             * Format: date
             * @description When it may be paid out to you.
             */
            readonly settlementDueDate: string | null;
            readonly currency: string;
            readonly sessionId: string | null;
            /** Format: date-time */
            readonly paidAt: string | null;
            readonly gatewayResponse: components["schemas"]["GatewayResponse"];
        };
        readonly PendingPayment: {
            readonly checkoutId: string;
            readonly paymentReference: string;
            readonly status: string;
            /** @description What has arrived, in kobo. */
            readonly amountPaid: number;
            /** @description Still to be paid, in kobo. */
            readonly amountOutstanding: number;
            readonly retryAfterSeconds: number;
            /** @description Until the account's window, or else the session, ends. */
            readonly secondsRemaining: number;
        };
        readonly ActionRequired: {
            readonly checkoutId: string;
            readonly paymentReference: string;
            readonly status: string;
            /** @description What has arrived, in kobo. */
            readonly amountPaid: number;
            /** @description Still to be paid, in kobo. */
            readonly amountOutstanding: number;
            readonly retryAfterSeconds: number;
            /** @description Until the account's window, or else the session, ends. */
            readonly secondsRemaining: number;
            /** @description What the payer must do. */
            readonly action: components["schemas"]["CardActionView"] | null;
        };
        readonly CompleteRequest: {
            /** @enum {string} */
            readonly paymentChannel: "Bank" | "Card";
            /** @description Bank: the virtual account that was paid. Card: a token, never a card number. */
            readonly account: string;
            /**
             * Format: int64
             * @description The amount you confirm: what is due or, once money has come, what was received or accepted. A card that is still to be charged takes only what is due. In kobo.
             */
            readonly amount: number;
            /** @description Your own name for the order, unique for ever. */
            readonly paymentReference: string;
            /** @description From the query operation. */
            readonly accessCode: string;
        };
        readonly CancelRequest: {
            /** @description Why, in your own words. It changes nothing. */
            readonly reason?: string | null;
        };
        readonly TimelineEntryView: {
            /** Format: date-time */
            readonly at: string;
            /**
             * @description EVENT: what you were told by webhook.
             * @enum {string}
             */
            readonly kind: "CHECKOUT" | "ACCOUNT" | "CREDIT" | "CARD_ATTEMPT" | "REFUND" | "CHARGEBACK" | "RECALL" | "EVENT" | (string & {});
            /** @description What became of it: a status or a transaction's outcome; of an EVENT its type. */
            readonly status: string;
            /** @description The reference or id that other operations know it by; of an ACCOUNT its number. */
            readonly reference: string;
            /** @description In kobo. */
            readonly amount: number | null;
            /** @description The policy, the cause or the acquirer's code that goes with it. */
            readonly reason: string | null;
        };
        readonly CheckoutTimeline: {
            readonly paymentReference: string;
            /** @description Of the checkout, now. */
            readonly status: string;
            /** @description The oldest first, at most 500. */
            readonly entries: readonly components["schemas"]["TimelineEntryView"][];
        };
        readonly SettlementSettingsView: {
            /** @description When collections become due and are paid out: T0_INSTANT, T1, T2, WEEKLY:MON to WEEKLY:FRI, MONTHLY:1 to MONTHLY:31, MANUAL. */
            readonly schedule: string;
            /**
             * Format: int64
             * @description What is less is carried over to the next payout. In kobo.
             */
            readonly minimumPayout: number;
            /** @description Charged on each transfer to you, without VAT; agreed with you. In kobo. */
            readonly payoutFee: number;
        };
        readonly SettlementSettingsRequest: {
            /** @description When collections become due and are paid out: T0_INSTANT, T1, T2, WEEKLY:MON to WEEKLY:FRI, MONTHLY:1 to MONTHLY:31, MANUAL. */
            readonly schedule: string;
            /**
             * Format: int64
             * @description What is less is carried over to the next payout. In kobo.
             */
            readonly minimumPayout: number;
        };
        readonly RefundDestinationView: {
            readonly accountNumber: string | null;
            readonly accountName: string | null;
            readonly bankCode: string | null;
            readonly bankName: string | null;
        };
        readonly RefundView: {
            /** @description Yours, or the refundId when a policy made it. */
            readonly refundReference: string;
            readonly refundId: string;
            readonly transactionReference: string;
            readonly paymentReference: string | null;
            /** @enum {string} */
            readonly status: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED" | (string & {});
            /** @enum {string} */
            readonly origin: "POLICY" | "MERCHANT" | "OPERATOR" | (string & {});
            /** @description Why, as programs know it: UNDERPAID, OVERPAID, LATE, MERCHANT_REQUEST, … */
            readonly cause: string;
            /** @description Why, in your own words. */
            readonly reason: string | null;
            /** @description In kobo. */
            readonly amount: number;
            readonly amountFormatted: string;
            readonly currency: string;
            /** @description Stamp duty on the transfer, in kobo. */
            readonly duty: number;
            /** @enum {string} */
            readonly dutyBearer: "PLATFORM" | "MERCHANT";
            /** @enum {string} */
            readonly channel: "Bank" | "Card";
            /** @description Null for a card. */
            readonly destination: components["schemas"]["RefundDestinationView"] | null;
            /** @description The bank's last word. */
            readonly responseCode: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** Format: date-time */
            readonly completedAt: string | null;
        };
        readonly RequestedRefund: {
            readonly refund: components["schemas"]["RefundView"];
        };
        readonly DestinationRequest: {
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` of `GET /api/v1/banks`. */
            readonly bankCode: string;
        };
        readonly RefundRequest: {
            /** @description Your own name for the refund, unique for ever: the same again is a replay. */
            readonly refundReference: string;
            /**
             * Format: int64
             * @description What to send back; all that is left when left out. In kobo.
             */
            readonly amount?: number | null;
            /** @description Why, in your own words. */
            readonly reason: string;
            /** @description Another account to send to; by default the one the money came from. */
            readonly destination?: components["schemas"]["DestinationRequest"] | null;
        };
        readonly RefundList: {
            readonly refunds: readonly components["schemas"]["RefundView"][];
        };
        readonly PageView: {
            readonly size: number;
            /** @description When the page was asked for by number. */
            readonly number?: number;
            /** @description Items in the whole list; told on its last page, when that was asked for by number. */
            readonly totalItems?: number;
            /** @description Asks for the next page; null on the last. */
            readonly nextCursor: string | null;
            /** @description Whether there is a next page. */
            readonly hasMore: boolean;
        };
        readonly RefundPage: {
            readonly items: readonly components["schemas"]["RefundView"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly CalendarDay: {
            /** Format: date */
            readonly date: string;
            /** @description Monday to Friday, and no holiday. */
            readonly businessDay: boolean;
            readonly holiday: string | null;
            /** @description Whether your schedule pays out on this day. */
            readonly payoutDay: boolean;
        };
        readonly SettlementCalendar: {
            /** @description Yours; by it the payout days are. */
            readonly schedule: string;
            /** Format: date */
            readonly from: string;
            /** Format: date */
            readonly to: string;
            readonly days: readonly components["schemas"]["CalendarDay"][];
        };
        readonly TransactionAccountView: {
            readonly virtualAccountId: string | null;
            readonly accountNumber: string;
            readonly accountName: string | null;
            readonly bankCode: string | null;
            readonly bankName: string | null;
            /**
             * @description Null for a number that was nobody’s.
             * @enum {string|null}
             */
            readonly type: "STATIC" | "DYNAMIC" | null | (string & {});
            /** @description Your own name for a static account. */
            readonly reference: string | null;
        };
        readonly TransactionSourceView: {
            /** @description The last four digits; all of them with the scope `transactions:pii`. */
            readonly accountNumber: string | null;
            readonly accountName: string | null;
            readonly bankCode: string | null;
            readonly bankName: string | null;
        };
        readonly TransactionCardView: {
            readonly brand: string;
            readonly last4: string;
            readonly first6: string;
            readonly expMonth: number;
            readonly expYear: number;
            readonly issuer: string;
        };
        readonly TransactionGatewayResponse: {
            readonly code: string;
            readonly message: string;
        };
        readonly TransactionRefundView: {
            readonly refundReference: string;
            readonly refundId: string;
            /** @enum {string} */
            readonly origin: "POLICY" | "MERCHANT" | "OPERATOR" | (string & {});
            /** @description UNDERPAID, LATE, MERCHANT_REQUEST, … */
            readonly cause: string;
            /** @description In kobo. */
            readonly amount: number;
            /** @enum {string} */
            readonly status: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED" | (string & {});
        };
        readonly Transaction: {
            readonly transactionReference: string;
            /** @description Null when it is for no order. */
            readonly paymentReference: string | null;
            readonly checkoutId: string | null;
            /** @enum {string} */
            readonly type: "COLLECTION";
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED" | (string & {});
            /**
             * @description What it is besides exactly what was due.
             * @enum {string|null}
             */
            readonly exception: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null | (string & {});
            /** @enum {string} */
            readonly paymentChannel: "Bank" | "Card";
            readonly currency: string;
            /** @description What the order asks, in kobo. */
            readonly amountExpected: number | null;
            /** @description In kobo. */
            readonly amountReceived: number;
            readonly amountFormatted: string;
            /** @description Of it, what counts towards the order, in kobo. */
            readonly amountApplied: number;
            /** @description Of it, what is too much, in kobo. */
            readonly excessAmount: number;
            /** @description Charged on it, in kobo. */
            readonly fee: number;
            /** @description On the fee, in kobo. */
            readonly vat: number;
            /** @enum {string|null} */
            readonly feeBearer: "MERCHANT" | "CUSTOMER" | null | (string & {});
            /** @description What you have of it after fee and VAT, in kobo. */
            readonly settlementAmount: number;
            /** @description Of the settlement it is in; PENDING while it waits for one, null while nothing is due. */
            readonly settlementStatus: string | null;
            /** Format: date */
            readonly settlementDueDate: string | null;
            readonly settlementReference: string | null;
            /** @description Null for a card. */
            readonly virtualAccount: components["schemas"]["TransactionAccountView"] | null;
            /** @description Null for a card. */
            readonly source: components["schemas"]["TransactionSourceView"] | null;
            readonly card: components["schemas"]["TransactionCardView"] | null;
            /** @description The rail's own id of it. */
            readonly sessionId: string;
            readonly narration: string | null;
            readonly gatewayResponse: components["schemas"]["TransactionGatewayResponse"];
            readonly refunds: readonly components["schemas"]["TransactionRefundView"][];
            /**
             * Format: date-time
             * @description When the order was initiated.
             */
            readonly initiatedAt: string | null;
            /**
             * Format: date-time
             * @description When the payer sent it, as far as it is known.
             */
            readonly paidAt: string;
            /** Format: date-time */
            readonly receivedAt: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** @description Yours, of the order. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            readonly version: number;
        };
        readonly PagedTransactionList: {
            readonly items: readonly components["schemas"]["Transaction"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly CreditView: {
            /** @description Also the transactionReference. */
            readonly creditId: string;
            readonly paymentReference: string | null;
            /** @enum {string} */
            readonly status: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED" | (string & {});
            /**
             * @description What the money is to its order; null while it is not in the books.
             * @enum {string|null}
             */
            readonly outcome: "EXACT" | "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null | (string & {});
            /** @description The policy that decided; null when it fits. */
            readonly policyApplied: string | null;
            /** @enum {string|null} */
            readonly resolution: "ACCEPTED" | "RETURNED" | "KEPT" | null | (string & {});
            /** @enum {string} */
            readonly channel: "Bank" | "Card";
            readonly sessionId: string;
            readonly accountNumber: string | null;
            /** @description In kobo. */
            readonly amount: number;
            /** @description Of it, what counts towards the order, in kobo. */
            readonly amountApplied: number;
            /** @description Of it, what is too much, in kobo. */
            readonly excessAmount: number;
            readonly currency: string;
            /** @description Null for a card. */
            readonly source: components["schemas"]["TransactionSourceView"] | null;
            readonly narration: string | null;
            readonly refunds: readonly components["schemas"]["TransactionRefundView"][];
            /** Format: date-time */
            readonly sentAt: string | null;
            /** Format: date-time */
            readonly receivedAt: string;
            /**
             * Format: date-time
             * @description When it was booked.
             */
            readonly appliedAt: string | null;
        };
        readonly CreditPage: {
            readonly items: readonly components["schemas"]["CreditView"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly InwardTransaction: {
            readonly transactionReference: string;
            /** @description Null when it is for no order. */
            readonly paymentReference: string | null;
            readonly checkoutId: string | null;
            /** @enum {string} */
            readonly type: "COLLECTION";
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED" | (string & {});
            /**
             * @description What it is besides exactly what was due.
             * @enum {string|null}
             */
            readonly exception: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null | (string & {});
            /** @enum {string} */
            readonly paymentChannel: "Bank" | "Card";
            readonly currency: string;
            /** @description What the order asks, in kobo. */
            readonly amountExpected: number | null;
            /** @description In kobo. */
            readonly amountReceived: number;
            readonly amountFormatted: string;
            /** @description Of it, what counts towards the order, in kobo. */
            readonly amountApplied: number;
            /** @description Of it, what is too much, in kobo. */
            readonly excessAmount: number;
            /** @description Charged on it, in kobo. */
            readonly fee: number;
            /** @description On the fee, in kobo. */
            readonly vat: number;
            /** @enum {string|null} */
            readonly feeBearer: "MERCHANT" | "CUSTOMER" | null | (string & {});
            /** @description What you have of it after fee and VAT, in kobo. */
            readonly settlementAmount: number;
            /** @description Of the settlement it is in; PENDING while it waits for one, null while nothing is due. */
            readonly settlementStatus: string | null;
            /** Format: date */
            readonly settlementDueDate: string | null;
            readonly settlementReference: string | null;
            /** @description Null for a card. */
            readonly virtualAccount: components["schemas"]["TransactionAccountView"] | null;
            /** @description Null for a card. */
            readonly source: components["schemas"]["TransactionSourceView"] | null;
            readonly card: components["schemas"]["TransactionCardView"] | null;
            /** @description The rail's own id of it. */
            readonly sessionId: string;
            readonly narration: string | null;
            readonly gatewayResponse: components["schemas"]["TransactionGatewayResponse"];
            readonly refunds: readonly components["schemas"]["TransactionRefundView"][];
            /**
             * Format: date-time
             * @description When the order was initiated.
             */
            readonly initiatedAt: string | null;
            /**
             * Format: date-time
             * @description When the payer sent it, as far as it is known.
             */
            readonly paidAt: string;
            /** Format: date-time */
            readonly receivedAt: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** @description Yours, of the order. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            readonly version: number;
            /** @enum {string} */
            readonly inwardStatus: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED" | (string & {});
            /** @description 00: it is in the books; 09: it will be soon. */
            readonly responseCode: string;
            /**
             * @description What the transfer was to its order; null while it is not in the books.
             * @enum {string|null}
             */
            readonly attemptOutcome: "SUCCESS" | "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null | (string & {});
            /** @description The newest of its refunds. */
            readonly refund: components["schemas"]["TransactionRefundView"] | null;
        };
        readonly InwardQueryData: {
            /** @enum {boolean} */
            readonly found: true;
            readonly count: number;
            /** @description The newest first, at most 100. */
            readonly items: readonly components["schemas"]["InwardTransaction"][];
        };
        readonly WalletTransaction: {
            readonly entryId: string;
            /** @enum {string} */
            readonly direction: "CREDIT" | "DEBIT" | (string & {});
            /** @enum {string} */
            readonly type: "COLLECTION" | "FEE" | "VAT" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "REFUND" | "CHARGEBACK" | "ADJUSTMENT" | (string & {});
            /** @description Always positive; direction says which way. In kobo. */
            readonly amount: number;
            readonly amountFormatted: string;
            readonly currency: string;
            /** @description What you had before, in kobo; negative: what you owed. */
            readonly balanceBefore: number;
            /** @description What you had after, in kobo. */
            readonly balanceAfter: number;
            /** @description What it is about: a transaction, refund, dispute or payout. */
            readonly reference: string;
            readonly paymentReference: string | null;
            readonly narration: string;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly PagedTransactions: {
            readonly items: readonly components["schemas"]["WalletTransaction"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly RegisteredSettlementAccount: {
            readonly settlementAccountId: string;
            /** @description Masked, but in the reply that registers it. */
            readonly accountNumber: string;
            readonly bankCode: string;
            readonly bankName: string | null;
            /** @description As its bank told it. */
            readonly accountName: string;
            /** @description Whether settlements go to it. */
            readonly isDefault: boolean;
            /** @enum {string} */
            readonly status: "ACTIVE" | "REMOVED" | (string & {});
            /**
             * Format: date-time
             * @description Nothing is sent to it before. Your first account is usable at once, later ones after a cooling period.
             */
            readonly usableFrom: string;
            readonly isUsable: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description How like your name the account's is, 0 to 100. */
            readonly nameScore: number;
            /** @description ACCOUNT_NAME_DIFFERS: its bank gives a name that is not yours. ACCOUNT_CHECK_DIGIT_UNUSUAL: the number is not a NUBAN of that bank. */
            readonly warnings: readonly string[];
        };
        readonly SettlementAccountRequest: {
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` of `GET /api/v1/banks`. */
            readonly bankCode: string;
            /** @description Whose account you take it to be. When its bank gives another name, it is not registered. */
            readonly accountName?: string | null;
            /** @description Whether settlements go to it from now on. Your only account is the default anyway. */
            readonly makeDefault?: boolean | null;
        };
        readonly SettlementAccountView: {
            readonly settlementAccountId: string;
            /** @description Masked, but in the reply that registers it. */
            readonly accountNumber: string;
            readonly bankCode: string;
            readonly bankName: string | null;
            /** @description As its bank told it. */
            readonly accountName: string;
            /** @description Whether settlements go to it. */
            readonly isDefault: boolean;
            /** @enum {string} */
            readonly status: "ACTIVE" | "REMOVED" | (string & {});
            /**
             * Format: date-time
             * @description Nothing is sent to it before. Your first account is usable at once, later ones after a cooling period.
             */
            readonly usableFrom: string;
            readonly isUsable: boolean;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly SettlementAccountList: {
            readonly accounts: readonly components["schemas"]["SettlementAccountView"][];
        };
        readonly SettlementDestinationView: {
            readonly accountNumber: string;
            readonly accountName: string;
            readonly bankCode: string;
            readonly bankName: string | null;
        };
        readonly SettlementView: {
            /** @description What you had before. */
            readonly openingBalance: number;
            /** @description Collections, before fees. */
            readonly grossAmount: number;
            /** @description Taken off. */
            readonly feeAmount: number;
            /** @description On fees; taken off. */
            readonly vatAmount: number;
            /** @description Taken off. */
            readonly refundAmount: number;
            /** @description Taken off; won disputes count against it. */
            readonly chargebackAmount: number;
            /** @description Payouts that failed or came back: added. */
            readonly reversalAmount: number;
            /** @description On refunds; taken off. */
            readonly stampDutyAmount: number;
            /** @description Whatever else changed what you have: added. */
            readonly adjustmentAmount: number;
            /** @description With their VAT; taken off. */
            readonly payoutFeeAmount: number;
            /** @description On payouts; taken off. */
            readonly payoutStampDutyAmount: number;
            /** @description Sent to your bank account; taken off. */
            readonly netAmount: number;
            /** @description What is left, and opens the next. */
            readonly closingBalance: number;
            readonly settlementId: string;
            /** @description Yours, or the settlementId of a scheduled one. */
            readonly settlementReference: string;
            /** @enum {string} */
            readonly type: "SCHEDULED" | "ON_DEMAND" | (string & {});
            /** @enum {string} */
            readonly status: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD" | (string & {});
            /**
             * @description With ON_HOLD.
             * @enum {string|null}
             */
            readonly holdReason: "NEGATIVE_BALANCE" | "NAME_CHANGED" | "ACCOUNT_REFUSED" | "MERCHANT_INACTIVE" | null | (string & {});
            readonly failure: string | null;
            readonly currency: string;
            /** @description Taken from your balance. */
            readonly amount: number;
            readonly amountFormatted: string;
            /** @description Of the transfers. */
            readonly fee: number;
            /** @description On the fee. */
            readonly vat: number;
            /** @description On transfers of 10,000 naira and more. */
            readonly stampDuty: number;
            /** @description Of netAmount, what has arrived. */
            readonly paidAmount: number;
            readonly destination: components["schemas"]["SettlementDestinationView"] | null;
            readonly narration: string | null;
            /** @description Number of your statement: 1, 2, 3… */
            readonly number: number;
            /** @description Collections, refunds and the like in it. */
            readonly transactionCount: number;
            /**
             * Format: date-time
             * @description What was received before it may be in it.
             */
            readonly cutOff: string;
            /**
             * Format: date
             * @description The day of the run, in Lagos.
             */
            readonly runDate: string;
            /**
             * Format: date-time
             * @description When it is sent, or was.
             */
            readonly scheduledFor: string;
            readonly version: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** Format: date-time */
            readonly completedAt: string | null;
        };
        readonly SettlementDestinationRequest: {
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` of `GET /api/v1/banks`. */
            readonly bankCode: string;
        };
        readonly SettlementRequestBody: {
            /** @description Your own name for the settlement, unique for ever: the same again is a replay. */
            readonly settlementReference: string;
            /**
             * Format: int64
             * @description What is taken from your balance, with duty and fees; or send `all`. In kobo.
             */
            readonly amount?: number | null;
            /**
             * @description True: all that is due. In place of `amount`.
             * @enum {boolean|null}
             */
            readonly all?: true | null;
            /** @description A registered account; by default the one that settlements go to. */
            readonly destination?: components["schemas"]["SettlementDestinationRequest"] | null;
            /** @description For the transfer. */
            readonly narration?: string | null;
        };
        readonly SettlementAttemptView: {
            /** @description NIP session id. */
            readonly sessionId: string;
            /** @enum {string} */
            readonly status: "SENT" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "RETURNED" | (string & {});
            readonly responseCode: string | null;
            /** Format: date-time */
            readonly sentAt: string;
            /** Format: date-time */
            readonly settledAt: string | null;
        };
        readonly SettlementTransferView: {
            readonly payoutId: string;
            readonly part: number;
            readonly amount: number;
            /** @enum {string} */
            readonly status: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | (string & {});
            readonly responseCode: string | null;
            readonly attempts: readonly components["schemas"]["SettlementAttemptView"][];
        };
        readonly SettlementStatusView: {
            /** @description What you had before. */
            readonly openingBalance: number;
            /** @description Collections, before fees. */
            readonly grossAmount: number;
            /** @description Taken off. */
            readonly feeAmount: number;
            /** @description On fees; taken off. */
            readonly vatAmount: number;
            /** @description Taken off. */
            readonly refundAmount: number;
            /** @description Taken off; won disputes count against it. */
            readonly chargebackAmount: number;
            /** @description Payouts that failed or came back: added. */
            readonly reversalAmount: number;
            /** @description On refunds; taken off. */
            readonly stampDutyAmount: number;
            /** @description Whatever else changed what you have: added. */
            readonly adjustmentAmount: number;
            /** @description With their VAT; taken off. */
            readonly payoutFeeAmount: number;
            /** @description On payouts; taken off. */
            readonly payoutStampDutyAmount: number;
            /** @description Sent to your bank account; taken off. */
            readonly netAmount: number;
            /** @description What is left, and opens the next. */
            readonly closingBalance: number;
            readonly settlementId: string;
            /** @description Yours, or the settlementId of a scheduled one. */
            readonly settlementReference: string;
            /** @enum {string} */
            readonly type: "SCHEDULED" | "ON_DEMAND" | (string & {});
            /** @enum {string} */
            readonly status: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD" | (string & {});
            /**
             * @description With ON_HOLD.
             * @enum {string|null}
             */
            readonly holdReason: "NEGATIVE_BALANCE" | "NAME_CHANGED" | "ACCOUNT_REFUSED" | "MERCHANT_INACTIVE" | null | (string & {});
            readonly failure: string | null;
            readonly currency: string;
            /** @description Taken from your balance. */
            readonly amount: number;
            readonly amountFormatted: string;
            /** @description Of the transfers. */
            readonly fee: number;
            /** @description On the fee. */
            readonly vat: number;
            /** @description On transfers of 10,000 naira and more. */
            readonly stampDuty: number;
            /** @description Of netAmount, what has arrived. */
            readonly paidAmount: number;
            readonly destination: components["schemas"]["SettlementDestinationView"] | null;
            readonly narration: string | null;
            /** @description Number of your statement: 1, 2, 3… */
            readonly number: number;
            /** @description Collections, refunds and the like in it. */
            readonly transactionCount: number;
            /**
             * Format: date-time
             * @description What was received before it may be in it.
             */
            readonly cutOff: string;
            /**
             * Format: date
             * @description The day of the run, in Lagos.
             */
            readonly runDate: string;
            /**
             * Format: date-time
             * @description When it is sent, or was.
             */
            readonly scheduledFor: string;
            readonly version: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** Format: date-time */
            readonly completedAt: string | null;
            /** @description Of the last transfer sent. */
            readonly sessionId: string | null;
            /** @description The bank's last word. */
            readonly responseCode: string | null;
            readonly responseMessage: string | null;
            readonly transfers: readonly components["schemas"]["SettlementTransferView"][];
        };
        readonly PagedSettlements: {
            readonly items: readonly components["schemas"]["SettlementView"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly StatementLineView: {
            /** Format: date-time */
            readonly bookedAt: string;
            /**
             * Format: date
             * @description From this day on (Lagos) it may be paid out.
             */
            readonly dueOn: string;
            /** @enum {string} */
            readonly type: "COLLECTION" | "REFUND" | "CHARGEBACK" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "ADJUSTMENT" | (string & {});
            /** @description Of the transaction, refund, dispute or settlement. */
            readonly reference: string;
            readonly paymentReference: string | null;
            /** @description NIP session id of the transfer. */
            readonly sessionId: string | null;
            readonly gross: number;
            readonly fee: number;
            readonly vat: number;
            readonly stampDuty: number;
            /** @description gross - fee - vat - stampDuty. */
            readonly net: number;
            /** @description What you have after it. */
            readonly balance: number;
        };
        readonly PagedSettlementTransactions: {
            /** @description Before the first line of all. In kobo. */
            readonly openingBalance: number;
            /** @description Sent to your bank account. In kobo. */
            readonly netAmount: number;
            /** @description After the last line of all. In kobo. */
            readonly closingBalance: number;
            readonly items: readonly components["schemas"]["StatementLineView"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly StatementView: {
            /** @description What you had before. */
            readonly openingBalance: number;
            /** @description Collections, before fees. */
            readonly grossAmount: number;
            /** @description Taken off. */
            readonly feeAmount: number;
            /** @description On fees; taken off. */
            readonly vatAmount: number;
            /** @description Taken off. */
            readonly refundAmount: number;
            /** @description Taken off; won disputes count against it. */
            readonly chargebackAmount: number;
            /** @description Payouts that failed or came back: added. */
            readonly reversalAmount: number;
            /** @description On refunds; taken off. */
            readonly stampDutyAmount: number;
            /** @description Whatever else changed what you have: added. */
            readonly adjustmentAmount: number;
            /** @description With their VAT; taken off. */
            readonly payoutFeeAmount: number;
            /** @description On payouts; taken off. */
            readonly payoutStampDutyAmount: number;
            /** @description Sent to your bank account; taken off. */
            readonly netAmount: number;
            /** @description What is left, and opens the next. */
            readonly closingBalance: number;
            /** @description S- and the number of your settlement, or P- and the days of the period. */
            readonly statementNumber: string;
            readonly merchantId: string;
            readonly merchantName: string;
            readonly currency: string;
            /** @description Null for a period. */
            readonly settlementId: string | null;
            /** @description Null for a period. */
            readonly settlementReference: string | null;
            /** @description Null for a period. */
            readonly settlementStatus: string | null;
            /**
             * Format: date
             * @description Null for a settlement.
             */
            readonly from: string | null;
            /**
             * Format: date
             * @description Null for a settlement.
             */
            readonly to: string | null;
            /**
             * Format: date-time
             * @description What was booked before is on it; five seconds ago, for a period that is not over.
             */
            readonly asOf: string;
            /** Format: date-time */
            readonly issuedAt: string;
            readonly lineCount: number;
            readonly lines: readonly components["schemas"]["StatementLineView"][];
        };
        readonly EarlyRunData: {
            /**
             * @description SETTLED: it is on its way. BELOW_MINIMUM: less is due than your minimum. WITHOUT_ACCOUNT: there is none that can be paid.
             * @enum {string}
             */
            readonly outcome: "SETTLED" | "ON_HOLD" | "BELOW_MINIMUM" | "WITHOUT_ACCOUNT" | "NOTHING" | (string & {});
            readonly settlement: components["schemas"]["SettlementView"] | null;
        };
        readonly StaticAccountData: {
            readonly virtualAccountId: string;
            readonly accountNumber: string;
            /** @description What payers see. */
            readonly accountName: string;
            /** @description The bank's CBN code. */
            readonly bankCode: string;
            readonly bankName: string;
            readonly prefix: string;
            readonly reference: string;
            /** @description The bank's code on NIP. */
            readonly nipInstitutionCode: string;
            /** @enum {string} */
            readonly type: "STATIC";
            /**
             * @description SUSPENDED and CLOSED take no money; only CLOSED is for good.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED" | (string & {});
            readonly currency: string;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly StaticAccountRequest: {
            /** @description Your own name for the account, unique for ever: the same again is a replay. */
            readonly reference: string;
            /** @description The three digits your account numbers begin with. */
            readonly prefix: string;
            /** @description The holder, a person or a firm; what payers see is this after your own name. Needed unless firstName and lastName are sent. */
            readonly accountName?: string | null;
            /** @description The holder's legal first name. */
            readonly firstName?: string | null;
            /** @description The holder's legal last name. */
            readonly lastName?: string | null;
            /**
             * Format: email
             * @description The customer's e-mail address. Manilla sends no e-mail to it.
             */
            readonly email: string;
            /** @description The customer's phone number, of any country, mobile or land line. Spaces, dashes, dots, slashes and brackets are allowed. A number without + and country code is read as Nigerian. Kept as E.164, such as +2348031234567. */
            readonly phoneNumber: string;
            /** @description The holder's bank verification number. This or `nin` must be sent. Never shown again. */
            readonly bvn?: string | null;
            /** @description The holder's national identification number, in place of `bvn`. */
            readonly nin?: string | null;
            /** @description Your own notes: at most 20 texts of at most 500 characters. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
        };
        readonly StaticAccountListItem: {
            readonly virtualAccountId: string;
            readonly accountNumber: string;
            /** @description What payers see. */
            readonly accountName: string;
            /** @description The bank's CBN code. */
            readonly bankCode: string;
            readonly bankName: string;
            readonly prefix: string;
            readonly reference: string;
            /** @description The bank's code on NIP. */
            readonly nipInstitutionCode: string;
            /** @enum {string} */
            readonly type: "STATIC";
            /**
             * @description SUSPENDED and CLOSED take no money; only CLOSED is for good.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED" | (string & {});
            readonly currency: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description What came in while it was ACTIVE, in kobo; refunds are not taken off. */
            readonly totalReceived: number;
            /** Format: date-time */
            readonly lastCreditAt: string | null;
        };
        readonly PagedStaticAccounts: {
            readonly items: readonly components["schemas"]["StaticAccountListItem"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly AccountIdentityView: {
            /** @enum {string} */
            readonly type: "BVN" | "NIN" | (string & {});
            readonly last4: string;
        };
        readonly AccountOwnerView: {
            readonly firstName: string | null;
            readonly lastName: string | null;
            /** @description Masked. */
            readonly email: string;
            /** @description Masked. */
            readonly phoneNumber: string;
            readonly identity: components["schemas"]["AccountIdentityView"];
        };
        readonly AccountChangeView: {
            /**
             * @description What it became.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED" | (string & {});
            /** @description As you told it. */
            readonly reason: string | null;
            /** Format: date-time */
            readonly changedAt: string;
        };
        readonly VirtualAccountStatic: {
            readonly virtualAccountId: string;
            readonly accountNumber: string;
            /** @description What payers see. */
            readonly accountName: string;
            /** @description The bank's CBN code. */
            readonly bankCode: string;
            readonly bankName: string;
            readonly prefix: string;
            readonly reference: string;
            /** @description The bank's code on NIP. */
            readonly nipInstitutionCode: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "STATIC";
            /**
             * @description SUSPENDED and CLOSED take no money; only CLOSED is for good.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED" | (string & {});
            readonly currency: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description What came in while it was ACTIVE, in kobo; refunds are not taken off. */
            readonly totalReceived: number;
            /** Format: date-time */
            readonly lastCreditAt: string | null;
            /** @description Transfers that came in while it was ACTIVE. */
            readonly creditCount: number;
            readonly owner: components["schemas"]["AccountOwnerView"];
            readonly metadata: {
                readonly [key: string]: string;
            };
            /** @description Oldest first. */
            readonly history: readonly components["schemas"]["AccountChangeView"][];
        };
        readonly AccountChangeRequest: {
            /** @description Why, for your own records. */
            readonly reason?: string | null;
        };
        readonly CreateDynamicAccountRequest: {
            /** @description Your own name for the payment, unique for ever: the paymentReference of the checkout that the account is. */
            readonly reference: string;
            /** @description The three digits your account numbers begin with. */
            readonly prefix: string;
            /**
             * Format: int64
             * @description What is due. In kobo.
             */
            readonly amount: number;
            /** @description Minutes until the account expires. */
            readonly validity: number;
            /**
             * @description Which other amounts complete the payment: more, less, or any.
             * @default EXACT
             * @enum {string|null}
             */
            readonly amountRule?: "EXACT" | "AT_LEAST" | "AT_MOST" | "ANY" | null;
            /** @description What the payer sees after your own name. */
            readonly accountName?: string | null;
            /**
             * Format: email
             * @description The payer's.
             */
            readonly email?: string | null;
            /** @description Your own notes: at most 20 texts of at most 500 characters. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
        };
        readonly VirtualAccountListItem: {
            readonly virtualAccountId: string;
            readonly accountNumber: string;
            /** @description What payers see. */
            readonly accountName: string;
            /** @description The bank's CBN code. */
            readonly bankCode: string;
            readonly bankName: string;
            readonly prefix: string;
            readonly paymentReference: string;
            /** @description The same as paymentReference. */
            readonly reference: string;
            /** @enum {string} */
            readonly type: "DYNAMIC";
            /** @description What is due, in kobo. */
            readonly amount: number;
            /** @description What arrived on it, in kobo. */
            readonly amountPaid: number;
            /** @enum {string} */
            readonly amountRule: "EXACT" | "AT_LEAST" | "AT_MOST" | "ANY";
            readonly currency: string;
            /** @description Minutes. */
            readonly validity: number;
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED" | (string & {});
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly PagedVirtualAccountList: {
            readonly items: readonly components["schemas"]["VirtualAccountListItem"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly ChangeDynamicAccountRequest: {
            /**
             * Format: int64
             * @description What is due from now on. In kobo.
             */
            readonly amount?: number | null;
            /** @description Minutes until the account expires, counted from when it was made. */
            readonly validity?: number | null;
        };
        readonly PrefixView: {
            readonly prefix: string;
            /** @description The bank's CBN code. */
            readonly bankCode: string;
            readonly bankName: string;
            /** @description The bank's code on NIP. */
            readonly nipInstitutionCode: string;
            /** @description What may be made under it. */
            readonly types: readonly ("STATIC" | "DYNAMIC")[];
            /** @enum {string} */
            readonly status: "ACTIVE" | "SUSPENDED" | (string & {});
            /** @description Numbers there are: inUse + quarantined + available. */
            readonly capacity: number;
            /** @description Taking money now, or yours for ever. */
            readonly inUse: number;
            /** @description Of accounts that have ended, not given again yet. */
            readonly quarantined: number;
            readonly available: number;
            /** @description The one to use unless you have a reason. */
            readonly default: boolean;
            /**
             * Format: date-time
             * @description When the figures were counted.
             */
            readonly countedAt: string;
        };
        readonly PrefixList: {
            /** @description All prefixes that are assigned to you. */
            readonly items: readonly components["schemas"]["PrefixView"][];
        };
        readonly AccountValidation: {
            readonly accountNumber: string;
            readonly accountName: string;
            readonly bankCode: string;
            readonly bankName: string | null;
            /** @description Whether a transfer (of amount) would be taken now. */
            readonly isValid: boolean;
            /** @description Whether its check digit is right; null where the bank's CBN code is not known. */
            readonly isNubanValid: boolean | null;
            /**
             * @description EXTERNAL: not one of yours; the name is what its bank says.
             * @enum {string}
             */
            readonly type: "STATIC" | "DYNAMIC" | "EXTERNAL" | (string & {});
            readonly status: string;
            /**
             * Format: date-time
             * @description Null when it takes none, or has no end.
             */
            readonly acceptsPaymentsUntil: string | null;
            /** @description Still to be paid, in kobo. */
            readonly expectedAmount: number | null;
            /** @enum {string|null} */
            readonly amountRule: "EXACT" | "AT_LEAST" | "AT_MOST" | "ANY" | null;
        };
        readonly ValidateAccountRequest: {
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` of `GET /api/v1/banks`. Left out, the bank of your prefixes. */
            readonly bankCode?: string | null;
            /**
             * Format: int64
             * @description Whether so much would be taken. In kobo.
             */
            readonly amount?: number | null;
        };
        readonly DynamicAccountOwner: {
            readonly email: string | null;
            readonly firstName: string | null;
            readonly lastName: string | null;
        };
        readonly DynamicAccountEvent: {
            /** Format: date-time */
            readonly at: string;
            /** @description As the timeline of a checkout has it. */
            readonly kind: string;
            /** @description A status, a transaction's outcome, or an event's type. */
            readonly status: string;
            /** @description What other operations know it by. */
            readonly reference: string;
            /** @description In kobo. */
            readonly amount: number | null;
        };
        readonly VirtualAccountDynamic: {
            readonly virtualAccountId: string;
            readonly accountNumber: string;
            /** @description What payers see. */
            readonly accountName: string;
            /** @description The bank's CBN code. */
            readonly bankCode: string;
            readonly bankName: string;
            readonly prefix: string;
            readonly paymentReference: string;
            /** @description The same as paymentReference. */
            readonly reference: string;
            /** @description The bank's code on NIP. */
            readonly nipInstitutionCode: string;
            /** @description In kobo. */
            readonly amount: number;
            readonly amountFormatted: string;
            /** @description Still to be paid, in kobo. */
            readonly amountOutstanding: number;
            readonly currency: string;
            /** @description Minutes. */
            readonly validity: number;
            /**
             * @description Which other amounts complete the payment: more, less, or any.
             * @enum {string}
             */
            readonly amountRule: "EXACT" | "AT_LEAST" | "AT_MOST" | "ANY";
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED" | (string & {});
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly secondsRemaining: number;
            readonly warnings: readonly string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "DYNAMIC";
            /** @description Of its checkout. */
            readonly paymentStatus: string;
            /** @description What arrived for the checkout, in kobo. */
            readonly amountPaid: number;
            /** @description Of it, what you may give value for, in kobo. */
            readonly amountAccepted: number;
            /** @description Transfers that arrived. */
            readonly transactionCount: number;
            /** Format: date-time */
            readonly lastCreditAt: string | null;
            readonly owner: components["schemas"]["DynamicAccountOwner"];
            readonly metadata: {
                readonly [key: string]: string;
            };
            /** @description Of its checkout, the oldest first. */
            readonly history: readonly components["schemas"]["DynamicAccountEvent"][];
        };
        readonly NextSettlement: {
            /**
             * Format: date
             * @description In Lagos.
             */
            readonly date: string;
            /** @description What is sent to your bank account. In kobo. */
            readonly amount: number;
        };
        readonly WalletBalance: {
            readonly currency: string;
            /** @description May be paid out. Below zero: what you owe. */
            readonly available: number;
            /** @description Collected, not due yet. */
            readonly pending: number;
            /** @description Held for disputes. */
            readonly reserved: number;
            /** @description On its way to your bank account. */
            readonly inTransit: number;
            /** @description available + pending + reserved + inTransit. */
            readonly total: number;
            /** @description What the next run sends if nothing else happens; null when none will. */
            readonly nextSettlement: components["schemas"]["NextSettlement"] | null;
        };
        readonly WalletBalanceData: {
            readonly merchantId: string;
            /** Format: date-time */
            readonly asOf: string;
            readonly balances: readonly components["schemas"]["WalletBalance"][];
        };
        readonly NotificationUrl: {
            readonly url: string;
            /** @description Shown once, when it is new. */
            readonly secret: string | null;
            readonly secretVersion: number;
            readonly events: readonly ("collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed")[];
            /**
             * @description DISABLED: it answered 410. SUPPRESSED: five days without any success.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "DISABLED" | "SUPPRESSED" | (string & {});
            readonly disabledReason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt since the last success; after five days it is SUPPRESSED.
             */
            readonly failingSince: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before this one signs as well.
             */
            readonly formerSecretUntil: string | null;
            /** @description The address was found to be one we may send to. */
            readonly verified: boolean;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly NotificationUrlRequest: {
            /**
             * Format: uri
             * @description https, port 443 or 8443, a public host.
             */
            readonly url: string;
            /** @description Only these events; all when left out. */
            readonly events?: readonly ("collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed")[] | null;
            /**
             * Format: password
             * @description `whsec_` and base64 of 24 to 64 bytes; one is made when you have none yet.
             */
            readonly secret?: string | null;
        };
        readonly ReplayFilterView: {
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            readonly onlyFailed: boolean;
        };
        readonly MissedEvents: {
            readonly count: number;
            readonly replay: components["schemas"]["ReplayFilterView"];
        };
        readonly WebhookTestResult: {
            readonly delivered: boolean;
            readonly deliveryId: string;
            readonly eventId: string;
            readonly url: string;
            readonly httpStatus: number | null;
            /** @description Why it did not arrive, such as TIMEOUT or ADDRESS_NOT_PUBLIC. */
            readonly failure: string | null;
            /** @description The first 2 KB of your answer's body. */
            readonly response: string | null;
            /** Format: date-time */
            readonly startedAt: string;
            /** @description Until the answer's headers were there. */
            readonly firstByteMs: number | null;
            readonly durationMs: number;
            /** @description Your endpoint was off, and is on again. */
            readonly reenabled: boolean;
            /** @description Events that have not arrived and will not by themselves; null when there are none. */
            readonly missed: components["schemas"]["MissedEvents"] | null;
        };
        readonly RotatedSecret: {
            /** @description The new one, shown once; null when it is the one you have already. */
            readonly secret: string | null;
            readonly secretVersion: number;
            /**
             * Format: date-time
             * @description Until then the old secret signs beside the new one; null when it does not.
             */
            readonly formerSecretUntil: string | null;
        };
        readonly RotateSecretRequest: {
            /**
             * Format: password
             * @description `whsec_` and base64 of 24 to 64 bytes; one is made when left out.
             */
            readonly secret?: string | null;
            /**
             * @description The old secret signs no longer: for one that somebody else may know.
             * @default false
             */
            readonly immediately?: boolean | null;
        };
        readonly RetryPolicy: {
            /** @description The first one and its repetitions. */
            readonly attempts: number;
            /** @description The wait after each attempt that failed. */
            readonly delaysSeconds: readonly number[];
            /** @description How much longer or shorter a wait may be. */
            readonly jitterPercent: number;
            readonly connectTimeoutSeconds: number;
            /** @description For all of an attempt. */
            readonly timeoutSeconds: number;
            readonly throttleStatuses: readonly number[];
            /** @description A longer Retry-After counts as this. */
            readonly maxRetryAfterSeconds: number;
            /** @description Disables the endpoint at once. */
            readonly goneStatus: number;
            /** @description First attempts at once to one endpoint. */
            readonly concurrency: number;
            /** @description Without any success for so long an endpoint is off. */
            readonly suppressAfterHours: number;
            /** @description How long both secrets sign after a rotation. */
            readonly secretOverlapHours: number;
            /** @description How old an event may be that is replayed. */
            readonly replayableDays: number;
        };
        readonly WebhookDelivery: {
            readonly deliveryId: string;
            readonly eventId: string;
            /** @enum {string} */
            readonly eventType: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test" | (string & {});
            readonly paymentReference: string | null;
            /**
             * @description PENDING and DELIVERING: about to be sent. RETRYING: by the schedule. DEAD: the schedule is over. SUPPRESSED: there was no endpoint, or it was disabled.
             * @enum {string}
             */
            readonly status: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED" | (string & {});
            /** @description Made so far. */
            readonly attempts: number;
            /** @description Your URL when the delivery was made; null when there was none. */
            readonly url: string | null;
            /** @description Of the last attempt. */
            readonly httpStatus: number | null;
            /** @description Why the last attempt failed, such as TIMEOUT; null when it did not. */
            readonly failure: string | null;
            /** @description The delivery you asked to have made again. */
            readonly redeliveryOf: string | null;
            /** @description The replay that made it. */
            readonly replayId: string | null;
            /** Format: date-time */
            readonly eventCreatedAt: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly finishedAt: string | null;
        };
        readonly WebhookDeliveryList: {
            readonly items: readonly components["schemas"]["WebhookDelivery"][];
            readonly page: components["schemas"]["PageView"];
        };
        readonly WebhookAttempt: {
            /** @description The header `webhook-attempt`. */
            readonly attempt: number;
            /** Format: date-time */
            readonly startedAt: string;
            /** @description To the end of the answer, or until it was given up. */
            readonly durationMs: number;
            /** @description Until the answer's headers were there; null without an answer. */
            readonly firstByteMs: number | null;
            /** @description Where it was sent; null when nothing was sent. */
            readonly url: string | null;
            /** @description Our headers, with the signatures; null when nothing was sent. */
            readonly requestHeaders: {
                readonly [key: string]: string;
            } | null;
            readonly httpStatus: number | null;
            readonly failure: string | null;
            /** @description The first 2 KB of your answer's body. */
            readonly response: string | null;
        };
        readonly WebhookDeliveryDetail: {
            readonly deliveryId: string;
            readonly eventId: string;
            /** @enum {string} */
            readonly eventType: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test" | (string & {});
            readonly paymentReference: string | null;
            /**
             * @description PENDING and DELIVERING: about to be sent. RETRYING: by the schedule. DEAD: the schedule is over. SUPPRESSED: there was no endpoint, or it was disabled.
             * @enum {string}
             */
            readonly status: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED" | (string & {});
            /** @description Made so far. */
            readonly attempts: number;
            /** @description Your URL when the delivery was made; null when there was none. */
            readonly url: string | null;
            /** @description Of the last attempt. */
            readonly httpStatus: number | null;
            /** @description Why the last attempt failed, such as TIMEOUT; null when it did not. */
            readonly failure: string | null;
            /** @description The delivery you asked to have made again. */
            readonly redeliveryOf: string | null;
            /** @description The replay that made it. */
            readonly replayId: string | null;
            /** Format: date-time */
            readonly eventCreatedAt: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly finishedAt: string | null;
            /** @description The bytes that were sent, at every attempt. */
            readonly requestBody: string;
            /** @description The first attempt first. */
            readonly attemptLog: readonly components["schemas"]["WebhookAttempt"][];
        };
        readonly Redelivery: {
            /** @description The new delivery, or the one of the same event that is about to be sent anyway. */
            readonly deliveryId: string;
            readonly redeliveryOf: string;
            /** @description False when one was about to be sent already. */
            readonly isNew: boolean;
        };
        readonly WebhookReplay: {
            readonly replayId: string;
            /**
             * @description DONE: all events of the range are queued. STOPPED: the endpoint was disabled or given up on the way.
             * @enum {string}
             */
            readonly status: "RUNNING" | "DONE" | "STOPPED" | (string & {});
            readonly stopReason: string | null;
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            readonly eventTypes: readonly ("collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed")[] | null;
            readonly onlyFailed: boolean;
            /** @description Deliveries made so far. */
            readonly queued: number;
            /** @description Of these: arrived. */
            readonly delivered: number;
            /** @description Of these: DEAD or SUPPRESSED. */
            readonly failed: number;
            /** @description Of these: PENDING, DELIVERING or RETRYING. */
            readonly underWay: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly finishedAt: string | null;
        };
        readonly RequestedReplay: {
            readonly replay: components["schemas"]["WebhookReplay"];
        };
        readonly ReplayRequest: {
            /** @description From when on, at most 33 days ago: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from: string;
            /** @description Until when, included. */
            readonly to: string;
            /** @description Only these events; all that you are told of when left out. */
            readonly eventTypes?: readonly ("collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed")[] | null;
            /**
             * @description Only what has not arrived and is not on its way (the default), or all over again.
             * @default true
             */
            readonly onlyFailed?: boolean | null;
        };
        readonly WebhookEvent: {
            /** @description The header `webhook-id`. */
            readonly eventId: string;
            /** @enum {string} */
            readonly eventType: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test" | (string & {});
            readonly checkoutId: string | null;
            readonly paymentReference: string | null;
            /** @description Within its checkout. */
            readonly sequence: number;
            /** @description What is sent: a WebhookCollectionPayload. */
            readonly payload: {
                readonly [key: string]: unknown;
            };
            /** Format: date-time */
            readonly createdAt: string;
            /** @description The latest hundred, the last one first. */
            readonly deliveries: readonly components["schemas"]["WebhookDelivery"][];
        };
        readonly ErrorReference: {
            /** @description The stable name to switch on. */
            readonly reason: string;
            readonly httpStatus: number;
            readonly code: string;
            /** @description For people; it may change. */
            readonly message: string;
            /** @description Whether the same request may succeed later. */
            readonly retryable: boolean;
            /** @description What to do. */
            readonly advice: string;
            readonly docs: string;
        };
        readonly ErrorReferenceList: {
            readonly errors: readonly components["schemas"]["ErrorReference"][];
        };
        readonly SandboxCreditData: {
            readonly sessionId: string;
            readonly accountNumber: string;
            /** @description Null when the bank did not ask. */
            readonly accountName: string | null;
            readonly amount: number;
            /** @description Null when the bank keeps silent, tells of it later, or has declined. */
            readonly transactionReference: string | null;
            /** @description What the payer's bank told the payer. */
            readonly responseCode: string;
        };
        readonly SandboxCreditRequest: {
            /** @description The account to pay into. */
            readonly accountNumber: string;
            /**
             * Format: int64
             * @description What the payer sends. In kobo.
             */
            readonly amount: number;
            /**
             * Format: date-time
             * @description When the payer sent it; now when left out. At most 24 h from now to be believed.
             */
            readonly senderTimestamp?: string | null;
            /** @description The session id of an earlier transfer: the bank tells of that one again. */
            readonly sessionId?: string | null;
            /** @description Whether the bank asks for the name first, and does not send when it is refused. By default it does, unless senderTimestamp or sessionId say that the money was sent before. */
            readonly nameEnquiry?: boolean | null;
            /** @description The bank tells of it so much later, and this answers at once, without transactionReference. One that is stopped meanwhile keeps silent: reconciliation finds the money. */
            readonly delaySeconds?: number | null;
            /** @description How often the bank tells of this one transfer: it counts once. 0: not at all. */
            readonly times?: number | null;
            /** @description What the payer's bank tells the payer. With any code but 00, such as 51 (no sufficient funds), nothing is sent. */
            readonly responseCode?: string | null;
            /** @description The payer's account, to which a refund goes. By default 0123456789; a test account refuses the refund. */
            readonly sourceAccountNumber?: string | null;
            readonly narration?: string | null;
        };
        readonly ClockAccountView: {
            readonly virtualAccountId: string;
            readonly accountNumber: string;
            /**
             * Format: date-time
             * @description When it ceases, or ceased, to take money.
             */
            readonly expiresAt: string;
            /**
             * Format: date-time
             * @description When its quarantine is over. The sweep gives the number free within a minute.
             */
            readonly freeAt: string;
        };
        readonly CheckoutClockData: {
            readonly checkoutId: string;
            readonly paymentReference: string;
            /**
             * Format: date-time
             * @description When its session ends.
             */
            readonly expiresAt: string;
            /** @description The newest first. */
            readonly virtualAccounts: readonly components["schemas"]["ClockAccountView"][];
        };
        readonly AdvanceClockRequest: {
            /** @description How far. */
            readonly seconds: number;
        };
        readonly PayloadAccount: {
            readonly accountNumber: string;
            readonly accountName: string | null;
            /** @description The bank's CBN code. */
            readonly bankCode: string | null;
            readonly bankName: string | null;
            readonly prefix: string | null;
            /** @description Or STATIC; null for a number that belongs to nothing. */
            readonly type: string | null;
            /** Format: date-time */
            readonly expiresAt: string | null;
            /** @description Your own name for a static account. */
            readonly reference: string | null;
        };
        readonly PayloadSource: {
            /** @description Masked. */
            readonly accountNumber: string | null;
            readonly accountName: string | null;
            readonly bankCode: string | null;
            readonly bankName: string | null;
        };
        readonly PayloadCard: {
            readonly brand: string | null;
            readonly last4: string | null;
        };
        readonly PayloadCustomer: {
            readonly email: string | null;
            readonly phoneNumber: string | null;
            readonly firstName: string | null;
            readonly lastName: string | null;
        };
        readonly PayloadRefund: {
            readonly reference: string;
            /** @description What goes back, in kobo. */
            readonly amount: number;
            readonly status: string;
        };
        readonly PayloadDispute: {
            readonly reference: string;
            readonly kind: string;
            /** @description What is disputed, in kobo. */
            readonly amount: number;
            readonly status: string;
        };
        readonly CollectionNotification: {
            readonly transactionReference: string | null;
            /** @description Null when the money belongs to no checkout, as with a static account. */
            readonly paymentReference: string | null;
            readonly checkoutId: string | null;
            readonly status: string | null;
            /** @description UNDERPAID, OVERPAID, LATE or DUPLICATE; null when all fits. */
            readonly exception: string | null;
            readonly statusReason: string | null;
            /** @enum {string|null} */
            readonly paymentChannel: "Bank" | "Card" | null;
            readonly currency: string;
            /** @description What you asked at initiate, in kobo. */
            readonly amount: number | null;
            /** @description What is due, with the fee if the customer bears it, in kobo. */
            readonly amountExpected: number | null;
            /** @description This one payment, in kobo. */
            readonly amountReceived: number | null;
            /** @description Everything that arrived for the checkout, in kobo. */
            readonly amountPaid: number | null;
            /** @description What you may give value for, in kobo. */
            readonly amountAccepted: number | null;
            /** @description Still to be paid, in kobo. */
            readonly amountOutstanding: number | null;
            /** @description Of this payment, what is too much, in kobo. */
            readonly excessAmount: number;
            /** @description The fee, in kobo. */
            readonly fee: number;
            /** @description VAT on the fee, in kobo. */
            readonly vat: number;
            /** @enum {string|null} */
            readonly feeBearer: "MERCHANT" | "CUSTOMER" | null | (string & {});
            /** @description What will be settled, in kobo. */
            readonly settlementAmount: number;
            /**
             * Format: date
             * @description The day in Lagos from which it may be paid out to you; null while none of it is yours.
             */
            readonly settlementDueDate: string | null;
            readonly sessionId: string | null;
            readonly narration: string | null;
            readonly virtualAccount: components["schemas"]["PayloadAccount"] | null;
            readonly source: components["schemas"]["PayloadSource"] | null;
            readonly card: components["schemas"]["PayloadCard"] | null;
            readonly customer: components["schemas"]["PayloadCustomer"] | null;
            readonly responseCode: string;
            readonly responseMessage: string;
            /** Format: date-time */
            readonly initiatedAt: string | null;
            /** Format: date-time */
            readonly paidAt: string | null;
            /** Format: date-time */
            readonly receivedAt: string | null;
            /** @description The policy that decided about this payment; null when it fits. */
            readonly policyApplied: string | null;
            readonly refund: components["schemas"]["PayloadRefund"] | null;
            readonly dispute: components["schemas"]["PayloadDispute"] | null;
            readonly metadata: {
                readonly [key: string]: string;
            };
            readonly version: number;
        };
        readonly WebhookCollectionPayload: {
            readonly id: string;
            /** @enum {string} */
            readonly type: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed";
            /** Format: date-time */
            readonly timestamp: string;
            readonly apiVersion: string;
            /** @enum {string} */
            readonly environment: "sandbox" | "live" | (string & {});
            readonly sequence: number;
            readonly merchantId: string;
            readonly data: components["schemas"]["CollectionNotification"];
        };
        readonly PayloadDestination: {
            /** @description Masked. */
            readonly accountNumber: string;
            readonly accountName: string | null;
            readonly bankCode: string | null;
            readonly bankName: string | null;
        };
        readonly SettlementNotification: {
            /** @description In kobo. */
            readonly openingBalance: number;
            /** @description In kobo. */
            readonly grossAmount: number;
            /** @description In kobo. */
            readonly feeAmount: number;
            /** @description In kobo. */
            readonly vatAmount: number;
            /** @description In kobo. */
            readonly refundAmount: number;
            /** @description In kobo. */
            readonly chargebackAmount: number;
            /** @description In kobo. */
            readonly reversalAmount: number;
            /** @description In kobo. */
            readonly stampDutyAmount: number;
            /** @description In kobo. */
            readonly adjustmentAmount: number;
            /** @description In kobo. */
            readonly payoutFeeAmount: number;
            /** @description In kobo. */
            readonly payoutStampDutyAmount: number;
            /** @description In kobo. */
            readonly netAmount: number;
            /** @description In kobo. */
            readonly closingBalance: number;
            readonly settlementId: string;
            readonly settlementReference: string;
            readonly type: string;
            readonly status: string;
            readonly holdReason: string | null;
            readonly failure: string | null;
            readonly currency: string;
            /** @description In kobo. */
            readonly amount: number;
            /** @description In kobo. */
            readonly fee: number;
            /** @description In kobo. */
            readonly vat: number;
            /** @description In kobo. */
            readonly stampDuty: number;
            /** @description In kobo. */
            readonly paidAmount: number;
            readonly destination: components["schemas"]["PayloadDestination"] | null;
            readonly transactionCount: number;
            /** Format: date-time */
            readonly cutOff: string | null;
            readonly runDate: string | null;
            /** Format: date-time */
            readonly completedAt: string | null;
            readonly version: number;
        };
        readonly WebhookSettlementPayload: {
            readonly id: string;
            /** @enum {string} */
            readonly type: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed";
            /** Format: date-time */
            readonly timestamp: string;
            readonly apiVersion: string;
            /** @enum {string} */
            readonly environment: "sandbox" | "live" | (string & {});
            readonly sequence: number;
            readonly merchantId: string;
            readonly data: components["schemas"]["SettlementNotification"];
        };
        readonly TestNotification: {
            readonly message: string;
        };
        readonly WebhookTestPayload: {
            readonly id: string;
            /** @enum {string} */
            readonly type: "webhook.test";
            /** Format: date-time */
            readonly timestamp: string;
            readonly apiVersion: string;
            /** @enum {string} */
            readonly environment: "sandbox" | "live" | (string & {});
            /** @description Of no checkout: always 1. */
            readonly sequence: number;
            readonly merchantId: string;
            readonly data: components["schemas"]["TestNotification"];
        };
        readonly CompleteCheckoutPending: (components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "OUTCOME_UNKNOWN" | "PAYMENT_PENDING" | (string & {});
        } & components["schemas"]["PendingPayment"]) | (components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "ACTION_REQUIRED";
        } & components["schemas"]["ActionRequired"]);
        readonly RequestRefundPending: components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "REFUND_PENDING";
        } & components["schemas"]["RequestedRefund"];
        readonly ListAllRefundsQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /**
             * @description How far it is.
             * @enum {string}
             */
            readonly status?: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED";
            /**
             * @description Who decided it.
             * @enum {string}
             */
            readonly origin?: "POLICY" | "MERCHANT" | "OPERATOR";
            /** @description Of this transaction or order. */
            readonly reference?: string;
        };
        readonly GetSettlementCalendarQuery: {
            /**
             * Format: date
             * @description From this day on; today when it is left out.
             */
            readonly from?: string;
            /**
             * Format: date
             * @description Until this day; 30 days after from when it is left out.
             */
            readonly to?: string;
        };
        readonly ListTransactionsQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /**
             * @description How it was paid.
             * @enum {string}
             */
            readonly channel?: "Bank" | "Card";
            /**
             * Format: int64
             * @description At least so much was received. In kobo.
             */
            readonly minAmount?: number;
            /**
             * Format: int64
             * @description At most so much was received. In kobo.
             */
            readonly maxAmount?: number;
            /** @description Of this order. */
            readonly paymentReference?: string;
            /** @description Paid into this virtual account. */
            readonly accountNumber?: string;
            /**
             * @description Where the money stands.
             * @enum {string}
             */
            readonly status?: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED";
            /**
             * @description What it is besides exactly what was due.
             * @enum {string}
             */
            readonly exception?: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED";
            /** @description Any whole transactionReference, paymentReference, refundReference, sessionId or account number. */
            readonly q?: string;
        };
        readonly ListCreditsQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /**
             * @description How it was paid.
             * @enum {string}
             */
            readonly channel?: "Bank" | "Card";
            /**
             * Format: int64
             * @description At least so much was received. In kobo.
             */
            readonly minAmount?: number;
            /**
             * Format: int64
             * @description At most so much was received. In kobo.
             */
            readonly maxAmount?: number;
            /** @description Of this order. */
            readonly paymentReference?: string;
            /** @description Paid into this virtual account. */
            readonly accountNumber?: string;
            /**
             * @description Where the credit stands with us.
             * @enum {string}
             */
            readonly status?: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED";
            /** @description The rail's own id of the transfer. */
            readonly sessionId?: string;
        };
        readonly QueryInwardTransferQuery: {
            /** @description Of the transfer on NIP. */
            readonly sessionId?: string;
            readonly transactionReference?: string;
            readonly paymentReference?: string;
            /** @description The virtual account that was paid into; together with amount and date. */
            readonly accountNumber?: string;
            /**
             * Format: int64
             * @description What was sent; together with accountNumber and date. In kobo.
             */
            readonly amount?: number;
            /**
             * Format: date
             * @description The day in Lagos when it was received; together with accountNumber and amount.
             */
            readonly date?: string;
            /** @description `true`: ask the bank first for what it has not told us yet; once in 10 seconds. */
            readonly refresh?: boolean;
        };
        readonly ListWalletTransactionsQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /**
             * @description Only what came in, or only what went out.
             * @enum {string}
             */
            readonly direction?: "CREDIT" | "DEBIT";
            /**
             * @description Only these.
             * @enum {string}
             */
            readonly type?: "COLLECTION" | "FEE" | "VAT" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "REFUND" | "CHARGEBACK" | "ADJUSTMENT";
        };
        readonly RequestSettlementPending: components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "SETTLEMENT_PENDING";
        } & components["schemas"]["SettlementView"];
        readonly GetSettlementStatusQuery: {
            /** @description Whether to ask the bank first what became of a transfer that is on its way. */
            readonly refresh?: boolean;
        };
        readonly GetSettlementHistoryQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /** @enum {string} */
            readonly status?: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD";
            /** @enum {string} */
            readonly type?: "SCHEDULED" | "ON_DEMAND";
        };
        readonly GetSettlementTransactionsQuery: {
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
        };
        readonly GetPeriodStatementQuery: {
            /**
             * @description In place of the header Accept. A PDF has at most 10,000 lines.
             * @enum {string}
             */
            readonly format?: "json" | "csv" | "pdf";
            /**
             * Format: date
             * @description The first day, in Lagos.
             */
            readonly from: string;
            /**
             * Format: date
             * @description The last day, in Lagos.
             */
            readonly to: string;
        };
        readonly GetSettlementStatementQuery: {
            /**
             * @description In place of the header Accept. A PDF has at most 10,000 lines.
             * @enum {string}
             */
            readonly format?: "json" | "csv" | "pdf";
        };
        readonly ListStaticAccountsQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /**
             * @description Whether it takes money.
             * @enum {string}
             */
            readonly status?: "ACTIVE" | "SUSPENDED" | "CLOSED";
            /** @description Numbers that begin so. */
            readonly prefix?: string;
            /** @description A whole account number or reference, or words of the holder's name or their beginnings. */
            readonly q?: string;
        };
        readonly ListDynamicAccountsQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /**
             * @description USED: paid in full. RELEASED: the number may be given to another payer.
             * @enum {string}
             */
            readonly status?: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED";
            readonly paymentReference?: string;
        };
        readonly GetVirtualAccountData: components["schemas"]["VirtualAccountStatic"] | components["schemas"]["VirtualAccountDynamic"];
        readonly CloseVirtualAccountData: components["schemas"]["VirtualAccountStatic"] | components["schemas"]["VirtualAccountDynamic"];
        readonly ListDeliveriesQuery: {
            /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly from?: string;
            /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
            readonly to?: string;
            /**
             * @description Which page, from 1. Further on than the last of these with `cursor`.
             * @default 1
             */
            readonly page?: number;
            /** @description Items on a page, 1 to 100. 100 unless told. */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
            readonly cursor?: string;
            /** @enum {string} */
            readonly status?: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED";
            /** @enum {string} */
            readonly eventType?: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test";
            readonly paymentReference?: string;
        };
        readonly ReplayEventsPending: components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "REPLAY_PENDING";
        } & components["schemas"]["RequestedReplay"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type FieldErrorView = components['schemas']['FieldErrorView'];
export type ErrorDataView = components['schemas']['ErrorDataView'];
export type BankView = components['schemas']['BankView'];
export type BankList = components['schemas']['BankList'];
export type AmountByChannel = components['schemas']['AmountByChannel'];
export type PoliciesView = components['schemas']['PoliciesView'];
export type InitiatedCheckout = components['schemas']['InitiatedCheckout'];
export type PolicyChanges = components['schemas']['PolicyChanges'];
export type InitiateRequest = components['schemas']['InitiateRequest'];
export type DynamicAccountData = components['schemas']['DynamicAccountData'];
export type CreateAccountRequest = components['schemas']['CreateAccountRequest'];
export type CardView = components['schemas']['CardView'];
export type CardActionView = components['schemas']['CardActionView'];
export type AttemptView = components['schemas']['AttemptView'];
export type RefundSummary = components['schemas']['RefundSummary'];
export type TransactionView = components['schemas']['TransactionView'];
export type CheckoutView = components['schemas']['CheckoutView'];
export type PaidCard = components['schemas']['PaidCard'];
export type GatewayResponse = components['schemas']['GatewayResponse'];
export type CompletedCheckout = components['schemas']['CompletedCheckout'];
export type PendingPayment = components['schemas']['PendingPayment'];
export type ActionRequired = components['schemas']['ActionRequired'];
export type CompleteRequest = components['schemas']['CompleteRequest'];
export type CancelRequest = components['schemas']['CancelRequest'];
export type TimelineEntryView = components['schemas']['TimelineEntryView'];
export type CheckoutTimeline = components['schemas']['CheckoutTimeline'];
export type SettlementSettingsView = components['schemas']['SettlementSettingsView'];
export type SettlementSettingsRequest = components['schemas']['SettlementSettingsRequest'];
export type RefundDestinationView = components['schemas']['RefundDestinationView'];
export type RefundView = components['schemas']['RefundView'];
export type RequestedRefund = components['schemas']['RequestedRefund'];
export type DestinationRequest = components['schemas']['DestinationRequest'];
export type RefundRequest = components['schemas']['RefundRequest'];
export type RefundList = components['schemas']['RefundList'];
export type PageView = components['schemas']['PageView'];
export type RefundPage = components['schemas']['RefundPage'];
export type CalendarDay = components['schemas']['CalendarDay'];
export type SettlementCalendar = components['schemas']['SettlementCalendar'];
export type TransactionAccountView = components['schemas']['TransactionAccountView'];
export type TransactionSourceView = components['schemas']['TransactionSourceView'];
export type TransactionCardView = components['schemas']['TransactionCardView'];
export type TransactionGatewayResponse = components['schemas']['TransactionGatewayResponse'];
export type TransactionRefundView = components['schemas']['TransactionRefundView'];
export type Transaction = components['schemas']['Transaction'];
export type PagedTransactionList = components['schemas']['PagedTransactionList'];
export type CreditView = components['schemas']['CreditView'];
export type CreditPage = components['schemas']['CreditPage'];
export type InwardTransaction = components['schemas']['InwardTransaction'];
export type InwardQueryData = components['schemas']['InwardQueryData'];
export type WalletTransaction = components['schemas']['WalletTransaction'];
export type PagedTransactions = components['schemas']['PagedTransactions'];
export type RegisteredSettlementAccount = components['schemas']['RegisteredSettlementAccount'];
export type SettlementAccountRequest = components['schemas']['SettlementAccountRequest'];
export type SettlementAccountView = components['schemas']['SettlementAccountView'];
export type SettlementAccountList = components['schemas']['SettlementAccountList'];
export type SettlementDestinationView = components['schemas']['SettlementDestinationView'];
export type SettlementView = components['schemas']['SettlementView'];
export type SettlementDestinationRequest = components['schemas']['SettlementDestinationRequest'];
export type SettlementRequestBody = components['schemas']['SettlementRequestBody'];
export type SettlementAttemptView = components['schemas']['SettlementAttemptView'];
export type SettlementTransferView = components['schemas']['SettlementTransferView'];
export type SettlementStatusView = components['schemas']['SettlementStatusView'];
export type PagedSettlements = components['schemas']['PagedSettlements'];
export type StatementLineView = components['schemas']['StatementLineView'];
export type PagedSettlementTransactions = components['schemas']['PagedSettlementTransactions'];
export type StatementView = components['schemas']['StatementView'];
export type EarlyRunData = components['schemas']['EarlyRunData'];
export type StaticAccountData = components['schemas']['StaticAccountData'];
export type StaticAccountRequest = components['schemas']['StaticAccountRequest'];
export type StaticAccountListItem = components['schemas']['StaticAccountListItem'];
export type PagedStaticAccounts = components['schemas']['PagedStaticAccounts'];
export type AccountIdentityView = components['schemas']['AccountIdentityView'];
export type AccountOwnerView = components['schemas']['AccountOwnerView'];
export type AccountChangeView = components['schemas']['AccountChangeView'];
export type VirtualAccountStatic = components['schemas']['VirtualAccountStatic'];
export type AccountChangeRequest = components['schemas']['AccountChangeRequest'];
export type CreateDynamicAccountRequest = components['schemas']['CreateDynamicAccountRequest'];
export type VirtualAccountListItem = components['schemas']['VirtualAccountListItem'];
export type PagedVirtualAccountList = components['schemas']['PagedVirtualAccountList'];
export type ChangeDynamicAccountRequest = components['schemas']['ChangeDynamicAccountRequest'];
export type PrefixView = components['schemas']['PrefixView'];
export type PrefixList = components['schemas']['PrefixList'];
export type AccountValidation = components['schemas']['AccountValidation'];
export type ValidateAccountRequest = components['schemas']['ValidateAccountRequest'];
export type DynamicAccountOwner = components['schemas']['DynamicAccountOwner'];
export type DynamicAccountEvent = components['schemas']['DynamicAccountEvent'];
export type VirtualAccountDynamic = components['schemas']['VirtualAccountDynamic'];
export type NextSettlement = components['schemas']['NextSettlement'];
export type WalletBalance = components['schemas']['WalletBalance'];
export type WalletBalanceData = components['schemas']['WalletBalanceData'];
export type NotificationUrl = components['schemas']['NotificationUrl'];
export type NotificationUrlRequest = components['schemas']['NotificationUrlRequest'];
export type ReplayFilterView = components['schemas']['ReplayFilterView'];
export type MissedEvents = components['schemas']['MissedEvents'];
export type WebhookTestResult = components['schemas']['WebhookTestResult'];
export type RotatedSecret = components['schemas']['RotatedSecret'];
export type RotateSecretRequest = components['schemas']['RotateSecretRequest'];
export type RetryPolicy = components['schemas']['RetryPolicy'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
export type Redelivery = components['schemas']['Redelivery'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type RequestedReplay = components['schemas']['RequestedReplay'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type ErrorReference = components['schemas']['ErrorReference'];
export type ErrorReferenceList = components['schemas']['ErrorReferenceList'];
export type SandboxCreditData = components['schemas']['SandboxCreditData'];
export type SandboxCreditRequest = components['schemas']['SandboxCreditRequest'];
export type ClockAccountView = components['schemas']['ClockAccountView'];
export type CheckoutClockData = components['schemas']['CheckoutClockData'];
export type AdvanceClockRequest = components['schemas']['AdvanceClockRequest'];
export type PayloadAccount = components['schemas']['PayloadAccount'];
export type PayloadSource = components['schemas']['PayloadSource'];
export type PayloadCard = components['schemas']['PayloadCard'];
export type PayloadCustomer = components['schemas']['PayloadCustomer'];
export type PayloadRefund = components['schemas']['PayloadRefund'];
export type PayloadDispute = components['schemas']['PayloadDispute'];
export type CollectionNotification = components['schemas']['CollectionNotification'];
export type WebhookCollectionPayload = components['schemas']['WebhookCollectionPayload'];
export type PayloadDestination = components['schemas']['PayloadDestination'];
export type SettlementNotification = components['schemas']['SettlementNotification'];
export type WebhookSettlementPayload = components['schemas']['WebhookSettlementPayload'];
export type TestNotification = components['schemas']['TestNotification'];
export type WebhookTestPayload = components['schemas']['WebhookTestPayload'];
export type CompleteCheckoutPending = components['schemas']['CompleteCheckoutPending'];
export type RequestRefundPending = components['schemas']['RequestRefundPending'];
export type ListAllRefundsQuery = components['schemas']['ListAllRefundsQuery'];
export type GetSettlementCalendarQuery = components['schemas']['GetSettlementCalendarQuery'];
export type ListTransactionsQuery = components['schemas']['ListTransactionsQuery'];
export type ListCreditsQuery = components['schemas']['ListCreditsQuery'];
export type QueryInwardTransferQuery = components['schemas']['QueryInwardTransferQuery'];
export type ListWalletTransactionsQuery = components['schemas']['ListWalletTransactionsQuery'];
export type RequestSettlementPending = components['schemas']['RequestSettlementPending'];
export type GetSettlementStatusQuery = components['schemas']['GetSettlementStatusQuery'];
export type GetSettlementHistoryQuery = components['schemas']['GetSettlementHistoryQuery'];
export type GetSettlementTransactionsQuery = components['schemas']['GetSettlementTransactionsQuery'];
export type GetPeriodStatementQuery = components['schemas']['GetPeriodStatementQuery'];
export type GetSettlementStatementQuery = components['schemas']['GetSettlementStatementQuery'];
export type ListStaticAccountsQuery = components['schemas']['ListStaticAccountsQuery'];
export type ListDynamicAccountsQuery = components['schemas']['ListDynamicAccountsQuery'];
export type GetVirtualAccountData = components['schemas']['GetVirtualAccountData'];
export type CloseVirtualAccountData = components['schemas']['CloseVirtualAccountData'];
export type ListDeliveriesQuery = components['schemas']['ListDeliveriesQuery'];
export type ReplayEventsPending = components['schemas']['ReplayEventsPending'];

/** The body of each webhook, by its `type`. */
export interface WebhookBodies {
    readonly "collection.received": WebhookCollectionPayload;
    readonly "collection.unmatched": WebhookCollectionPayload;
    readonly "checkout.successful": WebhookCollectionPayload;
    readonly "checkout.underpaid": WebhookCollectionPayload;
    readonly "checkout.overpaid": WebhookCollectionPayload;
    readonly "checkout.late_payment": WebhookCollectionPayload;
    readonly "checkout.duplicate_payment": WebhookCollectionPayload;
    readonly "checkout.failed": WebhookCollectionPayload;
    readonly "checkout.expired": WebhookCollectionPayload;
    readonly "checkout.cancelled": WebhookCollectionPayload;
    readonly "virtual_account.expired": WebhookCollectionPayload;
    readonly "refund.successful": WebhookCollectionPayload;
    readonly "refund.failed": WebhookCollectionPayload;
    readonly "refund.needs_account": WebhookCollectionPayload;
    readonly "transaction.reversed": WebhookCollectionPayload;
    readonly "dispute.opened": WebhookCollectionPayload;
    readonly "dispute.won": WebhookCollectionPayload;
    readonly "dispute.lost": WebhookCollectionPayload;
    readonly "settlement.successful": WebhookSettlementPayload;
    readonly "settlement.failed": WebhookSettlementPayload;
    readonly "settlement.reversed": WebhookSettlementPayload;
    readonly "settlement.on_hold": WebhookSettlementPayload;
    readonly "settlement.account_changed": WebhookSettlementPayload;
    readonly "webhook.test": WebhookTestPayload;
}

/** Why a request failed; docs/errors.md says what to do about each. */
export type KnownReason =
    | "ACCESS_CODE_EXPIRED"
    | "ACCOUNT_NAME_MISMATCH"
    | "ACCOUNT_NOT_FOR_CHECKOUT"
    | "ACCOUNT_NOT_FOUND"
    | "ACCOUNT_POOL_EXHAUSTED"
    | "ACTION_REQUIRED"
    | "AMOUNT_EXCEEDS_REFUNDABLE"
    | "AMOUNT_MISMATCH"
    | "AMOUNT_NOT_INTEGER"
    | "AMOUNT_OUT_OF_RANGE"
    | "AMOUNT_UNDERPAID"
    | "AMOUNT_UNIT_SUSPECTED"
    | "ATTEMPT_IN_PROGRESS"
    | "CARD_EXPIRED"
    | "CARD_PIN_OR_OTP_INVALID"
    | "CARD_TOKEN_INVALID"
    | "CHANNEL_NOT_ENABLED"
    | "CHECKOUT_ALREADY_PAID"
    | "CHECKOUT_CANCELLED"
    | "CHECKOUT_EXPIRED"
    | "CHECKOUT_FAILED"
    | "CHECKOUT_NOT_OPEN"
    | "DESTINATION_INVALID"
    | "DUPLICATE_REFERENCE"
    | "HEADERS_TOO_LARGE"
    | "IDEMPOTENCY_KEY_REUSED"
    | "INSUFFICIENT_AVAILABLE_BALANCE"
    | "INSUFFICIENT_FUNDS"
    | "INTERNAL_ERROR"
    | "INVALID_ACCESS_CODE"
    | "INVALID_CHANNEL"
    | "INVALID_CREDENTIALS"
    | "LIMIT_EXCEEDED"
    | "MAINTENANCE"
    | "MALFORMED_JSON"
    | "MERCHANT_INACTIVE"
    | "NOTHING_TO_CANCEL"
    | "NOT_ACCEPTABLE"
    | "NOT_REFUNDABLE"
    | "NO_PAYMENT_ATTEMPT"
    | "OPERATION_NOT_PERMITTED"
    | "OUTCOME_UNKNOWN"
    | "PAN_NOT_ACCEPTED"
    | "PAYLOAD_TOO_LARGE"
    | "PAYMENT_DECLINED"
    | "PAYMENT_PENDING"
    | "PREFIX_NOT_ASSIGNED"
    | "PROVIDER_BAD_RESPONSE"
    | "PROVIDER_TIMEOUT"
    | "PROVIDER_UNAVAILABLE"
    | "RATE_LIMITED"
    | "REFUND_NEEDS_NO_ACCOUNT"
    | "REFUND_PENDING"
    | "REPLAY_IN_PROGRESS"
    | "REPLAY_PENDING"
    | "REQUEST_IN_FLIGHT"
    | "REQUEST_TIMEOUT"
    | "RESOURCE_NOT_FOUND"
    | "SCOPE_MISSING"
    | "SETTLEMENT_IN_PROGRESS"
    | "SETTLEMENT_PENDING"
    | "SIGNATURE_INVALID"
    | "SUSPECTED_FRAUD"
    | "TOKEN_EXPIRED"
    | "TOKEN_INVALID"
    | "TOKEN_MISSING"
    | "TRANSFER_NOT_SEEN"
    | "UNKNOWN_BANK_CODE"
    | "UNKNOWN_FIELD"
    | "UNKNOWN_PREFIX"
    | "UNSUPPORTED_MEDIA_TYPE"
    | "VALIDATION_FAILED"
    | "VIRTUAL_ACCOUNT_ACTIVE"
    | "VIRTUAL_ACCOUNT_EXPIRED"
    | "VIRTUAL_ACCOUNT_INACTIVE"
    | "WEBHOOK_ENDPOINT_INACTIVE"
    | "WEBHOOK_URL_INVALID"
    | "WEBHOOK_URL_NOT_PUBLIC";
