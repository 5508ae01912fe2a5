// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.
export interface components {
    schemas: {
        readonly AccountChangeRequest: {
            /** @description Why you do it, for your records. */
            readonly reason?: string | null;
        };
        readonly AccountChangeView: {
            /** @description Status after the change. */
            readonly status: components["schemas"]["StaticAccountStatus"];
            /** @description Reason that you gave. Null when you gave none. */
            readonly reason: string | null;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            readonly changedAt: string;
        };
        readonly AccountIdentityView: {
            /**
             * @description BVN: bank verification number. NIN: national identification number.
             * @enum {string}
             */
            readonly type: "BVN" | "NIN" | (string & {});
            /** @description Last four digits of the number. */
            readonly last4: string;
        };
        readonly AccountOwnerView: {
            /** @description First name. */
            readonly firstName: string | null;
            /** @description Last name. */
            readonly lastName: string | null;
            /** @description E-mail address, masked. */
            readonly email: string;
            /** @description Phone number, masked. */
            readonly phoneNumber: string;
            /** @description The identity number of the holder. */
            readonly identity: components["schemas"]["AccountIdentityView"];
        };
        readonly AccountValidation: {
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description Name of the account. */
            readonly accountName: string;
            /** @description Code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string | null;
            /** @description Whether a transfer, of `amount` if you sent one, would be accepted now. */
            readonly isValid: boolean;
            /** @description Whether the check digit is right. Null when the CBN code of the bank is not known. */
            readonly isNubanValid: boolean | null;
            /**
             * @description EXTERNAL: it is not one of your accounts, and the name is what its bank says.
             * @enum {string}
             */
            readonly type: "STATIC" | "DYNAMIC" | "EXTERNAL" | (string & {});
            /** @description Status of the account. */
            readonly status: string;
            /**
             * Format: date-time
             * @description Time until which it takes money. Null when it takes none, or has no end.
             */
            readonly acceptsPaymentsUntil: string | null;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. Null when any amount is accepted.
             */
            readonly expectedAmount: number | null;
            /** @description Which amounts complete the payment. Null when there is no such rule. */
            readonly amountRule: components["schemas"]["AmountRule"] | null;
        };
        readonly ActionRequired: {
            /** @description Id of the checkout. */
            readonly checkoutId: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /**
             * @description Status.
             * @enum {string}
             */
            readonly status: "INITIATED" | "AWAITING_PAYMENT" | "PROCESSING" | "PARTIALLY_PAID" | "SUCCESSFUL" | "FAILED" | "EXPIRED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | (string & {});
            /**
             * Format: int64
             * @description Amount that has been received, in kobo.
             */
            readonly amountPaid: number;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. 0 once the checkout has ended.
             */
            readonly amountOutstanding: number;
            /**
             * Format: int64
             * @description Seconds to wait before you ask again.
             */
            readonly retryAfterSeconds: number;
            /**
             * Format: int64
             * @description Seconds until the account expires, or else until the checkout expires.
             */
            readonly secondsRemaining: number;
            /** @description What the customer must do now. Null when there is nothing to do. */
            readonly action: components["schemas"]["CardActionView"] | null;
        };
        readonly AdvanceClockRequest: {
            /**
             * Format: int32
             * @description Seconds by which the clock moves.
             */
            readonly seconds: number;
        };
        readonly AmountByChannel: {
            /**
             * Format: int64
             * @description Amount with a bank transfer, in kobo. Null when the checkout does not allow it.
             */
            readonly Bank: number | null;
            /**
             * Format: int64
             * @description Amount with a card, in kobo. Null when the checkout does not allow it.
             */
            readonly Card: number | null;
        };
        readonly AttemptView: {
            readonly paymentChannel: components["schemas"]["PaymentChannel"];
            /**
             * @description PENDING: the account takes money. REQUIRES_ACTION: the customer must act. PROCESSING: the card is being charged. SUCCEEDED: it brought the payment. FAILED: declined. UNKNOWN: the acquirer has not answered yet. EXPIRED: its time is over. CANCELLED: called off.
             * @enum {string}
             */
            readonly status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "UNKNOWN" | "EXPIRED" | "CANCELLED" | (string & {});
            /** @description The virtual account. Null for a card. */
            readonly accountNumber: string | null;
            /** @description The card, as far as it is known. Null for a transfer. */
            readonly card: components["schemas"]["CardView"] | null;
            /** @description What the customer must do now. Null when there is nothing to do. */
            readonly action: components["schemas"]["CardActionView"] | null;
            /** @description Last result code of the card acquirer. Null when there is none. */
            readonly responseCode: string | null;
            /**
             * Format: int64
             * @description Amount in kobo.
             */
            readonly amount: number;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time at which the account expires. Null for a card.
             */
            readonly expiresAt: string | null;
        };
        readonly BankList: {
            /** @description The banks, by name. */
            readonly items: readonly components["schemas"]["BankView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly BankView: {
            /** @description CBN code of the bank. Null when it has none. */
            readonly code: string | null;
            /** @description Name of the bank. */
            readonly name: string;
            /** @description NIP code of the bank, six digits. */
            readonly nipInstitutionCode: string;
        };
        readonly CalendarDay: {
            /**
             * Format: date
             * @description The day, in Lagos.
             */
            readonly date: string;
            /** @description Whether it is a day from Monday to Friday and no holiday. */
            readonly businessDay: boolean;
            /** @description Name of the holiday. Null on other days. */
            readonly holiday: string | null;
            /** @description Whether your schedule pays out on this day. */
            readonly payoutDay: boolean;
        };
        readonly CancelRequest: {
            /** @description Why you cancel it, for your records. */
            readonly reason?: string | null;
        };
        readonly CardActionView: {
            /**
             * @description 3DS: open `url` in the browser of the customer. OTP: the customer types a code there.
             * @enum {string}
             */
            readonly type: "3DS" | "OTP" | (string & {});
            /** @description Page for the customer's browser. */
            readonly url: string;
        };
        readonly CardView: {
            /** @description Brand of the card. */
            readonly brand: string;
            /** @description First six digits of the card number. */
            readonly first6: string;
            /** @description Last four digits. */
            readonly last4: string;
            /**
             * Format: int64
             * @description Month in which the card expires.
             */
            readonly expMonth: number;
            /**
             * Format: int64
             * @description Year in which the card expires.
             */
            readonly expYear: number;
            /** @description Bank that issued the card. */
            readonly issuer: string;
        };
        readonly ChangeCheckoutRequest: {
            /**
             * Format: int64
             * @description New amount of the order, in kobo.
             */
            readonly amount?: number | null;
            /** @description New lines of the order, in place of all that it had. */
            readonly items?: readonly components["schemas"]["OrderLine"][] | null;
            /** @description What the payment is for. */
            readonly description?: string | null;
            /** @description Your notes: at most 20 texts of at most 500 characters each. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
        };
        readonly ChangeDynamicAccountRequest: {
            /**
             * Format: int64
             * @description New amount to pay, in kobo.
             */
            readonly amount?: number | null;
            /**
             * Format: int32
             * @description Minutes from the creation of the account to its end.
             */
            readonly validity?: number | null;
        };
        readonly ChecklistItem: {
            /**
             * @description What has to be there.
             * @enum {string}
             */
            readonly item: "CONTACTS" | "SETTLEMENT_ACCOUNT" | "FEE_PLAN" | "PREFIX" | "KEY" | "WEBHOOK" | (string & {});
            /** @description Whether it is there. */
            readonly done: boolean;
            /** @description What to do. Null when it is done. */
            readonly todo: string | null;
        };
        readonly CheckoutClockData: {
            /** @description Id of the checkout. */
            readonly checkoutId: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /**
             * Format: date-time
             * @description Time at which the checkout expires or expired.
             */
            readonly expiresAt: string;
            /** @description Virtual accounts of the checkout, the newest first. */
            readonly virtualAccounts: readonly components["schemas"]["ClockAccountView"][];
        };
        readonly CheckoutCustomer: {
            /** @description First name. */
            readonly firstName: string | null;
            /** @description Last name. */
            readonly lastName: string | null;
            /** @description E-mail address, masked. Whole with the scope `transactions:pii`. */
            readonly email: string | null;
            /** @description Phone number, masked. Whole with the scope `transactions:pii`. */
            readonly phoneNumber: string | null;
        };
        readonly CheckoutListItem: {
            /** @description Id of the checkout. */
            readonly checkoutId: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /**
             * @description CHECKOUT: made by initiate. VIRTUAL_ACCOUNT: made with a standalone dynamic account.
             * @enum {string}
             */
            readonly origin: "CHECKOUT" | "VIRTUAL_ACCOUNT" | (string & {});
            /** @description Where the checkout stands. */
            readonly status: components["schemas"]["CheckoutStatus"];
            /** @description Why the checkout ended, such as UNPAID, UNDERPAID or MERCHANT_CANCELLED. Null while it is open or when it is paid. */
            readonly statusReason: string | null;
            readonly exception: components["schemas"]["PaymentException"] | null;
            /** @description All ways in which payments differed from the amount due, the first one first. */
            readonly exceptions: readonly components["schemas"]["PaymentException"][];
            /**
             * Format: int64
             * @description Amount that you asked for, in kobo.
             */
            readonly amount: number;
            /**
             * Format: int64
             * @description Amount that the customer has to pay, in kobo.
             */
            readonly amountExpected: number;
            /**
             * Format: int64
             * @description Amount that has been received, in kobo.
             */
            readonly amountPaid: number;
            /**
             * Format: int64
             * @description Amount that you can deliver goods or services for, in kobo.
             */
            readonly amountAccepted: number;
            /**
             * Format: int64
             * @description Amount that came when the checkout was paid already, and is yours, in kobo.
             */
            readonly amountKept: number;
            /**
             * Format: int64
             * @description Amount that is held, in kobo. `amountPaid` = `amountAccepted` + `amountKept` + `amountHeld` + `amountReturned`.
             */
            readonly amountHeld: number;
            /**
             * Format: int64
             * @description Amount that never was yours and went back, or is going back, in kobo: by a policy, by an operator, or by a recall while it was held.
             */
            readonly amountReturned: number;
            /**
             * Format: int64
             * @description Amount that your refunds have sent back, in kobo.
             */
            readonly amountRefunded: number;
            /**
             * Format: int64
             * @description Amount that was yours and that the bank of the payer or the card issuer took back, in kobo.
             */
            readonly amountTakenBack: number;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. 0 once the checkout has ended.
             */
            readonly amountOutstanding: number;
            /** @description `amountExpected` in naira, for people. */
            readonly amountFormatted: string;
            /** @description Always NGN. */
            readonly currency: string;
            /** @description Ways in which the customer can pay. */
            readonly channels: readonly components["schemas"]["PaymentChannel"][];
            /** @description Way in which it was paid. Null until then. */
            readonly paymentChannel: components["schemas"]["PaymentChannel"] | null;
            /** @description Its newest virtual account. Null when it has none. */
            readonly accountNumber: string | null;
            /** @description The customer. */
            readonly customer: components["schemas"]["CheckoutCustomer"];
            /** @description What you wrote about the order. */
            readonly description: string | null;
            /** @description Your notes, as you sent them. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt: string;
            /**
             * Format: date-time
             * @description Time at which the session ends.
             */
            readonly expiresAt: string;
            /** @description Id of the payment link. Null when the checkout began without one. */
            readonly paymentLinkId: string | null;
            /**
             * Format: int64
             * @description Goes up by one or more with each change.
             */
            readonly version: number;
        };
        readonly CheckoutPage: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["CheckoutListItem"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly CheckoutPageRequest: {
            /** @description Colour of the buttons of the customer's page. */
            readonly accentColor?: string | null;
            /** @description Sites that may show your pages in a frame. */
            readonly embedOrigins?: readonly string[] | null;
            /**
             * Format: email
             * @description E-mail address at which your customers ask. Shown on your pages and receipts.
             */
            readonly supportEmail?: string | null;
            /** @description Phone number at which your customers ask. Shown on your pages and receipts. */
            readonly supportPhone?: string | null;
            /** @description Your postal address. Shown on receipts. */
            readonly address?: string | null;
            /**
             * Format: int32
             * @description Seconds after which a page that has ended goes back to `redirectUrl` by itself. The customer can stop it. Without it, the customer presses a link.
             */
            readonly returnAfterSeconds?: number | null;
        };
        readonly CheckoutPageView: {
            /** @description Colour of the buttons. Null: that of Manilla. */
            readonly accentColor: string | null;
            /** @description Sites that may show your pages in a frame. */
            readonly embedOrigins: readonly string[];
            /** @description E-mail address at which your customers ask. */
            readonly supportEmail: string | null;
            /** @description Phone number at which your customers ask. */
            readonly supportPhone: string | null;
            /** @description Your postal address, for receipts. */
            readonly address: string | null;
            /**
             * Format: int64
             * @description Seconds after which a page that has ended goes back.
             */
            readonly returnAfterSeconds: number | null;
            /**
             * Format: uri
             * @description Address of your logo. Null without one.
             */
            readonly logoUrl: string | null;
        };
        readonly CheckoutTimeline: {
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /** @description Status of the checkout now. */
            readonly status: components["schemas"]["CheckoutStatus"];
            /** @description What happened, the oldest first, at most 500 entries. */
            readonly items: readonly components["schemas"]["TimelineEntryView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly CheckoutView: {
            /** @description Id of the checkout. */
            readonly checkoutId: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /** @description Code that completes this checkout. You get it while the checkout is open and for 24 hours after it was paid. Null otherwise. */
            readonly accessCode: string | null;
            /**
             * Format: date-time
             * @description While the checkout is open, the time at which it expires. Once it is paid, 24 hours after the payment was booked. Null without an access code, and while a payment is still booked after that expiry.
             */
            readonly accessCodeExpiresAt: string | null;
            readonly status: components["schemas"]["CheckoutStatus"];
            readonly exception: components["schemas"]["PaymentException"] | null;
            /** @description All ways in which payments differed from the amount due, the first one first. */
            readonly exceptions: readonly components["schemas"]["PaymentException"][];
            /** @description Why the checkout ended, such as UNPAID, UNDERPAID or MERCHANT_CANCELLED. Null while it is open or when it is paid. */
            readonly statusReason: string | null;
            /**
             * Format: int64
             * @description Amount that you asked for, in kobo.
             */
            readonly amount: number;
            /**
             * Format: int64
             * @description Amount that the customer has to pay, in kobo.
             */
            readonly amountExpected: number;
            /**
             * Format: int64
             * @description Amount that has been received, in kobo.
             */
            readonly amountPaid: number;
            /**
             * Format: int64
             * @description Amount that you can deliver goods or services for, in kobo.
             */
            readonly amountAccepted: number;
            /**
             * Format: int64
             * @description Amount that came when the checkout was paid already, and is yours, in kobo.
             */
            readonly amountKept: number;
            /**
             * Format: int64
             * @description Amount that is held, in kobo. `amountPaid` = `amountAccepted` + `amountKept` + `amountHeld` + `amountReturned`.
             */
            readonly amountHeld: number;
            /**
             * Format: int64
             * @description Amount that never was yours and went back, or is going back, in kobo: by a policy, by an operator, or by a recall while it was held.
             */
            readonly amountReturned: number;
            /**
             * Format: int64
             * @description Amount that was yours and that the bank of the payer or the card issuer took back, in kobo.
             */
            readonly amountTakenBack: number;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. 0 once the checkout has ended.
             */
            readonly amountOutstanding: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /** @description Always NGN. */
            readonly currency: string;
            /** @description Ways in which the customer can pay. */
            readonly channels: readonly components["schemas"]["PaymentChannel"][];
            /** @description The newest virtual account. Null when there was none. */
            readonly virtualAccount: components["schemas"]["DynamicAccountData"] | null;
            /** @description Accounts that were created and cards that were charged, the newest first. */
            readonly attempts: readonly components["schemas"]["AttemptView"][];
            /** @description The payment that completed the order. Null until then. */
            readonly transaction: components["schemas"]["TransactionView"] | null;
            /** @description All payments that were received. */
            readonly transactions: readonly components["schemas"]["TransactionView"][];
            /** @description Refunds of all payments. */
            readonly refunds: readonly components["schemas"]["RefundSummary"][];
            /**
             * Format: int64
             * @description Amount that your refunds have sent back, in kobo.
             */
            readonly amountRefunded: number;
            /** @description What happens to payments that do not fit. */
            readonly policies: components["schemas"]["PoliciesView"];
            /** @description Amount that the customer pays with each channel. */
            readonly amountPayableByChannel: components["schemas"]["AmountByChannel"];
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt: string;
            /**
             * Format: date-time
             * @description Time at which the checkout expires.
             */
            readonly expiresAt: string;
            /**
             * Format: int64
             * @description Seconds until the account expires, or else until the checkout expires.
             */
            readonly secondsRemaining: number;
            /** @description Id of the payment link. Null when the checkout began without one. */
            readonly paymentLinkId: string | null;
            /** @description Your notes, as you sent them to initiate. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /**
             * Format: int64
             * @description Goes up by one or more with each change.
             */
            readonly version: number;
        };
        readonly ClockAccountView: {
            /** @description Id of the virtual account. */
            readonly virtualAccountId: string;
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /**
             * Format: date-time
             * @description Time at which the account expires or expired.
             */
            readonly expiresAt: string;
            /**
             * Format: date-time
             * @description Time from which the number can be given to another payer.
             */
            readonly freeAt: string;
        };
        readonly CollectionNotification: {
            /** @description Reference of the transaction. Null without a payment. */
            readonly transactionReference: string | null;
            /** @description Your reference for the order. Null without an order, as for a static account. */
            readonly paymentReference: string | null;
            /** @description Id of the checkout. Null without one. */
            readonly checkoutId: string | null;
            /** @description Status of the checkout. Null when the payment belongs to nothing of yours. */
            readonly status: components["schemas"]["CheckoutStatus"] | null;
            readonly exception: components["schemas"]["PaymentException"] | null;
            /** @description Why the checkout ended, such as UNPAID, UNDERPAID or MERCHANT_CANCELLED. Null while it is open or when it is paid. */
            readonly statusReason: string | null;
            readonly paymentChannel: components["schemas"]["PaymentChannel"] | null;
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Amount that you asked for, in kobo.
             */
            readonly amount: number | null;
            /**
             * Format: int64
             * @description Amount that the customer has to pay, in kobo.
             */
            readonly amountExpected: number | null;
            /**
             * Format: int64
             * @description Amount of this one payment, in kobo.
             */
            readonly amountReceived: number | null;
            /**
             * Format: int64
             * @description Amount that was received for the checkout, in kobo.
             */
            readonly amountPaid: number | null;
            /**
             * Format: int64
             * @description Amount that you can deliver goods or services for, in kobo.
             */
            readonly amountAccepted: number | null;
            /**
             * Format: int64
             * @description Amount that is held, in kobo.
             */
            readonly amountHeld: number | null;
            /**
             * Format: int64
             * @description Amount that came when the checkout was paid already, and is yours, in kobo.
             */
            readonly amountKept: number;
            /**
             * Format: int64
             * @description Amount that never was yours and went back, or is going back, in kobo: by a policy, by an operator, or by a recall while it was held.
             */
            readonly amountReturned: number;
            /**
             * Format: int64
             * @description Amount that your refunds have sent back, in kobo.
             */
            readonly amountRefunded: number;
            /**
             * Format: int64
             * @description Amount that was yours and that the bank of the payer or the card issuer took back, in kobo.
             */
            readonly amountTakenBack: number;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. 0 once the checkout has ended.
             */
            readonly amountOutstanding: number;
            /**
             * Format: int64
             * @description Part of the payment that is more than was due, in kobo.
             */
            readonly excessAmount: number;
            /**
             * Format: int64
             * @description Our fee on the transaction, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            readonly feeBearer: components["schemas"]["FeeBearer"] | null;
            /**
             * Format: int64
             * @description Amount that you receive of the transaction after fee and VAT, in kobo. It is the `net` of its line in the statement.
             */
            readonly settlementAmount: number;
            /**
             * Format: date
             * @description First day, in Lagos, on which the money of the transaction can be paid out to you. Null while none of it is yours.
             */
            readonly settlementDueDate: string | null;
            /** @description The payments that paid the order, the oldest first. Empty until it is paid. */
            readonly transactions: readonly components["schemas"]["PayingTransaction"][];
            /** @description Id of the payment at the bank or at the card acquirer. Null without a payment. */
            readonly sessionId: string | null;
            /** @description Text of the transfer. Null when there was none. */
            readonly narration: string | null;
            /** @description The virtual account. Null for a card payment. */
            readonly virtualAccount: components["schemas"]["PayloadAccount"] | null;
            /** @description The account that the money came from. Null for a card payment. */
            readonly source: components["schemas"]["PayloadSource"] | null;
            /** @description The card. Null for a transfer. */
            readonly card: components["schemas"]["PayloadCard"] | null;
            /** @description The customer, as you sent it at initiate. */
            readonly customer: components["schemas"]["PayloadCustomer"] | null;
            /** @description Result code of the status. */
            readonly responseCode: string;
            /** @description The result code in words. */
            readonly responseMessage: string;
            /**
             * Format: date-time
             * @description Time at which the checkout was initiated.
             */
            readonly initiatedAt: string | null;
            /**
             * Format: date-time
             * @description Time at which the customer paid, as far as it is known.
             */
            readonly paidAt: string | null;
            /**
             * Format: date-time
             * @description Time at which we received the payment.
             */
            readonly receivedAt: string | null;
            /** @description The policy that decided about the payment. Null when it fits. */
            readonly policyApplied: string | null;
            /** @description The newest refund of the payment. Null without one. */
            readonly refund: components["schemas"]["PayloadRefund"] | null;
            /** @description The dispute that the event is about. Null for other events. */
            readonly dispute: components["schemas"]["PayloadDispute"] | null;
            /** @description Your notes, as you sent them. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /**
             * Format: int64
             * @description Version of the checkout. It goes up with each change.
             */
            readonly version: number;
        };
        readonly CompleteRequest: {
            /** @description Way in which the customer paid or will pay. */
            readonly paymentChannel: components["schemas"]["PaymentChannel"];
            /** @description With Bank: the virtual account number that was paid. With Card: the token of the card, never a card number. */
            readonly account: string;
            /**
             * Format: int64
             * @description The amount you confirm, in kobo: the amount due or, once money has come, the amount that was received or accepted. A card that is not charged yet takes only the amount due.
             */
            readonly amount: number;
            /** @description Your reference for the order. Use each reference once. */
            readonly paymentReference: string;
            /** @description Access code from the query operation. */
            readonly accessCode: string;
        };
        readonly CompletedCheckout: {
            /** @description Id of the checkout. */
            readonly checkoutId: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            /**
             * @description Status.
             * @enum {string}
             */
            readonly status: "SUCCESSFUL" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | (string & {});
            /**
             * @description How the payment differs from the amount due. Null when it fits.
             * @enum {string|null}
             */
            readonly exception: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null | (string & {});
            /**
             * @description Way in which it was paid.
             * @enum {string}
             */
            readonly paymentChannel: "Bank" | "Card";
            /** @description Virtual account number, or the masked card number. */
            readonly account: string;
            /** @description The card. Null for a transfer. */
            readonly card: components["schemas"]["PaidCard"] | null;
            /**
             * Format: int64
             * @description Amount that was received, in kobo.
             */
            readonly amount: number;
            /**
             * Format: int64
             * @description Amount that the customer has to pay, in kobo.
             */
            readonly amountExpected: number;
            /**
             * Format: int64
             * @description Amount that has been received, in kobo.
             */
            readonly amountPaid: number;
            /**
             * Format: int64
             * @description Amount that you can deliver goods or services for, in kobo.
             */
            readonly amountAccepted: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /**
             * Format: int64
             * @description Part of the payment that is more than was due, in kobo.
             */
            readonly excessAmount: number;
            /**
             * Format: int64
             * @description Our fee on the transaction, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            /**
             * Format: int64
             * @description Amount that you receive of the transaction after fee and VAT, in kobo. It is the `net` of its line in the statement.
             */
            readonly settlementAmount: number;
            /**
             * Format: date
             * @description First day, in Lagos, on which the money of the transaction can be paid out to you. Null while none of it is yours.
             */
            readonly settlementDueDate: string | null;
            /** @description The payments that paid the order, the oldest first. Their sums are those of the order. */
            readonly transactions: readonly components["schemas"]["PayingTransaction"][];
            /** @description Always NGN. */
            readonly currency: string;
            /** @description Id of the payment at the bank (NIP session id) or at the card acquirer. */
            readonly sessionId: string | null;
            /**
             * Format: date-time
             * @description Time at which the customer paid, as far as it is known.
             */
            readonly paidAt: string | null;
            /** @description Answer of the bank or the card acquirer. */
            readonly gatewayResponse: components["schemas"]["GatewayAnswer"];
            /** @description Your notes, as you sent them to initiate. */
            readonly metadata: {
                readonly [key: string]: string;
            };
        };
        readonly ContactView: {
            /** @description Name of the person. */
            readonly name: string;
            /** @description E-mail address. */
            readonly email: string;
            /** @description Phone number. */
            readonly phoneNumber: string;
        };
        readonly ContactsView: {
            /** @description Who answers for the business. */
            readonly business: components["schemas"]["ContactView"] | null;
            /** @description Who runs the integration. */
            readonly technical: components["schemas"]["ContactView"] | null;
            /** @description Who asks about settlements. */
            readonly settlement: components["schemas"]["ContactView"] | null;
        };
        readonly CreateAccountRequest: {
            /** @description Your reference for the order. Use each reference once. */
            readonly paymentReference: string;
            /** @description First three digits of the account number. Use one of your prefixes. */
            readonly prefix: string;
            /**
             * Format: int32
             * @description Minutes until the account expires. We recommend 10 to 30.
             */
            readonly validity: number;
            /**
             * Format: int64
             * @description `amountPayable` of the checkout, or what is still to be paid, in kobo.
             */
            readonly amount: number;
        };
        readonly CreateDynamicAccountRequest: {
            /** @description Your reference for the payment. It must be new: it is the reference of a new checkout. */
            readonly paymentReference: string;
            /** @description First three digits of the account number. Use one of your prefixes. */
            readonly prefix: string;
            /**
             * Format: int64
             * @description Amount to pay, in kobo.
             */
            readonly amount: number;
            /**
             * Format: int32
             * @description Minutes until the account expires.
             */
            readonly validity: number;
            /** @description Default: EXACT. */
            readonly amountRule?: components["schemas"]["AmountRule"] | null;
            /** @description Name that the payer sees after your name. */
            readonly accountName?: string | null;
            /**
             * Format: email
             * @description E-mail address of the payer.
             */
            readonly email?: string | null;
            /** @description Your notes: at most 20 texts of at most 500 characters each. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
        };
        readonly CreateKeyRequest: {
            /** @description What it is called. */
            readonly name: string;
            /** @description What it may do. Without it: payments and reads. */
            readonly groups?: readonly ("payments" | "reads" | "refunds" | "settlement" | "personal-data" | "settings")[] | null;
            /** @description Addresses or networks from which it may be used. Without it: from everywhere, or as the key that makes it. */
            readonly addresses?: readonly string[] | null;
            /**
             * Format: date-time
             * @description Time at which it ends. Without it, it does not, or when the key that makes it ends.
             */
            readonly expiresAt?: string | null;
        };
        readonly CreditPage: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["CreditView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly CreditView: {
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            /** @description Your reference for the order. Null when the payment belongs to no order. */
            readonly paymentReference: string | null;
            /** @description Where the payment stands. */
            readonly status: components["schemas"]["CreditStatus"];
            readonly exception: components["schemas"]["PaymentException"] | null;
            /** @description The policy that decided about the payment. Null when it fits. */
            readonly policyApplied: string | null;
            readonly resolution: components["schemas"]["Resolution"] | null;
            readonly paymentChannel: components["schemas"]["PaymentChannel"];
            /** @description Id of the payment at the bank (NIP session id) or at the card acquirer. */
            readonly sessionId: string;
            /** @description The virtual account. Null for a card payment. */
            readonly accountNumber: string | null;
            /**
             * Format: int64
             * @description Amount that was received, in kobo.
             */
            readonly amountReceived: number;
            /**
             * Format: int64
             * @description Part of the payment that counts towards the order, in kobo.
             */
            readonly amountApplied: number;
            /**
             * Format: int64
             * @description Part of the payment that is more than was due, in kobo.
             */
            readonly excessAmount: number;
            /** @description Always NGN. */
            readonly currency: string;
            /** @description The account that the money came from. Null for a card payment. */
            readonly source: components["schemas"]["TransactionSourceView"] | null;
            /** @description Text of the transfer. */
            readonly narration: string | null;
            /** @description Refunds of the payment. */
            readonly refunds: readonly components["schemas"]["TransactionRefundView"][];
            /**
             * Format: date-time
             * @description Time at which it was sent, as far as it is known.
             */
            readonly sentAt: string | null;
            /**
             * Format: date-time
             * @description Time at which we received the payment.
             */
            readonly receivedAt: string;
            /**
             * Format: date-time
             * @description Time at which it was booked. Null until then.
             */
            readonly appliedAt: string | null;
        };
        readonly DestinationRequest: {
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` from `GET /api/v1/banks`. */
            readonly bankCode: string;
        };
        readonly DisputeAnswer: {
            /** @description What you did. */
            readonly type: components["schemas"]["DisputeAnswerType"];
            /** @description Whether the card acquirer has taken it. */
            readonly status: components["schemas"]["DisputeAnswerStatus"];
            /** @description Why the card acquirer refused it: DEADLINE_PASSED, ALREADY_DECIDED, ALREADY_ANSWERED or NOT_ACCEPTED. Null otherwise. */
            readonly failure: string | null;
        };
        readonly DisputeDocument: {
            /**
             * @description What the document shows.
             * @enum {string}
             */
            readonly type: "RECEIPT" | "INVOICE" | "PROOF_OF_DELIVERY" | "TERMS" | "MESSAGES" | "OTHER";
            /**
             * Format: uri
             * @description Where the card acquirer can fetch the document until the dispute is decided. Send either `url` or `fileId`.
             */
            readonly url?: string | null;
            /** @description A file that you have uploaded for this dispute. */
            readonly fileId?: string | null;
        };
        readonly DisputeEvidenceRequest: {
            /** @description Why the payment is right, in your words. */
            readonly explanation: string;
            /**
             * Format: date-time
             * @description Time at which the customer received the goods or the service. It must not lie in the future.
             */
            readonly deliveredAt?: string | null;
            /** @description Number under which the delivery can be traced. */
            readonly deliveryReference?: string | null;
            /** @description Documents that prove what you say. */
            readonly documents?: readonly components["schemas"]["DisputeDocument"][] | null;
        };
        readonly DisputePage: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["DisputeView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly DisputeView: {
            /** @description Id of the dispute. */
            readonly disputeId: string;
            /** @description Kind of the dispute. */
            readonly kind: components["schemas"]["DisputeKind"];
            readonly status: components["schemas"]["DisputeStatus"];
            /** @description Why the card holder disputes the payment. Null when nobody said. */
            readonly reason: string | null;
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            /** @description Your reference for the order. Null when the payment belongs to no order. */
            readonly paymentReference: string | null;
            /** @description Id of the checkout. */
            readonly checkoutId: string | null;
            /**
             * Format: int64
             * @description Amount that is disputed or was taken back, in kobo.
             */
            readonly amount: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: date-time
             * @description Time until which the card acquirer takes your answer. Null when it named none, and for a recall.
             */
            readonly evidenceDueAt: string | null;
            /**
             * Format: date-time
             * @description Time at which the dispute was opened.
             */
            readonly openedAt: string;
            /**
             * Format: date-time
             * @description Time at which the dispute was decided. Null while it is open.
             */
            readonly closedAt: string | null;
            /** @description Files that you have uploaded for it. */
            readonly files: readonly components["schemas"]["EvidenceFileView"][];
            /** @description Your last answer. Null when you have not answered. */
            readonly answer: components["schemas"]["DisputeAnswer"] | null;
            /** @description What you can do now: `accept` and `evidence`, or nothing when the dispute cannot be answered. */
            readonly nextActions: readonly string[];
        };
        readonly DynamicAccountData: {
            /** @description Id of the virtual account. */
            readonly virtualAccountId: string;
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description Name that the payer sees. */
            readonly accountName: string;
            /** @description CBN code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string;
            /** @description First three digits of the account number. */
            readonly prefix: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /** @description NIP code of the bank. */
            readonly nipInstitutionCode: string;
            /**
             * Format: int64
             * @description Amount that the account expects, in kobo.
             */
            readonly amount: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. 0 once the checkout has ended.
             */
            readonly amountOutstanding: number;
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Minutes from the creation of the account to its end.
             */
            readonly validity: number;
            readonly amountRule: components["schemas"]["AmountRule"];
            readonly status: components["schemas"]["DynamicAccountStatus"];
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time at which it expires.
             */
            readonly expiresAt: string;
            /**
             * Format: int64
             * @description Seconds until the account expires; 0 when it takes no money.
             */
            readonly secondsRemaining: number;
            /** @description VALIDITY_OUTSIDE_RECOMMENDED_RANGE: 10 to 30 minutes are recommended. VALIDITY_CUT_BY_SESSION: the session ends first. */
            readonly warnings: readonly string[];
            /** @description Your notes, as you sent them to initiate. */
            readonly metadata: {
                readonly [key: string]: string;
            };
        };
        readonly DynamicAccountEvent: {
            /**
             * Format: date-time
             * @description Time at which it happened.
             */
            readonly at: string;
            /** @description What it happened to, as in the timeline of the checkout. */
            readonly kind: string;
            /** @description Status after it, outcome of a payment, or type of an event. */
            readonly status: string;
            /** @description Id or reference of the thing. */
            readonly reference: string;
            /**
             * Format: int64
             * @description Amount in kobo.
             */
            readonly amount: number | null;
        };
        readonly DynamicAccountOwner: {
            /** @description E-mail address. */
            readonly email: string | null;
            /** @description First name. */
            readonly firstName: string | null;
            /** @description Last name. */
            readonly lastName: string | null;
        };
        readonly EarlyRunData: {
            /**
             * @description SETTLED: a settlement is on its way. ON_HOLD: it waits until the cause is resolved. BELOW_MINIMUM: less is due than your minimum. WITHOUT_ACCOUNT: you have no account that can be paid. NOTHING: nothing is due.
             * @enum {string}
             */
            readonly outcome: "SETTLED" | "ON_HOLD" | "BELOW_MINIMUM" | "WITHOUT_ACCOUNT" | "NOTHING" | (string & {});
            /** @description The settlement. Null when none was made. */
            readonly settlement: components["schemas"]["SettlementView"] | null;
        };
        readonly ErrorDataView: {
            /** @description Why the request did not succeed. Programs switch on it. More reasons may be added: treat one that you do not know by the HTTP status and `retryable`. */
            readonly reason: string;
            /** @description Whether the same request may succeed later. */
            readonly retryable: boolean;
            /** @description The fields that are wrong. Empty when the fault is not in a field. */
            readonly errors: readonly components["schemas"]["FieldErrorView"][];
            /** @description Page that explains the reason. */
            readonly docs: string;
        };
        readonly ErrorReference: {
            /** @description The reason. It never changes. */
            readonly reason: string;
            /**
             * Format: int64
             * @description HTTP status of the reply.
             */
            readonly httpStatus: number;
            /** @description Result code of two digits. */
            readonly code: string;
            /** @description The code in words. It may change. */
            readonly message: string;
            /** @description Whether the same request may succeed later. */
            readonly retryable: boolean;
            /** @description What to do. */
            readonly advice: string;
            /** @description Page that explains the reason. */
            readonly docs: string;
        };
        readonly ErrorReferenceList: {
            /** @description All reasons. */
            readonly items: readonly components["schemas"]["ErrorReference"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly EvidenceFileList: {
            /** @description All files of it. */
            readonly items: readonly components["schemas"]["EvidenceFileView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly EvidenceFileView: {
            /** @description Id of the file. Name it in `documents` of your evidence. */
            readonly fileId: string;
            /**
             * @description What it is, by its content.
             * @enum {string}
             */
            readonly mediaType: "application/pdf" | "image/jpeg" | "image/png" | (string & {});
            /**
             * Format: int64
             * @description Its bytes, as they are kept.
             */
            readonly size: number;
            /**
             * Format: date-time
             * @description When you uploaded it.
             */
            readonly uploadedAt: string;
        };
        readonly FieldErrorView: {
            /** @description Path of the field, such as `source.bankCode`. */
            readonly field: string;
            /** @description Name of the rule. */
            readonly rule: string;
            /** @description The rule as a sentence. */
            readonly message: string;
        };
        readonly GatewayAnswer: {
            /** @description Result code of the bank or the card acquirer. Null when there is none. */
            readonly code: string | null;
            /** @description The result in words. */
            readonly message: string;
        };
        readonly InitiateRequest: {
            /**
             * Format: email
             * @description E-mail address of the customer. Receipts and other news of the payment go to it, as you have chosen.
             */
            readonly email: string;
            /** @description Phone number of the customer, of any country. Spaces, dashes, dots, slashes and brackets are allowed. A number without + and country code is read as Nigerian. */
            readonly phoneNumber: string;
            /** @description Legal first name of the customer. */
            readonly firstName: string;
            /** @description Legal last name of the customer. */
            readonly lastName: string;
            /**
             * Format: int64
             * @description Amount of the order, in kobo.
             */
            readonly amount: number;
            /** @description Your reference for the order. Use each reference once. */
            readonly paymentReference: string;
            /** @description Ways in which the customer can pay. Without it, the ways in your settings. Capitals do not matter, and `transfer` and `BankTransfer` stand for `Bank`. */
            readonly channels?: readonly components["schemas"]["PaymentChannel"][] | null;
            /**
             * @description Only NGN. Default: NGN.
             * @enum {string|null}
             */
            readonly currency?: "NGN" | null;
            /** @description Your notes: at most 20 texts of at most 500 characters each. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
            /** @description What happens to payments that do not fit. A policy that you leave out is the one in your settings. */
            readonly policies?: components["schemas"]["PolicyChanges"] | null;
            /**
             * Format: int32
             * @description Minutes until the checkout expires. Default: 1440.
             */
            readonly sessionTtlMinutes?: number | null;
            /** @description What the payment is for. */
            readonly description?: string | null;
            /**
             * Format: uri
             * @description Page that the customer goes to afterwards. paymentReference, status, time, signature are added to it.
             */
            readonly redirectUrl?: string | null;
            /**
             * Format: uri
             * @description Page that the customer goes to without paying.
             */
            readonly cancelUrl?: string | null;
            /**
             * @description Language of the customer's page. Without it, that of the customer's browser.
             * @enum {string|null}
             */
            readonly locale?: "en" | "pcm" | "ha" | "yo" | "ig" | null;
            /** @description Site that may show the page in a frame. */
            readonly embedOrigin?: string | null;
            /** @description Colour of the buttons of the customer's page. */
            readonly accentColor?: string | null;
            /** @description Lines of the order, for the customer's page. They do not change the amount. */
            readonly items?: readonly components["schemas"]["OrderLine"][] | null;
        };
        readonly InitiatedCheckout: {
            /** @description Id of the checkout. */
            readonly checkoutId: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            readonly status: components["schemas"]["CheckoutStatus"];
            /**
             * Format: int64
             * @description Amount that you asked for, in kobo.
             */
            readonly amount: number;
            /**
             * Format: int64
             * @description Amount that the customer has to pay, in kobo.
             */
            readonly amountExpected: number;
            /**
             * Format: int64
             * @description Equal to `amountExpected`. Send it to create-account.
             */
            readonly amountPayable: number;
            /** @description Amount that the customer pays with each channel. */
            readonly amountPayableByChannel: components["schemas"]["AmountByChannel"];
            /**
             * Format: int64
             * @description Amount that has been received, in kobo.
             */
            readonly amountPaid: number;
            /**
             * Format: int64
             * @description Amount that you can deliver goods or services for, in kobo.
             */
            readonly amountAccepted: number;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. 0 once the checkout has ended.
             */
            readonly amountOutstanding: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /** @description Always NGN. */
            readonly currency: string;
            /** @description Ways in which the customer can pay. */
            readonly channels: readonly components["schemas"]["PaymentChannel"][];
            readonly feeBearer: components["schemas"]["FeeBearer"];
            /**
             * Format: int64
             * @description Fee that the customer pays on top, in kobo.
             */
            readonly customerFee: number;
            /** @description What happens to payments that do not fit. */
            readonly policies: components["schemas"]["PoliciesView"];
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time at which it expires.
             */
            readonly expiresAt: string;
            /** @description Operations that you can call next. */
            readonly nextActions: readonly string[];
            /** @description Your notes, as you sent them to initiate. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /**
             * Format: uri
             * @description Page on which the customer can pay. Send the customer there.
             */
            readonly checkoutUrl: string;
            /** @description Secret that signs `redirectUrl`. The same for all your checkouts. */
            readonly returnSecret: string;
        };
        readonly InwardQueryData: {
            /** @description Transfers that match, the newest first, at most 100. When there is none, the reply is HTTP 404. */
            readonly items: readonly components["schemas"]["InwardTransaction"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly InwardTransaction: components["schemas"]["Transaction"] & {
            /** @description Where the payment stands. */
            readonly inwardStatus: components["schemas"]["CreditStatus"];
            /** @description 00: the payment is booked. 09: it will be booked soon. */
            readonly responseCode: string;
            /** @description The newest refund of the payment. Null when there is none. */
            readonly refund: components["schemas"]["TransactionRefundView"] | null;
        };
        readonly KeyList: {
            /** @description The keys, the oldest first. */
            readonly items: readonly components["schemas"]["KeyView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly KeyView: {
            /** @description Id of the key. */
            readonly clientId: string;
            /** @description What it is called. */
            readonly name: string;
            /** @description What it may do. */
            readonly groups: readonly ("payments" | "reads" | "refunds" | "settlement" | "personal-data" | "settings")[];
            /** @description Networks from which it may be used. Empty: from everywhere. */
            readonly addresses: readonly string[];
            /**
             * @description Whether it works.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "EXPIRED" | "REVOKED" | (string & {});
            /**
             * @description Who knows its newest secret. OPERATOR: your operator, too. CLAIMED: you have rotated such a one, and your operator has not confirmed it yet. Only OWN moves money.
             * @enum {string}
             */
            readonly secretKnownTo: "OWN" | "OPERATOR" | "CLAIMED" | (string & {});
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time at which it ends. Null: it does not.
             */
            readonly expiresAt: string | null;
            /**
             * Format: date-time
             * @description Time at which it was revoked.
             */
            readonly revokedAt: string | null;
            /**
             * Format: date-time
             * @description Time of its last use, to the minute.
             */
            readonly lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Time until which its former secret is valid.
             */
            readonly formerSecretUntil: string | null;
        };
        readonly KeyWithSecret: components["schemas"]["KeyView"] & {
            /** @description The secret. It is shown once. Null when the reply is repeated under its Idempotency-Key. */
            readonly clientSecret: string | null;
        };
        readonly KindChoiceRequest: {
            /**
             * @description What the customer is told. RECEIPT: the order is paid. TOO_LITTLE, TOO_MUCH, LATE, TWICE: money that does not fit. REFUND_STARTED, REFUND_DONE, REFUND_NEEDS_ACCOUNT: a refund. DISPUTE_REFUND: a disputed payment was given back.
             * @enum {string}
             */
            readonly kind: "RECEIPT" | "TOO_LITTLE" | "TOO_MUCH" | "LATE" | "TWICE" | "REFUND_STARTED" | "REFUND_DONE" | "REFUND_NEEDS_ACCOUNT" | "DISPUTE_REFUND";
            /** @description An e-mail is sent. Without it: true. */
            readonly email?: boolean | null;
            /** @description An SMS is sent. Without it: false. */
            readonly sms?: boolean | null;
            /** @description A copy of the e-mail goes to `copyTo`. Without it: false. */
            readonly copy?: boolean | null;
        };
        readonly KindChoiceView: {
            /**
             * @description What the customer is told. RECEIPT: the order is paid. TOO_LITTLE, TOO_MUCH, LATE, TWICE: money that does not fit. REFUND_STARTED, REFUND_DONE, REFUND_NEEDS_ACCOUNT: a refund. DISPUTE_REFUND: a disputed payment was given back.
             * @enum {string}
             */
            readonly kind: "RECEIPT" | "TOO_LITTLE" | "TOO_MUCH" | "LATE" | "TWICE" | "REFUND_STARTED" | "REFUND_DONE" | "REFUND_NEEDS_ACCOUNT" | "DISPUTE_REFUND";
            /** @description An e-mail is sent. */
            readonly email: boolean;
            /** @description An SMS is sent. */
            readonly sms: boolean;
            /** @description A copy of the e-mail goes to `copyTo`. */
            readonly copy: boolean;
        };
        readonly LinkPictureRequest: {
            /**
             * Format: byte
             * @description The picture in base64: PNG, JPEG or WebP, at most 256 kB, 16 to 4200 pixels wide and high.
             */
            readonly image: string;
        };
        readonly LogoRequest: {
            /**
             * Format: byte
             * @description The picture in base64: PNG, JPEG or WebP, at most 256 kB, 16 to 2000 pixels wide and high.
             */
            readonly image: string;
        };
        readonly MerchantChannelTerms: {
            readonly paymentChannel: components["schemas"]["PaymentChannel"];
            /** @description Whether your checkouts offer it. */
            readonly offered: boolean;
            readonly feeBearer: components["schemas"]["FeeBearer"];
            /** @description The plan that holds now. Null: none. */
            readonly feePlan: components["schemas"]["MerchantFeePlan"] | null;
            /** @description Plans that follow, the next one first. */
            readonly nextFeePlans: readonly components["schemas"]["MerchantFeePlan"][];
        };
        readonly MerchantData: {
            /** @description Your id. */
            readonly merchantId: string;
            /** @description Legal name. */
            readonly name: string;
            /** @description Name that customers see. */
            readonly tradeName: string;
            /**
             * @description Whether money is real.
             * @enum {string}
             */
            readonly environment: "sandbox" | "live" | (string & {});
            /**
             * @description PENDING: you take no payments yet. ACTIVE: you do. SUSPENDED, CLOSED: no request is taken.
             * @enum {string}
             */
            readonly status: "PENDING" | "ACTIVE" | "SUSPENDED" | "CLOSED" | (string & {});
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /** @description What has to be there before you take payments in the live environment. */
            readonly checklist: readonly components["schemas"]["ChecklistItem"][];
            /** @description Your people, as your operator knows them. Null: nobody is named. */
            readonly contacts: components["schemas"]["ContactsView"];
            /** @description Ways to pay, with their fees. */
            readonly channels: readonly components["schemas"]["MerchantChannelTerms"][];
            /** @description Your limits. */
            readonly limits: components["schemas"]["MerchantLimits"];
            /** @description Prefixes of your account numbers. */
            readonly prefixes: readonly components["schemas"]["MerchantPrefix"][];
            /** @description When and from how much you are paid. */
            readonly settlement: components["schemas"]["SettlementSettingsView"];
        };
        readonly MerchantFeePlan: {
            /** @description Id of the plan. */
            readonly feePlanId: string;
            /**
             * Format: date-time
             * @description Time from which it holds. Null: it holds now.
             */
            readonly from: string | null;
            /**
             * Format: int64
             * @description Rate in basis points: 100 is 1 %.
             */
            readonly rateBps: number;
            /**
             * Format: int64
             * @description Added to the part of the rate, in kobo.
             */
            readonly flat: number;
            /**
             * Format: int64
             * @description Amounts below this one do not pay `flat`. In kobo.
             */
            readonly flatWaivedBelow: number;
            /**
             * Format: int64
             * @description The most that the fee may be, without VAT. In kobo.
             */
            readonly cap: number;
            /**
             * Format: int64
             * @description VAT on the fee, in basis points.
             */
            readonly vatBps: number;
        };
        readonly MerchantLimits: {
            /**
             * Format: int64
             * @description The least that an order may be, in kobo.
             */
            readonly minAmount: number;
            /**
             * Format: int64
             * @description The most that an order may be, in kobo.
             */
            readonly maxAmount: number;
            /**
             * Format: int64
             * @description The most that you may receive in a day in Lagos, in kobo. Null: no limit.
             */
            readonly dailyLimit: number | null;
            /**
             * Format: int64
             * @description The most that you may have paid out on demand in a day, in kobo. Null: no limit.
             */
            readonly dailySettlementLimit: number | null;
            /**
             * Format: int64
             * @description Accounts that may wait for money at once.
             */
            readonly openAccounts: number;
        };
        readonly MerchantPrefix: {
            /** @description First three digits of the account number. */
            readonly prefix: string;
            /** @description Code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string;
            /**
             * @description Whether new numbers can be made.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "SUSPENDED" | (string & {});
            /** @description Whether it is used when you name no prefix. */
            readonly isDefault: boolean;
        };
        readonly MessageSettingsRequest: {
            /** @description Name that e-mails come from. It must not be the name of another business or a bank. */
            readonly senderName?: string | null;
            /**
             * Format: email
             * @description Where answers of customers go.
             */
            readonly replyTo?: string | null;
            /**
             * Format: email
             * @description Where copies go.
             */
            readonly copyTo?: string | null;
            /**
             * @description Language of messages about orders that name none.
             * @enum {string|null}
             */
            readonly locale?: "en" | "pcm" | "ha" | "yo" | "ig" | null;
            /** @description What is told, and how. A kind that you leave out has its defaults. */
            readonly kinds?: readonly components["schemas"]["KindChoiceRequest"][] | null;
            /**
             * @description How often your business contact is told what came in and went out. Without it: DAILY.
             * @enum {string|null}
             */
            readonly summary?: "DAILY" | "WEEKLY" | "NONE" | null;
            /** @description What your contacts are not told. Changes of accounts, endpoints, keys and rights they are always told. Without it: none of them. */
            readonly muted?: readonly ("DISPUTE_OPENED" | "DISPUTE_DUE_HALF" | "DISPUTE_DUE_DAY" | "DISPUTE_DUE_HOURS" | "WEBHOOK_FAILING" | "WEBHOOK_OFF" | "WEBHOOK_BACK" | "SETTLEMENT_PAID" | "SETTLEMENT_FAILED" | "SETTLEMENT_ON_HOLD" | "KEY_ENDS_WEEK" | "KEY_ENDS_DAY")[] | null;
        };
        readonly MessageSettingsView: {
            /** @description Name that e-mails come from. Null: your operator’s. */
            readonly senderName: string | null;
            /** @description Where answers of customers go. Null: nowhere. */
            readonly replyTo: string | null;
            /** @description Where copies go. Null: nowhere. */
            readonly copyTo: string | null;
            /**
             * @description Language of messages about orders that name none. Null: English.
             * @enum {string|null}
             */
            readonly locale: "en" | "pcm" | "ha" | "yo" | "ig" | null;
            /** @description What is told, and how. */
            readonly kinds: readonly components["schemas"]["KindChoiceView"][];
            /**
             * @description How often your business contact is told what came in and went out. Without it: DAILY.
             * @enum {string}
             */
            readonly summary: "DAILY" | "WEEKLY" | "NONE";
            /** @description What your contacts are not told. Changes of accounts, endpoints, keys and rights they are always told. */
            readonly muted: readonly ("DISPUTE_OPENED" | "DISPUTE_DUE_HALF" | "DISPUTE_DUE_DAY" | "DISPUTE_DUE_HOURS" | "WEBHOOK_FAILING" | "WEBHOOK_OFF" | "WEBHOOK_BACK" | "SETTLEMENT_PAID" | "SETTLEMENT_FAILED" | "SETTLEMENT_ON_HOLD" | "KEY_ENDS_WEEK" | "KEY_ENDS_DAY")[];
            /** @description Ways by which your operator sends messages. By another one nothing is sent, whatever is chosen. */
            readonly channels: readonly ("EMAIL" | "SMS")[];
            /** @description Your people, who are told what concerns you. Your operator changes them. */
            readonly contacts: components["schemas"]["ContactsView"];
        };
        readonly MissedEvents: {
            /**
             * Format: int64
             * @description Number of events. When `more` is true, there may be others.
             */
            readonly count: number;
            /** @description Whether more than 1,000 events have not arrived. Only the oldest 1,000 are counted. */
            readonly more: boolean;
            /** @description Send it to `POST /api/v1/webhooks/replay` to get all of them. */
            readonly replay: components["schemas"]["ReplayFilterView"];
        };
        readonly NextSettlement: {
            /**
             * Format: date
             * @description Day in Lagos on which it is sent.
             */
            readonly date: string;
            /**
             * Format: int64
             * @description Amount that is sent to your bank account, in kobo.
             */
            readonly amount: number;
        };
        readonly NotificationUrl: {
            /**
             * Format: int64
             * @description Number of the endpoint.
             */
            readonly endpoint: number;
            /** @description Address of your endpoint. */
            readonly url: string;
            /** @description The secret that signs the events. It is shown once, when it is new. Null when your secret has not changed: it is not shown again. Send your own as `secret`, or rotate it. Null when the reply is repeated under its Idempotency-Key. */
            readonly secret: string | null;
            /**
             * Format: int64
             * @description Number of the secret: 1 for the first one.
             */
            readonly secretVersion: number;
            /** @description Types of events that are sent. */
            readonly events: readonly components["schemas"]["EventType"][];
            /**
             * @description ACTIVE: events are sent. DISABLED: it answered 410. SUPPRESSED: it failed for five days.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "DISABLED" | "SUPPRESSED" | (string & {});
            /** @description Why it is not ACTIVE. Null when it is. */
            readonly disabledReason: string | null;
            /**
             * Format: date-time
             * @description Time of the first failed attempt since the last success. Null when the last attempt succeeded.
             */
            readonly failingSince: string | null;
            /**
             * Format: date-time
             * @description Time until which the old secret signs as well. Null when it does not.
             */
            readonly formerSecretUntil: string | null;
            /** @description Whether the address is allowed: an https URL of a public host. It does not mean that your server has answered: send a test for that. */
            readonly verified: boolean;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
        };
        readonly NotificationUrlRequest: {
            /**
             * Format: uri
             * @description URL of your endpoint: https, port 443 or 8443, on a public host.
             */
            readonly url: string;
            /** @description Types of events to send. Without it, all of them. */
            readonly events?: readonly components["schemas"]["EventType"][] | null;
            /**
             * Format: password
             * @description `whsec_` and the base64 of 24 to 64 bytes, with its padding (`=`). Without it, we make a secret when you have none.
             */
            readonly secret?: string | null;
        };
        readonly OpeningAccount: {
            /** @description Your reference of the order or the account. */
            readonly paymentReference: string;
            /**
             * Format: int64
             * @description Seconds after which to send the same request again.
             */
            readonly retryAfterSeconds: number;
        };
        readonly OrderLine: {
            /** @description What it is. */
            readonly name: string;
            /**
             * Format: int32
             * @description How many.
             */
            readonly quantity: number;
            /**
             * Format: int64
             * @description Amount of the whole line, in kobo.
             */
            readonly amount: number;
        };
        readonly OwnFieldRequest: {
            /** @description What you ask. The customer sees it beside the field. */
            readonly label: string;
            /** @description Whether the customer must answer. Default: false. */
            readonly required?: boolean | null;
        };
        readonly PageView: {
            /**
             * Format: int64
             * @description Number of items that a page has.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Number of this page. Only when you asked by number.
             */
            readonly number?: number;
            /**
             * Format: int64
             * @description Number of items in the whole list. Only on its last page, when you asked by number.
             */
            readonly totalItems?: number;
            /** @description Send it as `cursor` to get the next page. Null on the last page. */
            readonly nextCursor: string | null;
            /** @description Whether there is a next page. */
            readonly hasMore: boolean;
        };
        readonly PagedSettlementTransactions: {
            /**
             * Format: int64
             * @description Balance before the first line, in kobo.
             */
            readonly openingBalance: number;
            /**
             * Format: int64
             * @description Amount that was sent to your bank account, in kobo.
             */
            readonly netAmount: number;
            /**
             * Format: int64
             * @description Balance after the last line, in kobo.
             */
            readonly closingBalance: number;
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["StatementLineView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PagedSettlements: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["SettlementView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PagedStaticAccounts: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["StaticAccountListItem"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PagedTransactionList: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["Transaction"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PagedTransactions: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["WalletTransaction"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PagedVirtualAccountList: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["VirtualAccountListItem"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PaidCard: {
            /** @description Brand of the card. */
            readonly brand: string;
            /** @description Last four digits. */
            readonly last4: string;
        };
        readonly PayingTransaction: {
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            /**
             * Format: int64
             * @description Amount of this one payment, in kobo.
             */
            readonly amountReceived: number;
            /**
             * Format: int64
             * @description Our fee on the transaction, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            /**
             * Format: int64
             * @description Amount that you receive of the transaction after fee and VAT, in kobo. It is the `net` of its line in the statement.
             */
            readonly settlementAmount: number;
            /**
             * Format: date
             * @description First day, in Lagos, on which the money of the transaction can be paid out to you. Null while none of it is yours.
             */
            readonly settlementDueDate: string | null;
        };
        readonly PayloadAccount: {
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description Name of the account. */
            readonly accountName: string | null;
            /** @description CBN code of the bank. */
            readonly bankCode: string | null;
            /** @description Name of the bank. */
            readonly bankName: string | null;
            /** @description First three digits of the account number. */
            readonly prefix: string | null;
            /**
             * @description Kind of the account. Null when the number belonged to no account.
             * @enum {string|null}
             */
            readonly type: "STATIC" | "DYNAMIC" | null | (string & {});
            /**
             * Format: date-time
             * @description Time at which it expires.
             */
            readonly expiresAt: string | null;
            /** @description Your reference for a static account. Null for others. */
            readonly reference: string | null;
        };
        readonly PayloadCard: {
            /** @description Brand of the card. */
            readonly brand: string | null;
            /** @description Last four digits. */
            readonly last4: string | null;
        };
        readonly PayloadCustomer: {
            /** @description E-mail address. */
            readonly email: string | null;
            /** @description Phone number. */
            readonly phoneNumber: string | null;
            /** @description First name. */
            readonly firstName: string | null;
            /** @description Last name. */
            readonly lastName: string | null;
        };
        readonly PayloadDestination: {
            /** @description Account number, masked. */
            readonly accountNumber: string;
            /** @description Name of the account. */
            readonly accountName: string | null;
            /** @description NIP code of the bank. */
            readonly bankCode: string | null;
            /** @description Name of the bank. */
            readonly bankName: string | null;
        };
        readonly PayloadDispute: {
            /** @description Id of the dispute. */
            readonly reference: string;
            readonly kind: components["schemas"]["DisputeKind"];
            /**
             * Format: int64
             * @description Amount that is disputed, in kobo.
             */
            readonly amount: number;
            readonly status: components["schemas"]["DisputeStatus"];
            /**
             * Format: date-time
             * @description Time until which you can answer the dispute. Null when the acquirer named none, or there is nothing to answer.
             */
            readonly evidenceDueAt: string | null;
            /** @description What you have answered. Null when you have not answered. */
            readonly answer: components["schemas"]["DisputeAnswer"] | null;
        };
        readonly PayloadRefund: {
            /** @description Your reference for the refund, or the id of it. */
            readonly reference: string;
            readonly origin: components["schemas"]["RefundOrigin"];
            /** @description Why money is sent back, such as UNDERPAID, OVERPAID, LATE, DUPLICATE or MERCHANT_REQUEST. */
            readonly cause: string;
            /**
             * Format: int64
             * @description Amount that is refunded, in kobo.
             */
            readonly amount: number;
            readonly status: components["schemas"]["RefundStatus"];
            /** @description Whether it goes to an account that did not pay. */
            readonly toAnotherAccount: boolean;
        };
        readonly PayloadSource: {
            /** @description Account number, masked. */
            readonly accountNumber: string | null;
            /** @description Name of the account. */
            readonly accountName: string | null;
            /** @description Code of the bank. */
            readonly bankCode: string | null;
            /** @description Name of the bank. */
            readonly bankName: string | null;
        };
        readonly PaymentLinkField: {
            /** @description What you ask. */
            readonly label: string;
            /** @description Whether the customer must answer. */
            readonly required: boolean;
        };
        readonly PaymentLinkPage: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["PaymentLinkView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PaymentLinkRequest: {
            /** @description What the payment is for. The customer sees it. */
            readonly description: string;
            /**
             * Format: int64
             * @description Amount of each payment, in kobo. Without it, the customer writes the amount.
             */
            readonly amount?: number | null;
            /**
             * Format: int64
             * @description Least amount that a customer can write, in kobo.
             */
            readonly minAmount?: number | null;
            /**
             * Format: int64
             * @description Largest amount that a customer can write, in kobo.
             */
            readonly maxAmount?: number | null;
            /**
             * Format: int32
             * @description The most that a customer can buy at once. The customer chooses a number and pays `amount` as often. Without it: one. Only together with `amount`.
             */
            readonly maxQuantity?: number | null;
            /** @description What you ask customers besides their name. The answers are in the `metadata` of the checkout, by the label. */
            readonly fields?: readonly components["schemas"]["OwnFieldRequest"][] | null;
            /**
             * @description ONCE: the link takes one payment. MANY: as many as come. Default: MANY.
             * @enum {string|null}
             */
            readonly usage?: "ONCE" | "MANY" | null;
            /**
             * Format: date-time
             * @description Time after which nobody can begin to pay.
             */
            readonly expiresAt?: string | null;
            /**
             * Format: uri
             * @description Page that the customer goes to afterwards. paymentReference, status, time, signature are added to it.
             */
            readonly redirectUrl?: string | null;
            /** @description Ways in which the customer can pay. Without it, the ways in your settings. Capitals do not matter, and `transfer` and `BankTransfer` stand for `Bank`. */
            readonly channels?: readonly components["schemas"]["PaymentChannel"][] | null;
            /** @description Your notes: at most 20 texts of at most 500 characters each. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
            /**
             * @description Language of the customer's page. Without it, that of the customer's browser.
             * @enum {string|null}
             */
            readonly locale?: "en" | "pcm" | "ha" | "yo" | "ig" | null;
            /** @description Colour of the buttons of the customer's page. */
            readonly accentColor?: string | null;
        };
        readonly PaymentLinkView: {
            /** @description Id of the payment link. */
            readonly paymentLinkId: string;
            /**
             * @description ACTIVE: customers can pay. USED: a link for one payment was paid. INACTIVE: you switched it off. EXPIRED: its time is over.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "USED" | "INACTIVE" | "EXPIRED" | (string & {});
            /**
             * Format: uri
             * @description Address to give to customers.
             */
            readonly url: string;
            /**
             * Format: uri
             * @description QR code of the address, as SVG.
             */
            readonly qrSvgUrl: string;
            /**
             * Format: uri
             * @description QR code of the address, as PNG.
             */
            readonly qrPngUrl: string;
            /** @description What the payment is for. */
            readonly description: string;
            /**
             * Format: int64
             * @description Amount of each payment, in kobo. Null when the customer writes it.
             */
            readonly amount: number | null;
            /**
             * Format: int64
             * @description Least amount, in kobo.
             */
            readonly minAmount: number | null;
            /**
             * Format: int64
             * @description Largest amount, in kobo.
             */
            readonly maxAmount: number | null;
            /**
             * @description How many payments it takes.
             * @enum {string}
             */
            readonly usage: "ONCE" | "MANY";
            /**
             * Format: date-time
             * @description Time after which nobody can begin to pay. Null: no end.
             */
            readonly expiresAt: string | null;
            /** @description Page that the customer goes to afterwards. */
            readonly redirectUrl: string | null;
            /** @description Ways in which the customer can pay. Null: the ways in your settings. */
            readonly channels: readonly components["schemas"]["PaymentChannel"][] | null;
            /** @description What you ask customers besides their name. */
            readonly fields: readonly components["schemas"]["PaymentLinkField"][];
            /**
             * Format: int64
             * @description The most that a customer can buy at once. Null: one.
             */
            readonly maxQuantity: number | null;
            /** @description Your notes, as you sent them. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /**
             * @description Language of its pages. Null: that of the browser.
             * @enum {string|null}
             */
            readonly locale: "en" | "pcm" | "ha" | "yo" | "ig" | null;
            /** @description Colour of its pages. Null: the one in your settings. */
            readonly accentColor: string | null;
            /**
             * Format: uri
             * @description Address of its picture. Null without one.
             */
            readonly pictureUrl: string | null;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
        };
        readonly PendingPayment: {
            /** @description Id of the checkout. */
            readonly checkoutId: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /**
             * @description Status.
             * @enum {string}
             */
            readonly status: "INITIATED" | "AWAITING_PAYMENT" | "PROCESSING" | "PARTIALLY_PAID" | "SUCCESSFUL" | "FAILED" | "EXPIRED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | (string & {});
            /**
             * Format: int64
             * @description Amount that has been received, in kobo.
             */
            readonly amountPaid: number;
            /**
             * Format: int64
             * @description Amount that is still to be paid, in kobo. 0 once the checkout has ended.
             */
            readonly amountOutstanding: number;
            /**
             * Format: int64
             * @description Seconds to wait before you ask again.
             */
            readonly retryAfterSeconds: number;
            /**
             * Format: int64
             * @description Seconds until the account expires, or else until the checkout expires.
             */
            readonly secondsRemaining: number;
        };
        readonly PoliciesView: {
            /**
             * @description Less than the amount due. HOLD_TOP_UP: wait for the rest. ACCEPT: it counts as paid. REFUND_NOW: refund it.
             * @enum {string}
             */
            readonly underpaid: "HOLD_TOP_UP" | "ACCEPT" | "REFUND_NOW";
            /**
             * @description More than the amount due. REFUND_EXCESS: refund what is too much. KEEP: you keep it. REFUND_ALL: refund all of it.
             * @enum {string}
             */
            readonly overpaid: "REFUND_EXCESS" | "KEEP" | "REFUND_ALL";
            /**
             * @description Sent after the end. REFUND: refund it. ACCEPT_LATE: it counts as payment. HOLD: an operator decides.
             * @enum {string}
             */
            readonly late: "REFUND" | "ACCEPT_LATE" | "HOLD";
            /**
             * @description A second payment for a paid order. REFUND: refund it. KEEP_AS_CREDIT: you keep it.
             * @enum {string}
             */
            readonly duplicate: "REFUND" | "KEEP_AS_CREDIT";
            /**
             * @description When an account expires unpaid. REISSUE: the customer can try again. EXPIRE: the checkout expires.
             * @enum {string}
             */
            readonly onAccountExpiry: "REISSUE" | "EXPIRE";
            /** @description Who pays the stamp duty on refunds. */
            readonly refundFeeBearer: components["schemas"]["DutyBearer"];
            /**
             * Format: int32
             * @description How much too little or too much still fits, in kobo. At most 1 % of the amount due counts.
             */
            readonly tolerance: number;
        };
        readonly PolicyChanges: {
            /**
             * @description Less than the amount due. HOLD_TOP_UP: wait for the rest. ACCEPT: it counts as paid. REFUND_NOW: refund it.
             * @enum {string}
             */
            readonly underpaid?: "HOLD_TOP_UP" | "ACCEPT" | "REFUND_NOW";
            /**
             * @description More than the amount due. REFUND_EXCESS: refund what is too much. KEEP: you keep it. REFUND_ALL: refund all of it.
             * @enum {string}
             */
            readonly overpaid?: "REFUND_EXCESS" | "KEEP" | "REFUND_ALL";
            /**
             * @description Sent after the end. REFUND: refund it. ACCEPT_LATE: it counts as payment. HOLD: an operator decides.
             * @enum {string}
             */
            readonly late?: "REFUND" | "ACCEPT_LATE" | "HOLD";
            /**
             * @description A second payment for a paid order. REFUND: refund it. KEEP_AS_CREDIT: you keep it.
             * @enum {string}
             */
            readonly duplicate?: "REFUND" | "KEEP_AS_CREDIT";
            /**
             * @description When an account expires unpaid. REISSUE: the customer can try again. EXPIRE: the checkout expires.
             * @enum {string}
             */
            readonly onAccountExpiry?: "REISSUE" | "EXPIRE";
            /** @description Who pays the stamp duty on refunds. */
            readonly refundFeeBearer?: components["schemas"]["DutyBearer"];
            /**
             * Format: int32
             * @description How much too little or too much still fits, in kobo. At most 1 % of the amount due counts.
             */
            readonly tolerance?: number;
        };
        readonly PrefixList: {
            /** @description All prefixes that are assigned to you. */
            readonly items: readonly components["schemas"]["PrefixView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly PrefixView: {
            /** @description The prefix. */
            readonly prefix: string;
            /** @description CBN code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string;
            /** @description NIP code of the bank. */
            readonly nipInstitutionCode: string;
            /** @description Kinds of account that you can create with it. */
            readonly types: readonly ("STATIC" | "DYNAMIC")[];
            /**
             * @description SUSPENDED: no account can be created with it.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "SUSPENDED" | (string & {});
            /**
             * Format: int64
             * @description Number of account numbers: `inUse` + `quarantined` + `available`.
             */
            readonly capacity: number;
            /**
             * Format: int64
             * @description Numbers that take money now, and numbers of static accounts.
             */
            readonly inUse: number;
            /**
             * Format: int64
             * @description Numbers of accounts that have ended and that are not given to another payer yet.
             */
            readonly quarantined: number;
            /**
             * Format: int64
             * @description Numbers that are free.
             */
            readonly available: number;
            /** @description Whether it is the prefix to use, unless you have a reason. */
            readonly default: boolean;
            /**
             * Format: date-time
             * @description Time at which the numbers were counted.
             */
            readonly countedAt: string;
        };
        readonly Redelivery: {
            /** @description Id of the new delivery, or of one for the same event that is about to be sent. */
            readonly deliveryId: string;
            /** @description Id of the delivery that you asked us to repeat. */
            readonly redeliveryOf: string;
            /** @description Whether a new delivery was made. False when one was about to be sent. */
            readonly isNew: boolean;
        };
        readonly RefundDestinationView: {
            /** @description Account number, masked. */
            readonly accountNumber: string | null;
            /** @description Name of the account. */
            readonly accountName: string | null;
            /** @description Code of the bank. */
            readonly bankCode: string | null;
            /** @description Name of the bank. */
            readonly bankName: string | null;
            /** @description Whether it is an account of the payer, by the names that both banks give. False: the refund waits for operators (status NEEDS_ACCOUNT). */
            readonly isPayers: boolean;
        };
        readonly RefundPage: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["RefundView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly RefundRequest: {
            /** @description Your reference for the refund. The same reference again gets the same refund. */
            readonly refundReference: string;
            /**
             * Format: int64
             * @description Amount to refund, in kobo. Without it, all that is left of the payment.
             */
            readonly amount?: number | null;
            /** @description Why you refund it. */
            readonly reason: string;
            /** @description Another account of the payer. Needs the scope `refunds:destination`. Without it, the account that paid. */
            readonly destination?: components["schemas"]["DestinationRequest"] | null;
        };
        readonly RefundSummary: {
            /** @description Your reference for the refund. */
            readonly refundReference: string;
            /** @description Id of the refund. */
            readonly refundId: string;
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            readonly origin: components["schemas"]["RefundOrigin"];
            /** @description Why money is sent back, such as UNDERPAID, OVERPAID, LATE, DUPLICATE or MERCHANT_REQUEST. */
            readonly cause: string;
            /**
             * Format: int64
             * @description Amount in kobo.
             */
            readonly amount: number;
            readonly status: components["schemas"]["RefundStatus"];
        };
        readonly RefundView: {
            /** @description Your reference for the refund, or the `refundId` when a policy made the refund. */
            readonly refundReference: string;
            /** @description Id of the refund. */
            readonly refundId: string;
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            /** @description Your reference for the order. Null without an order. */
            readonly paymentReference: string | null;
            readonly status: components["schemas"]["RefundStatus"];
            readonly origin: components["schemas"]["RefundOrigin"];
            /** @description Why money is sent back, such as UNDERPAID, OVERPAID, LATE, DUPLICATE or MERCHANT_REQUEST. */
            readonly cause: string;
            /** @description Reason that you gave. Null when a policy made the refund. */
            readonly reason: string | null;
            /**
             * Format: int64
             * @description Amount in kobo.
             */
            readonly amount: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Stamp duty on the transfer, in kobo.
             */
            readonly duty: number;
            /** @description Who pays the stamp duty. */
            readonly dutyBearer: components["schemas"]["DutyBearer"];
            /** @description Way in which the money goes back. */
            readonly paymentChannel: components["schemas"]["PaymentChannel"];
            /** @description The account that the money goes to. Null for a card. */
            readonly destination: components["schemas"]["RefundDestinationView"] | null;
            /**
             * Format: date-time
             * @description When it is sent to the other account that you named.
             */
            readonly sendsFrom: string | null;
            /** @description Last result code of the bank or the card acquirer. Null when there is none yet. */
            readonly responseCode: string | null;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt: string;
            /**
             * Format: date-time
             * @description Time at which it was finished. Null until then.
             */
            readonly completedAt: string | null;
        };
        readonly RegisteredSettlementAccount: components["schemas"]["SettlementAccountView"] & {
            /**
             * Format: int32
             * @description How similar the name of the account is to your name, 0 to 100.
             */
            readonly nameScore: number;
            /** @description ACCOUNT_NAME_DIFFERS: the bank gave a name that is not yours. ACCOUNT_CHECK_DIGIT_UNUSUAL: the check digit of the number does not fit the bank. */
            readonly warnings: readonly string[];
        };
        readonly ReplayFilterView: {
            /**
             * Format: int64
             * @description Number of the endpoint.
             */
            readonly endpoint: number;
            /**
             * Format: date-time
             * @description Start of the period.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the period.
             */
            readonly to: string;
            /** @description Whether only events that have not arrived are sent. */
            readonly onlyFailed: boolean;
        };
        readonly ReplayRequest: {
            /**
             * Format: int32
             * @description Number of the endpoint to send them to. Without it, 1.
             */
            readonly endpoint?: number | null;
            /** @description Start of the period, at most 33 days ago. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from: string;
            /** @description End of the period, included. */
            readonly to: string;
            /** @description Types of events to send. Without it, all types that your endpoint gets. */
            readonly eventTypes?: readonly components["schemas"]["EventType"][] | null;
            /** @description Whether to send only events that have not arrived and are not on their way. Default: true. */
            readonly onlyFailed?: boolean | null;
        };
        readonly RequestList: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["RequestView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly RequestView: {
            /** @description Id of the request, as in the header `X-Request-Id`. */
            readonly requestId: string;
            /** @description Id of the key that sent it. */
            readonly clientId: string;
            /** @description Method and route. */
            readonly operation: string;
            /**
             * Format: int64
             * @description HTTP status of the reply.
             */
            readonly httpStatus: number;
            /** @description Reason in the reply. Null when the request was slow only. */
            readonly reason: string | null;
            /**
             * Format: int64
             * @description Milliseconds until the reply was sent.
             */
            readonly durationMs: number;
            /**
             * Format: date-time
             * @description Time at which the request came.
             */
            readonly createdAt: string;
        };
        readonly RetryPolicy: {
            /**
             * Format: int64
             * @description Number of attempts, the first one included.
             */
            readonly attempts: number;
            /** @description Seconds to wait after each failed attempt. */
            readonly delaysSeconds: readonly number[];
            /**
             * Format: int64
             * @description By how many per cent a wait may be longer or shorter.
             */
            readonly jitterPercent: number;
            /**
             * Format: int64
             * @description Seconds in which the connection must be made.
             */
            readonly connectTimeoutSeconds: number;
            /**
             * Format: int64
             * @description Seconds that a whole attempt may take.
             */
            readonly timeoutSeconds: number;
            /** @description HTTP statuses by which your endpoint asks us to slow down. */
            readonly throttleStatuses: readonly number[];
            /**
             * Format: int64
             * @description Longest `Retry-After` that we obey, in seconds.
             */
            readonly maxRetryAfterSeconds: number;
            /**
             * Format: int64
             * @description HTTP status that switches the endpoint off at once.
             */
            readonly goneStatus: number;
            /**
             * Format: int64
             * @description Number of first attempts that run at the same time.
             */
            readonly concurrency: number;
            /**
             * Format: int64
             * @description Hours without any success after which the endpoint is switched off.
             */
            readonly suppressAfterHours: number;
            /**
             * Format: int64
             * @description Hours in which both secrets sign after a rotation.
             */
            readonly secretOverlapHours: number;
            /**
             * Format: int64
             * @description Age in days up to which events can be replayed.
             */
            readonly replayableDays: number;
        };
        readonly RevokeKeyRequest: {
            /** @description Revokes the key also when no other key works. */
            readonly evenLast?: boolean | null;
        };
        readonly RotateKeyRequest: {
            /**
             * Format: int32
             * @description Hours for which the old secret stays valid. Default: 24.
             */
            readonly overlapHours?: number | null;
        };
        readonly RotateSecretRequest: {
            /**
             * Format: password
             * @description `whsec_` and the base64 of 24 to 64 bytes, with its padding (`=`). Without it, we make a secret.
             */
            readonly secret?: string | null;
            /** @description Whether the old secret stops at once. Send true when somebody else may know it. Default: false. */
            readonly immediately?: boolean | null;
        };
        readonly RotatedSecret: {
            /** @description The new secret. It is shown once. Null when you sent the secret that you already have. Null when the reply is repeated under its Idempotency-Key. */
            readonly secret: string | null;
            /**
             * Format: int64
             * @description Number of the new secret.
             */
            readonly secretVersion: number;
            /**
             * Format: date-time
             * @description Time until which the old secret signs beside the new one. Null when it does not.
             */
            readonly formerSecretUntil: string | null;
        };
        readonly SandboxCreditData: {
            /** @description NIP session id of the transfer. */
            readonly sessionId: string;
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description Account name that the bank got. Null when it did not ask. */
            readonly accountName: string | null;
            /**
             * Format: int64
             * @description Amount in kobo.
             */
            readonly amount: number;
            /** @description Reference of the transaction. Null when the bank has not told us of the transfer. */
            readonly transactionReference: string | null;
            /** @description Result code that the bank gave the payer. */
            readonly responseCode: string;
        };
        readonly SandboxCreditRequest: {
            /** @description Virtual account to pay into. */
            readonly accountNumber: string;
            /**
             * Format: int64
             * @description Amount that the payer sends, in kobo.
             */
            readonly amount: number;
            /**
             * Format: date-time
             * @description Time at which the payer sent the money, at most 24 hours from now. Without it, now.
             */
            readonly senderTimestamp?: string | null;
            /** @description Session id of an earlier transfer. The bank tells us of that transfer again. */
            readonly sessionId?: string | null;
            /** @description Whether the bank asks for the account name first, and sends nothing when it is refused. Without it: yes, unless you send `senderTimestamp` or `sessionId`. */
            readonly nameEnquiry?: boolean | null;
            /**
             * Format: int32
             * @description Seconds until the bank tells us of the transfer. The reply comes at once, without `transactionReference`.
             */
            readonly delaySeconds?: number | null;
            /**
             * Format: int32
             * @description How often the bank tells us of the transfer. It counts once. 0: never.
             */
            readonly times?: number | null;
            /** @description Result code that the bank gives the payer. With any code but 00, nothing is sent. */
            readonly responseCode?: string | null;
            /** @description Account of the payer, to which a refund goes. Without it, 0123456789. A test account refuses the refund. */
            readonly sourceAccountNumber?: string | null;
            /** @description Text of the transfer. */
            readonly narration?: string | null;
        };
        readonly SearchData: {
            /** @description What was found, by kind. A kind of which nothing was found is left out. */
            readonly groups: readonly components["schemas"]["SearchGroup"][];
        };
        readonly SearchGroup: {
            /**
             * @description What it is.
             * @enum {string}
             */
            readonly kind: "ORDER" | "TRANSACTION" | "REFUND" | "DISPUTE" | "SETTLEMENT" | "ACCOUNT" | (string & {});
            /** @description The best come first, then the newest. */
            readonly items: readonly components["schemas"]["SearchItem"][];
            /** @description Whether there are more than these. */
            readonly hasMore: boolean;
        };
        readonly SearchItem: {
            /** @description Id of what was found. */
            readonly id: string;
            /** @description What people call it: a reference, an account number, the type of an event. */
            readonly reference: string;
            /** @description Your reference for the order that it belongs to. */
            readonly paymentReference: string | null;
            /** @description Name of the customer, the sender or the receiver. */
            readonly name: string | null;
            /**
             * Format: int64
             * @description Amount, in kobo.
             */
            readonly amount: number | null;
            /** @description Always NGN. */
            readonly currency: string | null;
            /** @description Where it stands, in the words of its kind. */
            readonly status: string | null;
            /**
             * Format: date-time
             * @description When it was made or received.
             */
            readonly at: string;
            /**
             * @description What it was found by.
             * @enum {string}
             */
            readonly matched: "ID" | "REFERENCE" | "SESSION_ID" | "NUMBER" | "EMAIL" | "PHONE" | "ACCOUNT_NUMBER" | "WORDS" | (string & {});
        };
        readonly SecurityNotification: {
            /** @description What was changed. More may be added. */
            readonly change: string;
            /**
             * @description OPERATOR: your operator. KEY: who holds one of your keys. PERSON: one of your people, at the portal.
             * @enum {string}
             */
            readonly by: "OPERATOR" | "KEY" | "PERSON" | (string & {});
            /** @description Id of the key. */
            readonly clientId: string | null;
            /** @description What the key is called. */
            readonly name: string | null;
            /** @description What the key may do. */
            readonly groups: readonly string[] | null;
            /** @description What you are granted from now on. */
            readonly scopes: readonly string[] | null;
            /**
             * Format: int64
             * @description The most that may be paid out on demand in a day, in kobo.
             */
            readonly dailySettlementLimit: number | null;
            /** @description Where your events go from now on, without its query. */
            readonly url: string | null;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            readonly changedAt: string;
        };
        readonly SettlementAccountList: {
            /** @description Your accounts, the default first, then the newest. */
            readonly items: readonly components["schemas"]["SettlementAccountView"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly SettlementAccountNotification: {
            /** @description Id of the settlement account. */
            readonly settlementAccountId: string;
            /**
             * @description What was done. MADE_DEFAULT: settlements are paid to it.
             * @enum {string}
             */
            readonly change: "REGISTERED" | "MADE_DEFAULT" | "REMOVED" | (string & {});
            /** @description Account number, masked. */
            readonly accountNumber: string;
            /** @description NIP code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string | null;
            /** @description Name that the bank gave. */
            readonly accountName: string;
            /** @description Whether settlements are paid to it. */
            readonly isDefault: boolean;
            /**
             * @description REMOVED: settlements are not paid to it any more.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "REMOVED" | (string & {});
            /**
             * Format: date-time
             * @description Time from which settlements can be paid to it. Your first account can be used at once, later ones after a cooling period.
             */
            readonly usableFrom: string;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            readonly changedAt: string;
        };
        readonly SettlementAccountRequest: {
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` from `GET /api/v1/banks`. */
            readonly bankCode: string;
            /** @description Name of the account holder. When the bank gives another name, the account is not registered. */
            readonly accountName?: string | null;
            /** @description Whether settlements are paid to it from now on. Your first account is the default anyway. */
            readonly makeDefault?: boolean | null;
        };
        readonly SettlementAccountView: {
            /** @description Id of the settlement account. */
            readonly settlementAccountId: string;
            /** @description Account number. Masked, except in the reply that registers the account. */
            readonly accountNumber: string;
            /** @description NIP code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string | null;
            /** @description Name that the bank gave. */
            readonly accountName: string;
            /** @description Whether settlements are paid to it. */
            readonly isDefault: boolean;
            /**
             * @description REMOVED: settlements are not paid to it any more.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "REMOVED" | (string & {});
            /**
             * Format: date-time
             * @description Time from which settlements can be paid to it. Your first account can be used at once, later ones after a cooling period.
             */
            readonly usableFrom: string;
            /** @description Whether settlements can be paid to it now. */
            readonly isUsable: boolean;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
        };
        readonly SettlementAttemptView: {
            /** @description NIP session id of the transfer. */
            readonly sessionId: string;
            /**
             * @description SENT: the bank has it. UNKNOWN: the bank has not confirmed it. SUCCESSFUL: the money arrived. FAILED: no money moved. RETURNED: the money came back.
             * @enum {string}
             */
            readonly status: "SENT" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "RETURNED" | (string & {});
            /** @description Last result code of the bank or the card acquirer. Null when there is none yet. */
            readonly responseCode: string | null;
            /**
             * Format: date-time
             * @description Time at which it was sent.
             */
            readonly sentAt: string;
            /**
             * Format: date-time
             * @description Time at which the bank confirmed the end. Null until then.
             */
            readonly settledAt: string | null;
        };
        readonly SettlementCalendar: {
            /** @description Your schedule. The payout days follow from it. */
            readonly schedule: string;
            /**
             * Format: date
             * @description First day.
             */
            readonly from: string;
            /**
             * Format: date
             * @description Last day.
             */
            readonly to: string;
            /** @description Every day from the first to the last. */
            readonly items: readonly components["schemas"]["CalendarDay"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly SettlementDestinationRequest: {
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` from `GET /api/v1/banks`. */
            readonly bankCode: string;
        };
        readonly SettlementDestinationView: {
            /** @description Account number, masked. */
            readonly accountNumber: string;
            /** @description Name of the account. */
            readonly accountName: string;
            /** @description NIP code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string | null;
        };
        readonly SettlementNotification: {
            /**
             * Format: int64
             * @description Balance before, in kobo.
             */
            readonly openingBalance: number;
            /**
             * Format: int64
             * @description Collections before fees, in kobo.
             */
            readonly grossAmount: number;
            /**
             * Format: int64
             * @description Fees that were deducted, in kobo.
             */
            readonly feeAmount: number;
            /**
             * Format: int64
             * @description VAT on the fees, deducted, in kobo.
             */
            readonly vatAmount: number;
            /**
             * Format: int64
             * @description Refunds that were deducted, in kobo.
             */
            readonly refundAmount: number;
            /**
             * Format: int64
             * @description Disputed payments that were deducted, minus disputes that you won, in kobo.
             */
            readonly chargebackAmount: number;
            /**
             * Format: int64
             * @description Payouts that failed or came back and were added, in kobo.
             */
            readonly reversalAmount: number;
            /**
             * Format: int64
             * @description Stamp duty on refunds, deducted, in kobo.
             */
            readonly stampDutyAmount: number;
            /**
             * Format: int64
             * @description Other changes that were added, in kobo.
             */
            readonly adjustmentAmount: number;
            /**
             * Format: int64
             * @description Payout fees with their VAT, deducted, in kobo.
             */
            readonly payoutFeeAmount: number;
            /**
             * Format: int64
             * @description Stamp duty on payouts, deducted, in kobo.
             */
            readonly payoutStampDutyAmount: number;
            /**
             * Format: int64
             * @description Amount that was sent to your bank account, in kobo.
             */
            readonly netAmount: number;
            /**
             * Format: int64
             * @description Balance after, in kobo. It is the opening balance of the next statement.
             */
            readonly closingBalance: number;
            /** @description Id of the settlement. */
            readonly settlementId: string;
            /** @description Your reference for the settlement, or the `settlementId` of a scheduled one. */
            readonly settlementReference: string;
            readonly type: components["schemas"]["SettlementType"];
            readonly status: components["schemas"]["SettlementStatus"];
            readonly holdReason: components["schemas"]["HoldReason"] | null;
            /** @description Why the last transfer failed. Null when it did not. */
            readonly failure: string | null;
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Amount that was taken from your balance, in kobo.
             */
            readonly amount: number;
            /**
             * Format: int64
             * @description Fee for the transfers, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            /**
             * Format: int64
             * @description Stamp duty on the transfers, in kobo.
             */
            readonly stampDuty: number;
            /**
             * Format: int64
             * @description Part of `netAmount` that has arrived, in kobo.
             */
            readonly paidAmount: number;
            /** @description The account that is paid. Null when there is none. */
            readonly destination: components["schemas"]["PayloadDestination"] | null;
            /**
             * Format: int64
             * @description Number of transactions.
             */
            readonly transactionCount: number;
            /**
             * Format: date-time
             * @description Payments that were received before this time can be in the settlement.
             */
            readonly cutOff: string | null;
            /** @description Day, in Lagos, on which the settlement runs. */
            readonly runDate: string | null;
            /**
             * Format: date-time
             * @description Time at which it was finished. Null until then.
             */
            readonly completedAt: string | null;
            /**
             * Format: int64
             * @description Goes up by one or more with each change.
             */
            readonly version: number;
        };
        readonly SettlementRequestBody: {
            /** @description Your reference for the settlement. The same reference again gets the same settlement. */
            readonly settlementReference: string;
            /**
             * Format: int64
             * @description Amount to take from your balance, in kobo. Duty and fees are deducted from it. Send this or `all`.
             */
            readonly amount?: number | null;
            /** @description Send true to settle everything that is due, in place of `amount`. */
            readonly all?: boolean | null;
            /** @description One of your settlement accounts. Without it, the default account. */
            readonly destination?: components["schemas"]["SettlementDestinationRequest"] | null;
            /** @description Text of the transfer. */
            readonly narration?: string | null;
        };
        readonly SettlementSettingsRequest: {
            /** @description When you are paid. T0_INSTANT: at once. T1, T2: after one or two business days. WEEKLY:MON to WEEKLY:FRI: on that weekday. MONTHLY:1 to MONTHLY:31: on that day of the month. MANUAL: only when you ask. */
            readonly schedule: string;
            /**
             * Format: int64
             * @description Smallest payout, in kobo. Less than it is carried over to the next payout.
             */
            readonly minimumPayout: number;
        };
        readonly SettlementSettingsView: {
            /** @description When you are paid. T0_INSTANT: at once. T1, T2: after one or two business days. WEEKLY:MON to WEEKLY:FRI: on that weekday. MONTHLY:1 to MONTHLY:31: on that day of the month. MANUAL: only when you ask. */
            readonly schedule: string;
            /**
             * Format: int64
             * @description Smallest payout, in kobo. Less than it is carried over to the next payout.
             */
            readonly minimumPayout: number;
            /**
             * Format: int64
             * @description Fee for each transfer to you, without VAT, in kobo. It is agreed with you.
             */
            readonly payoutFee: number;
        };
        readonly SettlementStatusView: components["schemas"]["SettlementView"] & {
            /** @description NIP session id of the last transfer. Null when none was sent. */
            readonly sessionId: string | null;
            /** @description Last result code of the bank or the card acquirer. Null when there is none yet. */
            readonly responseCode: string | null;
            /** @description The result code in words. */
            readonly responseMessage: string | null;
            /** @description The bank transfers of the settlement. */
            readonly transfers: readonly components["schemas"]["SettlementTransferView"][];
        };
        readonly SettlementTransferView: {
            /** @description Id of the transfer. */
            readonly payoutId: string;
            /**
             * Format: int64
             * @description Number of the transfer within the settlement.
             */
            readonly part: number;
            /**
             * Format: int64
             * @description Amount of the transfer, in kobo.
             */
            readonly amount: number;
            readonly status: components["schemas"]["PayoutStatus"];
            /** @description Last result code of the bank or the card acquirer. Null when there is none yet. */
            readonly responseCode: string | null;
            /** @description Each time it was sent to the bank. */
            readonly attempts: readonly components["schemas"]["SettlementAttemptView"][];
        };
        readonly SettlementView: {
            /**
             * Format: int64
             * @description Balance before, in kobo.
             */
            readonly openingBalance: number;
            /**
             * Format: int64
             * @description Collections before fees, in kobo.
             */
            readonly grossAmount: number;
            /**
             * Format: int64
             * @description Fees that were deducted, in kobo.
             */
            readonly feeAmount: number;
            /**
             * Format: int64
             * @description VAT on the fees, deducted, in kobo.
             */
            readonly vatAmount: number;
            /**
             * Format: int64
             * @description Refunds that were deducted, in kobo.
             */
            readonly refundAmount: number;
            /**
             * Format: int64
             * @description Disputed payments that were deducted, minus disputes that you won, in kobo.
             */
            readonly chargebackAmount: number;
            /**
             * Format: int64
             * @description Payouts that failed or came back and were added, in kobo.
             */
            readonly reversalAmount: number;
            /**
             * Format: int64
             * @description Stamp duty on refunds, deducted, in kobo.
             */
            readonly stampDutyAmount: number;
            /**
             * Format: int64
             * @description Other changes that were added, in kobo.
             */
            readonly adjustmentAmount: number;
            /**
             * Format: int64
             * @description Payout fees with their VAT, deducted, in kobo.
             */
            readonly payoutFeeAmount: number;
            /**
             * Format: int64
             * @description Stamp duty on payouts, deducted, in kobo.
             */
            readonly payoutStampDutyAmount: number;
            /**
             * Format: int64
             * @description Amount that was sent to your bank account, in kobo.
             */
            readonly netAmount: number;
            /**
             * Format: int64
             * @description Balance after, in kobo. It is the opening balance of the next statement.
             */
            readonly closingBalance: number;
            /** @description Id of the settlement. */
            readonly settlementId: string;
            /** @description Your reference for the settlement, or the `settlementId` of a scheduled one. */
            readonly settlementReference: string;
            readonly type: components["schemas"]["SettlementType"];
            readonly status: components["schemas"]["SettlementStatus"];
            readonly holdReason: components["schemas"]["HoldReason"] | null;
            /** @description Why the last transfer failed. Null when it did not. */
            readonly failure: string | null;
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Amount that was taken from your balance, in kobo.
             */
            readonly amount: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /**
             * Format: int64
             * @description Fee for the transfers, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            /**
             * Format: int64
             * @description Stamp duty on transfers of ₦10,000.00 and more, in kobo.
             */
            readonly stampDuty: number;
            /**
             * Format: int64
             * @description Part of `netAmount` that has arrived, in kobo.
             */
            readonly paidAmount: number;
            /** @description The account that is paid. Null when there is none. */
            readonly destination: components["schemas"]["SettlementDestinationView"] | null;
            /** @description Text of the transfer. Null when you gave none. */
            readonly narration: string | null;
            /**
             * Format: int64
             * @description Number of your statement: 1, 2, 3 and so on.
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Number of collections, refunds and other lines.
             */
            readonly transactionCount: number;
            /**
             * Format: date-time
             * @description Payments that were received before this time can be in the settlement.
             */
            readonly cutOff: string;
            /**
             * Format: date
             * @description Day, in Lagos, on which the settlement runs.
             */
            readonly runDate: string;
            /**
             * Format: date-time
             * @description Time at which it is sent or was sent.
             */
            readonly scheduledFor: string;
            /**
             * Format: int64
             * @description Goes up by one or more with each change.
             */
            readonly version: number;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt: string;
            /**
             * Format: date-time
             * @description Time at which it was finished. Null until then.
             */
            readonly completedAt: string | null;
        };
        readonly StatementLineView: {
            /**
             * Format: date-time
             * @description Time at which it was booked.
             */
            readonly bookedAt: string;
            /**
             * Format: date
             * @description First day, in Lagos, on which it can be paid out.
             */
            readonly dueOn: string;
            /**
             * @description What changed the balance.
             * @enum {string}
             */
            readonly type: "COLLECTION" | "REFUND" | "CHARGEBACK" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "ADJUSTMENT" | (string & {});
            /** @description Reference of the transaction, refund, dispute or settlement. */
            readonly reference: string;
            /** @description Your reference for the order. Null without an order. */
            readonly paymentReference: string | null;
            /** @description Reference of the transaction that brought the money, also for its refund or dispute. Null for a settlement or an adjustment. */
            readonly transactionReference: string | null;
            /** @description NIP session id of the transfer. Null without a transfer. */
            readonly sessionId: string | null;
            /**
             * Format: int64
             * @description Amount before fees, in kobo. What comes in is positive.
             */
            readonly gross: number;
            /**
             * Format: int64
             * @description Our fee on the transaction, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            /**
             * Format: int64
             * @description Stamp duty, in kobo.
             */
            readonly stampDuty: number;
            /**
             * Format: int64
             * @description `gross` minus `fee`, `vat` and `stampDuty`, in kobo.
             */
            readonly net: number;
            /**
             * Format: int64
             * @description Balance after the line, in kobo.
             */
            readonly balance: number;
        };
        readonly StatementView: {
            /**
             * Format: int64
             * @description Balance before, in kobo.
             */
            readonly openingBalance: number;
            /**
             * Format: int64
             * @description Collections before fees, in kobo.
             */
            readonly grossAmount: number;
            /**
             * Format: int64
             * @description Fees that were deducted, in kobo.
             */
            readonly feeAmount: number;
            /**
             * Format: int64
             * @description VAT on the fees, deducted, in kobo.
             */
            readonly vatAmount: number;
            /**
             * Format: int64
             * @description Refunds that were deducted, in kobo.
             */
            readonly refundAmount: number;
            /**
             * Format: int64
             * @description Disputed payments that were deducted, minus disputes that you won, in kobo.
             */
            readonly chargebackAmount: number;
            /**
             * Format: int64
             * @description Payouts that failed or came back and were added, in kobo.
             */
            readonly reversalAmount: number;
            /**
             * Format: int64
             * @description Stamp duty on refunds, deducted, in kobo.
             */
            readonly stampDutyAmount: number;
            /**
             * Format: int64
             * @description Other changes that were added, in kobo.
             */
            readonly adjustmentAmount: number;
            /**
             * Format: int64
             * @description Payout fees with their VAT, deducted, in kobo.
             */
            readonly payoutFeeAmount: number;
            /**
             * Format: int64
             * @description Stamp duty on payouts, deducted, in kobo.
             */
            readonly payoutStampDutyAmount: number;
            /**
             * Format: int64
             * @description Amount that was sent to your bank account, in kobo.
             */
            readonly netAmount: number;
            /**
             * Format: int64
             * @description Balance after, in kobo. It is the opening balance of the next statement.
             */
            readonly closingBalance: number;
            /** @description `S-` and the number of your settlement, or `P-` and the days of the period. */
            readonly statementNumber: string;
            /** @description Your id. */
            readonly merchantId: string;
            /** @description Your name. */
            readonly merchantName: string;
            /** @description Always NGN. */
            readonly currency: string;
            /** @description Id of the settlement. Null for a period. */
            readonly settlementId: string | null;
            /** @description Reference of the settlement. Null for a period. */
            readonly settlementReference: string | null;
            /** @description Status of the settlement. Null for a period. */
            readonly settlementStatus: components["schemas"]["SettlementStatus"] | null;
            /**
             * Format: date
             * @description First day. Null for a settlement.
             */
            readonly from: string | null;
            /**
             * Format: date
             * @description Last day. Null for a settlement.
             */
            readonly to: string | null;
            /**
             * Format: date-time
             * @description The statement has everything that was booked before this time.
             */
            readonly asOf: string;
            /**
             * Format: date-time
             * @description Time at which the statement was made.
             */
            readonly issuedAt: string;
            /**
             * Format: int64
             * @description Number of lines.
             */
            readonly lineCount: number;
            /** @description Every change of the balance, in the order of booking. */
            readonly lines: readonly components["schemas"]["StatementLineView"][];
        };
        readonly StaticAccountData: {
            /** @description Id of the virtual account. */
            readonly virtualAccountId: string;
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description Name that the payer sees. */
            readonly accountName: string;
            /** @description CBN code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string;
            /** @description First three digits of the account number. */
            readonly prefix: string;
            /** @description Your reference for the account. */
            readonly reference: string;
            /** @description NIP code of the bank. */
            readonly nipInstitutionCode: string;
            /**
             * @description Always STATIC.
             * @enum {string}
             */
            readonly type: "STATIC";
            readonly status: components["schemas"]["StaticAccountStatus"];
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
        };
        readonly StaticAccountListItem: components["schemas"]["StaticAccountData"] & {
            /**
             * Format: int64
             * @description Amount that came in while the account was ACTIVE, in kobo. Refunds are not deducted.
             */
            readonly totalReceived: number;
            /**
             * Format: date-time
             * @description Time of the last payment into the account. Null when there was none.
             */
            readonly lastCreditAt: string | null;
        };
        readonly StaticAccountRequest: {
            /** @description Your reference for the account. The same reference again gets the same account. */
            readonly reference: string;
            /** @description First three digits of the account number. Use one of your prefixes. */
            readonly prefix: string;
            /** @description Name of the holder, a person or a firm. The payer sees it after your name. Needed unless you send `firstName` and `lastName`. */
            readonly accountName?: string | null;
            /** @description Legal first name of the holder. */
            readonly firstName?: string | null;
            /** @description Legal last name of the holder. */
            readonly lastName?: string | null;
            /**
             * Format: email
             * @description E-mail address of the customer.
             */
            readonly email: string;
            /** @description Phone number of the customer, of any country. Spaces, dashes, dots, slashes and brackets are allowed. A number without + and country code is read as Nigerian. */
            readonly phoneNumber: string;
            /** @description Bank verification number of the holder. Send this or `nin`. It is never shown again. */
            readonly bvn?: string | null;
            /** @description National identification number of the holder. It replaces `bvn`. */
            readonly nin?: string | null;
            /** @description Your notes: at most 20 texts of at most 500 characters each. */
            readonly metadata?: {
                readonly [key: string]: string;
            } | null;
        };
        readonly SumsData: {
            /**
             * @description What the sums are told apart by.
             * @enum {string}
             */
            readonly by: "day" | "hour" | "channel" | "provider" | "status" | (string & {});
            /**
             * Format: date-time
             * @description Start of the period.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the period, which does not belong to it.
             */
            readonly before: string;
            /** @description Always NGN. */
            readonly currency: string;
            /** @description Payments, fees, refunds and payouts stand where they were booked, orders where they were begun. */
            readonly rows: readonly components["schemas"]["SumsRow"][];
            /** @description The sum of all rows. */
            readonly total: components["schemas"]["SumsTotal"];
        };
        readonly SumsRow: components["schemas"]["SumsTotal"] & {
            /** @description The day, the hour, the channel, the bank or acquirer, or the status. Null: it has none, such as the channel of a payout. */
            readonly key: string | null;
        };
        readonly SumsTotal: {
            /**
             * Format: int64
             * @description Number of payments that were booked.
             */
            readonly payments: number;
            /**
             * Format: int64
             * @description What was paid, in kobo.
             */
            readonly grossAmount: number;
            /**
             * Format: int64
             * @description Fees with VAT and stamp duty, less what was given back of them, in kobo.
             */
            readonly feeAmount: number;
            /**
             * Format: int64
             * @description Number of refunds.
             */
            readonly refunds: number;
            /**
             * Format: int64
             * @description What went back to payers, in kobo.
             */
            readonly refundAmount: number;
            /**
             * Format: int64
             * @description What was taken back by disputes, less what was won, in kobo.
             */
            readonly disputeAmount: number;
            /**
             * Format: int64
             * @description Corrections, in kobo. Below zero: taken from the balance.
             */
            readonly adjustmentAmount: number;
            /**
             * Format: int64
             * @description `grossAmount` and `adjustmentAmount`, less `feeAmount`, `refundAmount` and `disputeAmount`, in kobo.
             */
            readonly netAmount: number;
            /**
             * Format: int64
             * @description What was set aside for payouts, less what came back of them, in kobo.
             */
            readonly settledAmount: number;
            /**
             * Format: int64
             * @description What the balance has changed by: `netAmount` less `settledAmount`, in kobo.
             */
            readonly balanceChange: number;
            /**
             * Format: int64
             * @description Number of payments that did not fit their order.
             */
            readonly exceptions: number;
            /**
             * Format: int64
             * @description Number of orders that were begun.
             */
            readonly initiated: number;
            /**
             * Format: int64
             * @description Number of these orders that were paid, by now.
             */
            readonly paid: number;
            /**
             * Format: int64
             * @description Of the orders that were paid: half took no longer than this from their beginning to their payment. To the second up to two minutes, then in steps. Null: none was paid.
             */
            readonly medianSecondsToPay: number | null;
        };
        readonly TestNotification: {
            /** @description A sentence for people. */
            readonly message: string;
        };
        readonly TimelineEntryView: {
            /**
             * Format: date-time
             * @description Time at which it happened.
             */
            readonly at: string;
            /**
             * @description What it happened to. EVENT: a webhook event that was written for you.
             * @enum {string}
             */
            readonly kind: "CHECKOUT" | "ACCOUNT" | "CREDIT" | "CARD_ATTEMPT" | "REFUND" | "CHARGEBACK" | "RECALL" | "EVENT" | (string & {});
            /** @description Status after it. For a CREDIT the outcome of the payment; for an EVENT its type. */
            readonly status: string;
            /** @description Id or reference of the thing. For an ACCOUNT its number. */
            readonly reference: string;
            /**
             * Format: int64
             * @description Amount in kobo.
             */
            readonly amount: number | null;
            /** @description Policy, cause or result code that goes with it. Null when there is none. */
            readonly reason: string | null;
        };
        readonly Transaction: {
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            /** @description Your reference for the order. Null when the payment belongs to no order. */
            readonly paymentReference: string | null;
            /** @description Id of the checkout. */
            readonly checkoutId: string | null;
            /**
             * @description Always COLLECTION.
             * @enum {string}
             */
            readonly type: "COLLECTION";
            /** @description Where the money stands. */
            readonly status: components["schemas"]["TransactionStatus"];
            readonly exception: components["schemas"]["PaymentException"] | null;
            readonly paymentChannel: components["schemas"]["PaymentChannel"];
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Amount that the customer had to pay, in kobo. Null without an order.
             */
            readonly amountExpected: number | null;
            /**
             * Format: int64
             * @description Amount that was received, in kobo.
             */
            readonly amountReceived: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /**
             * Format: int64
             * @description Part of the payment that counts towards the order, in kobo.
             */
            readonly amountApplied: number;
            /**
             * Format: int64
             * @description Part of the payment that is more than was due, in kobo.
             */
            readonly excessAmount: number;
            /**
             * Format: int64
             * @description Our fee on the transaction, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            readonly feeBearer: components["schemas"]["FeeBearer"] | null;
            /**
             * Format: int64
             * @description Amount that you receive of the transaction after fee and VAT, in kobo. It is the `net` of its line in the statement.
             */
            readonly settlementAmount: number;
            /**
             * Format: int64
             * @description Amount that never was yours and went back, or is going back, in kobo: by a policy, by an operator, or by a recall while it was held.
             */
            readonly amountReturned: number;
            /**
             * Format: int64
             * @description Amount that your refunds have sent back, in kobo.
             */
            readonly amountRefunded: number;
            /**
             * Format: int64
             * @description Amount that was yours and that the bank of the payer or the card issuer took back, in kobo.
             */
            readonly amountTakenBack: number;
            /**
             * Format: int64
             * @description Amount that you can still refund, in kobo.
             */
            readonly amountRefundable: number;
            /**
             * @description Status of the settlement that the payment is in. PENDING while it waits for one. Null while nothing is due.
             * @enum {string|null}
             */
            readonly settlementStatus: "PENDING" | "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD" | null | (string & {});
            /**
             * Format: date
             * @description First day, in Lagos, on which the money of the transaction can be paid out to you. Null while none of it is yours.
             */
            readonly settlementDueDate: string | null;
            /** @description Reference of the settlement that the payment is in. Null until then. */
            readonly settlementReference: string | null;
            /** @description The virtual account. Null for a card payment. */
            readonly virtualAccount: components["schemas"]["TransactionAccountView"] | null;
            /** @description The account that the money came from. Null for a card payment. */
            readonly source: components["schemas"]["TransactionSourceView"] | null;
            /** @description The card. Null for a transfer. */
            readonly card: components["schemas"]["TransactionCardView"] | null;
            /** @description Id of the payment at the bank (NIP session id) or at the card acquirer. */
            readonly sessionId: string;
            /** @description Text of the transfer. */
            readonly narration: string | null;
            /** @description Answer of the bank or the card acquirer. */
            readonly gatewayResponse: components["schemas"]["TransactionGatewayAnswer"];
            /** @description Refunds of the payment. */
            readonly refunds: readonly components["schemas"]["TransactionRefundView"][];
            /**
             * Format: date-time
             * @description Time at which the checkout was initiated.
             */
            readonly initiatedAt: string | null;
            /**
             * Format: date-time
             * @description Time at which the customer paid, as far as it is known.
             */
            readonly paidAt: string;
            /**
             * Format: date-time
             * @description Time at which we received the payment.
             */
            readonly receivedAt: string;
            /**
             * Format: date-time
             * @description Time at which we received the payment.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt: string;
            /** @description Your notes, as you sent them. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /**
             * Format: int64
             * @description Goes up by one or more with each change.
             */
            readonly version: number;
        };
        readonly TransactionAccountView: {
            /** @description Id of the virtual account. */
            readonly virtualAccountId: string | null;
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description Name of the account. */
            readonly accountName: string | null;
            /** @description Code of the bank. */
            readonly bankCode: string | null;
            /** @description Name of the bank. */
            readonly bankName: string | null;
            /**
             * @description Kind of the account. Null when the number belonged to no account.
             * @enum {string|null}
             */
            readonly type: "STATIC" | "DYNAMIC" | null | (string & {});
            /** @description Your reference for a static account. Null for others. */
            readonly reference: string | null;
        };
        readonly TransactionCardView: {
            /** @description Brand of the card. */
            readonly brand: string;
            /** @description Last four digits. */
            readonly last4: string;
            /** @description First six digits of the card number. */
            readonly first6: string;
            /**
             * Format: int64
             * @description Month in which the card expires.
             */
            readonly expMonth: number;
            /**
             * Format: int64
             * @description Year in which the card expires.
             */
            readonly expYear: number;
            /** @description Bank that issued the card. */
            readonly issuer: string;
        };
        readonly TransactionGatewayAnswer: {
            /** @description Result code of the bank or the card acquirer. */
            readonly code: string;
            /** @description The result in words. */
            readonly message: string;
        };
        readonly TransactionRefundView: {
            /** @description Your reference for the refund. */
            readonly refundReference: string;
            /** @description Id of the refund. */
            readonly refundId: string;
            readonly origin: components["schemas"]["RefundOrigin"];
            /** @description Why money is sent back, such as UNDERPAID, OVERPAID, LATE, DUPLICATE or MERCHANT_REQUEST. */
            readonly cause: string;
            /**
             * Format: int64
             * @description Amount in kobo.
             */
            readonly amount: number;
            readonly status: components["schemas"]["RefundStatus"];
        };
        readonly TransactionSourceView: {
            /** @description Account number, masked. All digits with the scope `transactions:pii`. */
            readonly accountNumber: string | null;
            /** @description Name of the account. */
            readonly accountName: string | null;
            /** @description Code of the bank. */
            readonly bankCode: string | null;
            /** @description Name of the bank. */
            readonly bankName: string | null;
        };
        readonly TransactionView: {
            /** @description Reference of the transaction. */
            readonly transactionReference: string;
            readonly paymentChannel: components["schemas"]["PaymentChannel"];
            /** @description Id of the payment at the bank (NIP session id) or at the card acquirer. */
            readonly sessionId: string;
            /** @description The virtual account. Null for a card payment. */
            readonly accountNumber: string | null;
            /**
             * Format: int64
             * @description Amount that was received, in kobo.
             */
            readonly amountReceived: number;
            /**
             * Format: int64
             * @description Part of the payment that counts towards the order, in kobo.
             */
            readonly amountApplied: number;
            /**
             * Format: int64
             * @description Part of the payment that is more than was due, in kobo.
             */
            readonly excessAmount: number;
            /**
             * Format: int64
             * @description Amount that never was yours and went back, or is going back, in kobo: by a policy, by an operator, or by a recall while it was held.
             */
            readonly amountReturned: number;
            /**
             * Format: int64
             * @description Amount that your refunds have sent back, in kobo.
             */
            readonly amountRefunded: number;
            /**
             * Format: int64
             * @description Amount that was yours and that the bank of the payer or the card issuer took back, in kobo.
             */
            readonly amountTakenBack: number;
            /**
             * Format: int64
             * @description Amount that you can still refund, in kobo.
             */
            readonly amountRefundable: number;
            /**
             * Format: int64
             * @description Our fee on the transaction, in kobo.
             */
            readonly fee: number;
            /**
             * Format: int64
             * @description VAT on the fee, in kobo.
             */
            readonly vat: number;
            /**
             * Format: int64
             * @description Amount that you receive of the transaction after fee and VAT, in kobo. It is the `net` of its line in the statement.
             */
            readonly settlementAmount: number;
            readonly exception: components["schemas"]["PaymentException"] | null;
            /** @description The policy that decided about the payment. Null when it fits. */
            readonly policyApplied: string | null;
            readonly resolution: components["schemas"]["Resolution"] | null;
            /** @description Refunds of the payment. */
            readonly refunds: readonly components["schemas"]["RefundSummary"][];
            /**
             * Format: date-time
             * @description Time at which it was sent, as far as it is known.
             */
            readonly sentAt: string | null;
            /**
             * Format: date-time
             * @description Time at which we received the payment.
             */
            readonly receivedAt: string;
            /**
             * Format: date
             * @description First day, in Lagos, on which the money of the transaction can be paid out to you. Null while none of it is yours.
             */
            readonly settlementDueDate: string | null;
        };
        readonly ValidateAccountRequest: {
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description The bank: `nipInstitutionCode` or `code` of `GET /api/v1/banks`. Needed unless the number is one of yours. */
            readonly bankCode?: string | null;
            /**
             * Format: int64
             * @description Amount of the transfer, in kobo.
             */
            readonly amount?: number | null;
        };
        readonly VirtualAccount: components["schemas"]["VirtualAccountStatic"] | components["schemas"]["VirtualAccountDynamic"];
        readonly VirtualAccountDynamic: components["schemas"]["DynamicAccountData"] & {
            /**
             * @description Always DYNAMIC.
             * @enum {string}
             */
            readonly type: "DYNAMIC";
            /** @description Status of the checkout. */
            readonly paymentStatus: components["schemas"]["CheckoutStatus"];
            /**
             * Format: int64
             * @description Amount that was received for the checkout, in kobo.
             */
            readonly amountPaid: number;
            /**
             * Format: int64
             * @description Amount that you can deliver goods or services for, in kobo.
             */
            readonly amountAccepted: number;
            /**
             * Format: int64
             * @description Number of payments into the account.
             */
            readonly transactionCount: number;
            /**
             * Format: date-time
             * @description Time of the last payment into the account. Null when there was none.
             */
            readonly lastCreditAt: string | null;
            /** @description The payer, as far as you told us. */
            readonly owner: components["schemas"]["DynamicAccountOwner"];
            /** @description What happened to the checkout, the oldest first. */
            readonly history: readonly components["schemas"]["DynamicAccountEvent"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "DYNAMIC";
        };
        readonly VirtualAccountListItem: {
            /** @description Id of the virtual account. */
            readonly virtualAccountId: string;
            /** @description Account number of ten digits. */
            readonly accountNumber: string;
            /** @description Name that the payer sees. */
            readonly accountName: string;
            /** @description CBN code of the bank. */
            readonly bankCode: string;
            /** @description Name of the bank. */
            readonly bankName: string;
            /** @description First three digits of the account number. */
            readonly prefix: string;
            /** @description Your reference for the order. */
            readonly paymentReference: string;
            /**
             * @description Always DYNAMIC.
             * @enum {string}
             */
            readonly type: "DYNAMIC";
            /**
             * Format: int64
             * @description Amount that the account expects, in kobo.
             */
            readonly amount: number;
            /**
             * Format: int64
             * @description Amount that came into the account, in kobo.
             */
            readonly amountPaid: number;
            readonly amountRule: components["schemas"]["AmountRule"];
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Minutes from the creation of the account to its end.
             */
            readonly validity: number;
            readonly status: components["schemas"]["DynamicAccountStatus"];
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time at which it expires.
             */
            readonly expiresAt: string;
        };
        readonly VirtualAccountStatic: components["schemas"]["StaticAccountListItem"] & {
            /**
             * Format: int64
             * @description Number of payments while the account was ACTIVE.
             */
            readonly creditCount: number;
            /** @description The holder of the account. */
            readonly owner: components["schemas"]["AccountOwnerView"];
            /** @description Your notes, as you sent them. */
            readonly metadata: {
                readonly [key: string]: string;
            };
            /** @description Changes of the status, the oldest first. */
            readonly history: readonly components["schemas"]["AccountChangeView"][];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "STATIC";
        };
        readonly WaitingDelivered: {
            /**
             * Format: int64
             * @description Deliveries that waited for their next try, and are sent now.
             */
            readonly hurried: number;
            /** @description Whether more wait than one request sends. Send it again. */
            readonly more: boolean;
            /** @description Id of the replay that sends events which would not have come any more. Null when there are none. */
            readonly replayId: string | null;
        };
        readonly WalletBalance: {
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Amount that can be paid out, in kobo. Below zero: you owe it.
             */
            readonly available: number;
            /**
             * Format: int64
             * @description Amount that was collected and is not due yet, in kobo.
             */
            readonly pending: number;
            /**
             * Format: int64
             * @description Amount that is held for disputes, in kobo.
             */
            readonly reserved: number;
            /**
             * Format: int64
             * @description Amount on its way to your bank account, in kobo.
             */
            readonly inTransit: number;
            /**
             * Format: int64
             * @description Sum of `available`, `pending`, `reserved` and `inTransit`, in kobo.
             */
            readonly total: number;
            /** @description The next scheduled settlement, if nothing else happens. Null when nothing will be sent. */
            readonly nextSettlement: components["schemas"]["NextSettlement"] | null;
        };
        readonly WalletBalanceData: {
            /** @description Your id. */
            readonly merchantId: string;
            /**
             * Format: date-time
             * @description Time for which the figures hold.
             */
            readonly asOf: string;
            /** @description Balance of each currency. */
            readonly balances: readonly components["schemas"]["WalletBalance"][];
        };
        readonly WalletTransaction: {
            /** @description Id of the line. */
            readonly entryId: string;
            /**
             * @description CREDIT: your balance grew. DEBIT: it shrank.
             * @enum {string}
             */
            readonly direction: "CREDIT" | "DEBIT" | (string & {});
            /**
             * @description What changed the balance.
             * @enum {string}
             */
            readonly type: "COLLECTION" | "FEE" | "VAT" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "REFUND" | "CHARGEBACK" | "ADJUSTMENT" | (string & {});
            /**
             * Format: int64
             * @description Amount in kobo. It is always positive; `direction` says which way it went.
             */
            readonly amount: number;
            /** @description The amount in naira, for people. */
            readonly amountFormatted: string;
            /** @description Always NGN. */
            readonly currency: string;
            /**
             * Format: int64
             * @description Balance before the line, in kobo. Below zero: you owed it.
             */
            readonly balanceBefore: number;
            /**
             * Format: int64
             * @description Balance after the line, in kobo.
             */
            readonly balanceAfter: number;
            /** @description Reference of the transaction, refund, dispute or payout. */
            readonly reference: string;
            /** @description Your reference for the order. Null without an order. */
            readonly paymentReference: string | null;
            /** @description The line in words. */
            readonly narration: string;
            /**
             * Format: date-time
             * @description Time at which it was booked.
             */
            readonly createdAt: string;
        };
        readonly WebhookAttempt: {
            /**
             * Format: int64
             * @description Number of the attempt, as in the header `webhook-attempt`.
             */
            readonly attempt: number;
            /**
             * Format: date-time
             * @description Time at which it began.
             */
            readonly startedAt: string;
            /**
             * Format: int64
             * @description Milliseconds to the end of the answer, or until we gave up.
             */
            readonly durationMs: number;
            /**
             * Format: int64
             * @description Milliseconds to the headers of the answer. Null without an answer.
             */
            readonly firstByteMs: number | null;
            /** @description URL that it was sent to. Null when nothing was sent. */
            readonly url: string | null;
            /** @description Headers that we sent, with the signatures. Null when nothing was sent. */
            readonly requestHeaders: {
                readonly [key: string]: string;
            } | null;
            /**
             * Format: int64
             * @description HTTP status. Null when there was no answer.
             */
            readonly httpStatus: number | null;
            /** @description Why the attempt failed, such as TIMEOUT. Null when it did not. */
            readonly failure: components["schemas"]["DeliveryFailure"] | null;
            /** @description First 2 KB of the body of your answer. Null without an answer. */
            readonly response: string | null;
        };
        readonly WebhookCollectionPayload: {
            /** @description Id of the event. */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time at which the event happened.
             */
            readonly timestamp: string;
            /** @description Version of the event format. */
            readonly apiVersion: string;
            /**
             * @description Environment that sent the event.
             * @enum {string}
             */
            readonly environment: "sandbox" | "live" | (string & {});
            /**
             * Format: int64
             * @description Number of the event within its checkout or settlement: 1, 2, 3 and so on.
             */
            readonly sequence: number;
            /** @description Your id. */
            readonly merchantId: string;
            /** @description Type of the event. More types may be added. */
            readonly type: string;
            /** @description The checkout and the payment. */
            readonly data: components["schemas"]["CollectionNotification"];
        };
        readonly WebhookDelivery: {
            /** @description Id of the delivery. */
            readonly deliveryId: string;
            /** @description Id of the event. */
            readonly eventId: string;
            /** @description Type of the event. */
            readonly eventType: string;
            /** @description Your reference for the order. Null without an order. */
            readonly paymentReference: string | null;
            /**
             * Format: int64
             * @description Number of the endpoint that it goes to.
             */
            readonly endpoint: number;
            readonly status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: int64
             * @description Number of attempts so far.
             */
            readonly attempts: number;
            /** @description Your URL when the delivery was made. Null when there was none. */
            readonly url: string | null;
            /**
             * Format: int64
             * @description HTTP status of the last attempt. Null without an answer.
             */
            readonly httpStatus: number | null;
            /** @description Why the last attempt failed, such as TIMEOUT. Null when it did not. */
            readonly failure: components["schemas"]["DeliveryFailure"] | null;
            /** @description Id of the delivery that you asked us to repeat. Null for others. */
            readonly redeliveryOf: string | null;
            /** @description Id of the replay that made the delivery. Null for others. */
            readonly replayId: string | null;
            /**
             * Format: date-time
             * @description Time at which the event happened.
             */
            readonly eventCreatedAt: string;
            /**
             * Format: date-time
             * @description Time at which the delivery was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time at which it was finished. Null until then.
             */
            readonly finishedAt: string | null;
        };
        readonly WebhookDeliveryDetail: components["schemas"]["WebhookDelivery"] & {
            /** @description Body that was sent, the same bytes at each attempt. */
            readonly requestBody: string;
            /** @description The attempts, the first one first. */
            readonly attemptLog: readonly components["schemas"]["WebhookAttempt"][];
        };
        readonly WebhookDeliveryList: {
            /** @description The items of this page. */
            readonly items: readonly components["schemas"]["WebhookDelivery"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly WebhookEndpointList: {
            /** @description The endpoints, the first one first. */
            readonly items: readonly components["schemas"]["NotificationUrl"][];
            /** @description Position of this page in the list. */
            readonly page: components["schemas"]["PageView"];
        };
        readonly WebhookEvent: {
            /** @description Id of the event, as in the header `webhook-id`. */
            readonly eventId: string;
            /** @description Type of the event. */
            readonly eventType: string;
            /** @description Id of the checkout. Null without a checkout. */
            readonly checkoutId: string | null;
            /** @description Your reference for the order. Null without an order. */
            readonly paymentReference: string | null;
            /**
             * Format: int64
             * @description Number of the event within its checkout or settlement: 1, 2, 3 and so on.
             */
            readonly sequence: number;
            /** @description Body that is sent to you. */
            readonly payload: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Time at which the event happened.
             */
            readonly createdAt: string;
            /** @description Deliveries of the event, the newest first, at most 100. */
            readonly deliveries: readonly components["schemas"]["WebhookDelivery"][];
        };
        readonly WebhookReplay: {
            /** @description Id of the replay. */
            readonly replayId: string;
            /**
             * Format: int64
             * @description Number of the endpoint that they are sent to.
             */
            readonly endpoint: number;
            /**
             * @description RUNNING: events are being queued. DONE: all events are queued. STOPPED: the endpoint was switched off meanwhile.
             * @enum {string}
             */
            readonly status: "RUNNING" | "DONE" | "STOPPED" | (string & {});
            /** @description Why it stopped. Null when it did not. */
            readonly stopReason: string | null;
            /**
             * Format: date-time
             * @description Start of the period.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the period.
             */
            readonly to: string;
            /** @description Types of events. Null for all. */
            readonly eventTypes: readonly components["schemas"]["EventType"][] | null;
            /** @description Whether only events that had not arrived are sent. */
            readonly onlyFailed: boolean;
            /**
             * Format: int64
             * @description Number of deliveries so far.
             */
            readonly queued: number;
            /**
             * Format: int64
             * @description Deliveries that arrived.
             */
            readonly delivered: number;
            /**
             * Format: int64
             * @description Deliveries that are DEAD or SUPPRESSED.
             */
            readonly failed: number;
            /**
             * Format: int64
             * @description Deliveries that are PENDING, DELIVERING or RETRYING.
             */
            readonly underWay: number;
            /**
             * Format: date-time
             * @description Time at which it was made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Time at which it was finished. Null until then.
             */
            readonly finishedAt: string | null;
        };
        readonly WebhookSecurityPayload: {
            /** @description Id of the event. */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time at which the event happened.
             */
            readonly timestamp: string;
            /** @description Version of the event format. */
            readonly apiVersion: string;
            /**
             * @description Environment that sent the event.
             * @enum {string}
             */
            readonly environment: "sandbox" | "live" | (string & {});
            /**
             * Format: int64
             * @description Number of the event within its checkout or settlement: 1, 2, 3 and so on.
             */
            readonly sequence: number;
            /** @description Your id. */
            readonly merchantId: string;
            /** @description Type of the event. More types may be added. */
            readonly type: string;
            /** @description The answer. */
            readonly data: components["schemas"]["SecurityNotification"];
        };
        readonly WebhookSettlementAccountPayload: {
            /** @description Id of the event. */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time at which the event happened.
             */
            readonly timestamp: string;
            /** @description Version of the event format. */
            readonly apiVersion: string;
            /**
             * @description Environment that sent the event.
             * @enum {string}
             */
            readonly environment: "sandbox" | "live" | (string & {});
            /**
             * Format: int64
             * @description Number of the event within its checkout or settlement: 1, 2, 3 and so on.
             */
            readonly sequence: number;
            /** @description Your id. */
            readonly merchantId: string;
            /** @description Type of the event. More types may be added. */
            readonly type: string;
            /** @description The account. */
            readonly data: components["schemas"]["SettlementAccountNotification"];
        };
        readonly WebhookSettlementPayload: {
            /** @description Id of the event. */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time at which the event happened.
             */
            readonly timestamp: string;
            /** @description Version of the event format. */
            readonly apiVersion: string;
            /**
             * @description Environment that sent the event.
             * @enum {string}
             */
            readonly environment: "sandbox" | "live" | (string & {});
            /**
             * Format: int64
             * @description Number of the event within its checkout or settlement: 1, 2, 3 and so on.
             */
            readonly sequence: number;
            /** @description Your id. */
            readonly merchantId: string;
            /** @description Type of the event. More types may be added. */
            readonly type: string;
            /** @description The settlement. */
            readonly data: components["schemas"]["SettlementNotification"];
        };
        readonly WebhookTestPayload: {
            /** @description Id of the event. */
            readonly id: string;
            /**
             * Format: date-time
             * @description Time at which the event happened.
             */
            readonly timestamp: string;
            /** @description Version of the event format. */
            readonly apiVersion: string;
            /**
             * @description Environment that sent the event.
             * @enum {string}
             */
            readonly environment: "sandbox" | "live" | (string & {});
            /**
             * Format: int64
             * @description Number of the event within its checkout or settlement: 1, 2, 3 and so on.
             */
            readonly sequence: number;
            /** @description Your id. */
            readonly merchantId: string;
            /** @description Type of the event. More types may be added. */
            readonly type: string;
            /** @description The test. */
            readonly data: components["schemas"]["TestNotification"];
        };
        readonly WebhookTestResult: {
            /** @description Whether your endpoint accepted the test event. */
            readonly delivered: boolean;
            /** @description Id of the delivery. */
            readonly deliveryId: string;
            /** @description Id of the event. */
            readonly eventId: string;
            /** @description Address of your endpoint. */
            readonly url: string;
            /**
             * Format: int64
             * @description HTTP status. Null when there was no answer.
             */
            readonly httpStatus: number | null;
            /** @description Why the test did not arrive, such as TIMEOUT or ADDRESS_NOT_PUBLIC. Null when it arrived. */
            readonly failure: components["schemas"]["DeliveryFailure"] | null;
            /** @description First 2 KB of the body of your answer. Null without an answer. */
            readonly response: string | null;
            /**
             * Format: date-time
             * @description Time at which it began.
             */
            readonly startedAt: string;
            /**
             * Format: int64
             * @description Milliseconds to the headers of the answer. Null without an answer.
             */
            readonly firstByteMs: number | null;
            /**
             * Format: int64
             * @description Milliseconds to the end of the answer, or until we gave up.
             */
            readonly durationMs: number;
            /** @description Whether the test switched your endpoint on again. */
            readonly reenabled: boolean;
            /** @description Events that did not arrive while the endpoint was off. Null when there are none. */
            readonly missed: components["schemas"]["MissedEvents"] | null;
        };
        /**
         * @description Which amounts complete the payment: EXACT the amount due, AT_LEAST that or more, AT_MOST that or less, ANY every amount.
         * @enum {string}
         */
        readonly AmountRule: "EXACT" | "AT_LEAST" | "AT_MOST" | "ANY";
        /**
         * @description INITIATED: no account and no card yet. AWAITING_PAYMENT: an account takes money. PROCESSING: a payment is being booked, or a card is being charged. PARTIALLY_PAID: less than the amount due has come. SUCCESSFUL: paid. FAILED: the payment was declined for good. EXPIRED: the time is over and it is not paid. CANCELLED: you cancelled it. PARTIALLY_REFUNDED and REFUNDED: it was paid, and you refunded a part or all. REVERSED: the bank of the payer or the card issuer took the money back, and nothing is left.
         * @enum {string}
         */
        readonly CheckoutStatus: "INITIATED" | "AWAITING_PAYMENT" | "PROCESSING" | "PARTIALLY_PAID" | "SUCCESSFUL" | "FAILED" | "EXPIRED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | (string & {});
        /**
         * @description RECEIVED: not booked yet. UNMATCHED: it belongs to no checkout. APPLIED: booked. HELD: waits for a decision. RETURN_PENDING: it is being sent back. RETURNED: it was sent back. RETURN_FAILED: it could not be sent back. RECALLED: the bank of the payer took it back.
         * @enum {string}
         */
        readonly CreditStatus: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED" | (string & {});
        /**
         * @description HTTP_STATUS: your server answered with another status than 2xx. REDIRECT_REFUSED: it answered 3xx; redirects are not followed. ENDPOINT_GONE: 410; nothing more is sent. THROTTLED: 429. SERVER_UNAVAILABLE: 502, 503 or 504. TIMEOUT: it did not answer in time. CONNECT_TIMEOUT, CONNECTION_FAILED: no connection. TLS_FAILED: the certificate is not valid. ADDRESS_NOT_PUBLIC: the host has an address that is not public. ENDPOINT_BUSY: earlier deliveries were not answered yet. URL_REFUSED: the URL is not allowed. SECRET_UNREADABLE: contact your operator. NO_ENDPOINT: no URL is set, or it is off.
         * @enum {string}
         */
        readonly DeliveryFailure: "HTTP_STATUS" | "REDIRECT_REFUSED" | "ENDPOINT_GONE" | "THROTTLED" | "SERVER_UNAVAILABLE" | "TIMEOUT" | "CONNECT_TIMEOUT" | "CONNECTION_FAILED" | "TLS_FAILED" | "ADDRESS_NOT_PUBLIC" | "ENDPOINT_BUSY" | "URL_REFUSED" | "SECRET_UNREADABLE" | "NO_ENDPOINT" | (string & {});
        /**
         * @description PENDING: not sent yet. DELIVERING: being sent. DELIVERED: your endpoint took it. RETRYING: an attempt failed, and another follows. DEAD: the last attempt failed. SUPPRESSED: not sent, because there was no endpoint or it was switched off.
         * @enum {string}
         */
        readonly DeliveryStatus: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED" | (string & {});
        /**
         * @description PENDING: on its way to the card acquirer. DELIVERED: the card acquirer has it. REFUSED: the card acquirer did not take it; `failure` says why.
         * @enum {string}
         */
        readonly DisputeAnswerStatus: "PENDING" | "DELIVERED" | "REFUSED" | (string & {});
        /**
         * @description ACCEPT: you accepted the dispute. EVIDENCE: you sent evidence.
         * @enum {string}
         */
        readonly DisputeAnswerType: "ACCEPT" | "EVIDENCE" | (string & {});
        /**
         * @description CHARGEBACK: the card holder disputes a card payment, and the card acquirer decides. RECALL: the bank of the payer, or the card acquirer, took a payment back; nobody decides about it.
         * @enum {string}
         */
        readonly DisputeKind: "CHARGEBACK" | "RECALL" | (string & {});
        /**
         * @description OPENED: not decided yet; the amount is put aside. WON: the amount is yours again. LOST: the amount is gone.
         * @enum {string}
         */
        readonly DisputeStatus: "OPENED" | "WON" | "LOST" | (string & {});
        /**
         * @description Who pays the stamp duty: the operator of the engine (PLATFORM) or you.
         * @enum {string}
         */
        readonly DutyBearer: "PLATFORM" | "MERCHANT";
        /**
         * @description ACTIVE: takes money. EXPIRED: its time is over. USED: paid in full. CLOSED: closed before its time. RELEASED: the number may be given to another payer.
         * @enum {string}
         */
        readonly DynamicAccountStatus: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED" | (string & {});
        /**
         * @description Type of a webhook event.
         * @enum {string}
         */
        readonly EventType: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "security.changed";
        /**
         * @description Who pays the fee: you (MERCHANT) or the payer (CUSTOMER).
         * @enum {string}
         */
        readonly FeeBearer: "MERCHANT" | "CUSTOMER" | (string & {});
        /**
         * @description NEGATIVE_BALANCE: more was taken from you than was due; the next collections make up for it. NAME_CHANGED: the bank gives another account name than before. ACCOUNT_REFUSED: the bank takes no money for the account. MERCHANT_INACTIVE: you are not active.
         * @enum {string}
         */
        readonly HoldReason: "NEGATIVE_BALANCE" | "NAME_CHANGED" | "ACCOUNT_REFUSED" | "MERCHANT_INACTIVE" | (string & {});
        /**
         * @description Way to pay: bank transfer or card.
         * @enum {string}
         */
        readonly PaymentChannel: "Bank" | "Card";
        /**
         * @description How a payment differs from the amount due. UNDERPAID: too little. OVERPAID: too much. LATE: sent after the end. DUPLICATE: a second payment. UNMATCHED: to an account number without a checkout.
         * @enum {string}
         */
        readonly PaymentException: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | (string & {});
        /**
         * @description Status of one transfer of a settlement, in the words of a settlement; ON_HOLD does not occur.
         * @enum {string}
         */
        readonly PayoutStatus: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | (string & {});
        /**
         * @description Who decided the refund: a policy, you (MERCHANT), or an operator.
         * @enum {string}
         */
        readonly RefundOrigin: "POLICY" | "MERCHANT" | "OPERATOR" | (string & {});
        /**
         * @description REQUESTED: taken in. NAME_ENQUIRY: the destination is being checked. PROCESSING: sent to the bank. UNKNOWN: the bank has not confirmed it yet. NEEDS_ACCOUNT: the account takes no money, give another one. SUCCESSFUL: the payer has the money. FAILED: an operator looks into it.
         * @enum {string}
         */
        readonly RefundStatus: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED" | (string & {});
        /**
         * @description What became of a held payment. ACCEPTED: it counts as payment. RETURNED: it was sent back. KEPT: it is yours.
         * @enum {string}
         */
        readonly Resolution: "ACCEPTED" | "RETURNED" | "KEPT" | (string & {});
        /**
         * @description SCHEDULED: not sent yet. PROCESSING: sent to the bank. UNKNOWN: the bank has not confirmed it yet. SUCCESSFUL: you have the money. FAILED: a transfer could not be made. REVERSED: a transfer came back. CANCELLED: called off before it was sent. ON_HOLD: not sent until the cause in `holdReason` is resolved.
         * @enum {string}
         */
        readonly SettlementStatus: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD" | (string & {});
        /**
         * @description SCHEDULED: paid by your schedule. ON_DEMAND: you asked for it.
         * @enum {string}
         */
        readonly SettlementType: "SCHEDULED" | "ON_DEMAND" | (string & {});
        /**
         * @description ACTIVE: takes money. SUSPENDED: takes none until you reinstate it. CLOSED: takes none for ever.
         * @enum {string}
         */
        readonly StaticAccountStatus: "ACTIVE" | "SUSPENDED" | "CLOSED" | (string & {});
        /**
         * @description PENDING: a part payment that waits for the rest. PROCESSING: received and not booked yet. SUCCESSFUL: booked and yours, whatever a policy sends back of it. FAILED: brought no money. HELD: waits for a decision. REFUND_PENDING: a refund of yours is on its way, or all of it is going back. PARTIALLY_REFUNDED and REFUNDED: a part or all was refunded. REVERSED: the bank of the payer or the card issuer took it back, and nothing is left. DISPUTED: a dispute is open.
         * @enum {string}
         */
        readonly TransactionStatus: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED" | (string & {});
        readonly ListRequestsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /** @description Only requests of this key. */
            readonly clientId?: string;
        };
        readonly CreateCheckoutAccountPending: components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "ACCOUNT_PENDING";
        } & components["schemas"]["OpeningAccount"];
        readonly CompleteCheckoutPending: (components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "OUTCOME_UNKNOWN" | "PAYMENT_PENDING" | (string & {});
        } & components["schemas"]["PendingPayment"]) | (components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "ACTION_REQUIRED";
        } & components["schemas"]["ActionRequired"]);
        readonly ListCheckoutsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /** @description Only what has changed since then. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedFrom?: string;
            /** @description Only what has last changed until then, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedTo?: string;
            /**
             * @description Only checkouts with this status.
             * @enum {string}
             */
            readonly status?: "INITIATED" | "AWAITING_PAYMENT" | "PROCESSING" | "PARTIALLY_PAID" | "SUCCESSFUL" | "FAILED" | "EXPIRED" | "CANCELLED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED";
            /**
             * @description Only checkouts that ended for this reason. ABANDONED: the customer never asked for an account. UNPAID: there was an account, and no money came.
             * @enum {string}
             */
            readonly statusReason?: "ABANDONED" | "UNPAID" | "UNDERPAID" | "MERCHANT_CANCELLED" | "OPERATOR_CANCELLED" | "CARD_DECLINED_MAX_ATTEMPTS" | "PAYMENT_DECLINED" | "SUSPECTED_FRAUD";
            /**
             * @description Only checkouts with such a payment, also if it was put right since.
             * @enum {string}
             */
            readonly exception?: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE";
            /**
             * @description Only checkouts that were paid in this way.
             * @enum {string}
             */
            readonly paymentChannel?: "Bank" | "Card";
            /**
             * Format: email
             * @description The customer's whole e-mail address, in capital or small letters.
             */
            readonly email?: string;
            /** @description The customer's whole phone number. */
            readonly phoneNumber?: string;
            /** @description Only this order. */
            readonly paymentReference?: string;
            /** @description Only checkouts that began with this payment link. */
            readonly paymentLinkId?: string;
        };
        readonly ListAllRefundsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /** @description Only what has changed since then. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedFrom?: string;
            /** @description Only what has last changed until then, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedTo?: string;
            /**
             * @description Only refunds with this status.
             * @enum {string}
             */
            readonly status?: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED";
            /**
             * @description Only refunds of this origin.
             * @enum {string}
             */
            readonly origin?: "POLICY" | "MERCHANT" | "OPERATOR";
            /** @description Only refunds of this transaction or order. */
            readonly reference?: string;
        };
        readonly ListDisputesQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /** @description Only what has changed since then. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedFrom?: string;
            /** @description Only what has last changed until then, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedTo?: string;
            /**
             * @description Only disputes with this status.
             * @enum {string}
             */
            readonly status?: "OPENED" | "WON" | "LOST";
            /**
             * @description Only disputes of this kind.
             * @enum {string}
             */
            readonly kind?: "CHARGEBACK" | "RECALL";
            /** @description Only disputes of this transaction or order. */
            readonly reference?: string;
        };
        readonly GetSettlementCalendarQuery: {
            /**
             * Format: date
             * @description First day. Without it, today.
             */
            readonly from?: string;
            /**
             * Format: date
             * @description Last day. Without it, 30 days after `from`.
             */
            readonly to?: string;
        };
        readonly ListTransactionsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description Only payments of this kind.
             * @enum {string}
             */
            readonly paymentChannel?: "Bank" | "Card";
            /**
             * Format: int64
             * @description Smallest amount, in kobo.
             */
            readonly minAmount?: number;
            /**
             * Format: int64
             * @description Largest amount, in kobo.
             */
            readonly maxAmount?: number;
            /** @description Only payments for this order. */
            readonly paymentReference?: string;
            /** @description Only payments into this virtual account. */
            readonly accountNumber?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /** @description Only what has changed since then. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedFrom?: string;
            /** @description Only what has last changed until then, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly updatedTo?: string;
            /**
             * @description Only transactions with this status.
             * @enum {string}
             */
            readonly status?: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED";
            /**
             * @description Only transactions that differ from the amount due in this way.
             * @enum {string}
             */
            readonly exception?: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED";
            /** @description A whole `transactionReference`, `paymentReference`, `refundReference`, `sessionId` or account number. */
            readonly q?: string;
        };
        readonly ListCreditsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description Only payments of this kind.
             * @enum {string}
             */
            readonly paymentChannel?: "Bank" | "Card";
            /**
             * Format: int64
             * @description Smallest amount, in kobo.
             */
            readonly minAmount?: number;
            /**
             * Format: int64
             * @description Largest amount, in kobo.
             */
            readonly maxAmount?: number;
            /** @description Only payments for this order. */
            readonly paymentReference?: string;
            /** @description Only payments into this virtual account. */
            readonly accountNumber?: string;
            /**
             * @description Only payments with this status.
             * @enum {string}
             */
            readonly status?: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED";
            /** @description Only the payment with this session id. */
            readonly sessionId?: string;
        };
        readonly QueryInwardTransferQuery: {
            /** @description NIP session id of the transfer. */
            readonly sessionId?: string;
            /** @description Reference of the transaction. */
            readonly transactionReference?: string;
            /** @description Your reference for the order. */
            readonly paymentReference?: string;
            /** @description Virtual account that was paid into. Send it together with `amount` and `date`. */
            readonly accountNumber?: string;
            /**
             * Format: int64
             * @description Amount that was sent, in kobo. Send it together with `accountNumber` and `date`.
             */
            readonly amount?: number;
            /**
             * Format: date
             * @description Day in Lagos on which the transfer was received. Send it together with `accountNumber` and `amount`.
             */
            readonly date?: string;
            /** @description Whether to ask the bank first for transfers that it has not told us of. Once in 10 seconds. */
            readonly refresh?: boolean;
        };
        readonly ListWalletTransactionsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description Only what came in (CREDIT), or only what went out (DEBIT).
             * @enum {string}
             */
            readonly direction?: "CREDIT" | "DEBIT";
            /**
             * @description Only lines of this type.
             * @enum {string}
             */
            readonly type?: "COLLECTION" | "FEE" | "VAT" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "REFUND" | "CHARGEBACK" | "ADJUSTMENT";
        };
        readonly GetSettlementStatusQuery: {
            /** @description Whether to ask the bank first about a transfer that is on its way. */
            readonly refresh?: boolean;
        };
        readonly GetSettlementHistoryQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /**
             * @description Only settlements with this status.
             * @enum {string}
             */
            readonly status?: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD";
            /**
             * @description Only settlements of this type.
             * @enum {string}
             */
            readonly type?: "SCHEDULED" | "ON_DEMAND";
        };
        readonly GetSettlementTransactionsQuery: {
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
        };
        readonly GetPeriodStatementQuery: {
            /**
             * @description File format. It replaces the header `Accept`. A PDF has at most 10,000 lines.
             * @enum {string}
             */
            readonly format?: "json" | "csv" | "pdf";
            /**
             * Format: date
             * @description First day, in Lagos.
             */
            readonly from: string;
            /**
             * Format: date
             * @description Last day, in Lagos.
             */
            readonly to: string;
        };
        readonly GetSettlementStatementQuery: {
            /**
             * @description File format. It replaces the header `Accept`. A PDF has at most 10,000 lines.
             * @enum {string}
             */
            readonly format?: "json" | "csv" | "pdf";
        };
        readonly CreateStaticAccountPending: components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "ACCOUNT_PENDING";
        } & components["schemas"]["OpeningAccount"];
        readonly ListStaticAccountsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /**
             * @description Only accounts with this status.
             * @enum {string}
             */
            readonly status?: "ACTIVE" | "SUSPENDED" | "CLOSED";
            /** @description Only numbers with this prefix. */
            readonly prefix?: string;
            /** @description A whole account number or reference, or the beginnings of words of the name. */
            readonly q?: string;
        };
        readonly CreateDynamicAccountPending: components["schemas"]["ErrorDataView"] & {
            /** @enum {string} */
            readonly reason?: "ACCOUNT_PENDING";
        } & components["schemas"]["OpeningAccount"];
        readonly ListDynamicAccountsQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /**
             * @description Only accounts with this status.
             * @enum {string}
             */
            readonly status?: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED";
            /** @description Only accounts for this order. */
            readonly paymentReference?: string;
        };
        readonly SearchAllQuery: {
            /** @description What you know: a reference or the beginning of a part of it, a name, an e-mail address, a phone number, an account number, a session id, an amount, an id. Several words must all fit. */
            readonly q: string;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
        };
        readonly GetSummariesQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * @description What the sums are told apart by. `day` and `hour` are Lagos time. `status` is that of the order.
             * @default day
             * @enum {string}
             */
            readonly by?: "day" | "hour" | "channel" | "provider" | "status";
        };
        readonly ListPaymentLinksQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description Only links with this status.
             * @enum {string}
             */
            readonly status?: "ACTIVE" | "USED" | "INACTIVE" | "EXPIRED";
        };
        readonly ListDeliveriesQuery: {
            /** @description Start of the period. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly from?: string;
            /** @description End of the period, included. A time (RFC 3339), or a date: the whole day in Lagos. */
            readonly to?: string;
            /**
             * Format: int32
             * @description Number of the page, from 1. To go further, send `cursor`.
             * @default 1
             */
            readonly page?: number;
            /**
             * Format: int32
             * @description Items on a page, 1 to 100. 100 unless told.
             */
            readonly size?: number;
            /** @description `page.nextCursor` of the page before, with the same filters. It replaces `page`. */
            readonly cursor?: string;
            /**
             * @description csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.
             * @default json
             * @enum {string}
             */
            readonly format?: "json" | "csv";
            /**
             * @description Only deliveries with this status.
             * @enum {string}
             */
            readonly status?: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED";
            /**
             * @description Only events of this type.
             * @enum {string}
             */
            readonly eventType?: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "security.changed" | "webhook.test";
            /** @description Only events of this order. */
            readonly paymentReference?: string;
            /** @description Only deliveries to this endpoint. */
            readonly endpoint?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccountChangeRequest = components['schemas']['AccountChangeRequest'];
export type AccountChangeView = components['schemas']['AccountChangeView'];
export type AccountIdentityView = components['schemas']['AccountIdentityView'];
export type AccountOwnerView = components['schemas']['AccountOwnerView'];
export type AccountValidation = components['schemas']['AccountValidation'];
export type ActionRequired = components['schemas']['ActionRequired'];
export type AdvanceClockRequest = components['schemas']['AdvanceClockRequest'];
export type AmountByChannel = components['schemas']['AmountByChannel'];
export type AttemptView = components['schemas']['AttemptView'];
export type BankList = components['schemas']['BankList'];
export type BankView = components['schemas']['BankView'];
export type CalendarDay = components['schemas']['CalendarDay'];
export type CancelRequest = components['schemas']['CancelRequest'];
export type CardActionView = components['schemas']['CardActionView'];
export type CardView = components['schemas']['CardView'];
export type ChangeCheckoutRequest = components['schemas']['ChangeCheckoutRequest'];
export type ChangeDynamicAccountRequest = components['schemas']['ChangeDynamicAccountRequest'];
export type ChecklistItem = components['schemas']['ChecklistItem'];
export type CheckoutClockData = components['schemas']['CheckoutClockData'];
export type CheckoutCustomer = components['schemas']['CheckoutCustomer'];
export type CheckoutListItem = components['schemas']['CheckoutListItem'];
export type CheckoutPage = components['schemas']['CheckoutPage'];
export type CheckoutPageRequest = components['schemas']['CheckoutPageRequest'];
export type CheckoutPageView = components['schemas']['CheckoutPageView'];
export type CheckoutTimeline = components['schemas']['CheckoutTimeline'];
export type CheckoutView = components['schemas']['CheckoutView'];
export type ClockAccountView = components['schemas']['ClockAccountView'];
export type CollectionNotification = components['schemas']['CollectionNotification'];
export type CompleteRequest = components['schemas']['CompleteRequest'];
export type CompletedCheckout = components['schemas']['CompletedCheckout'];
export type ContactView = components['schemas']['ContactView'];
export type ContactsView = components['schemas']['ContactsView'];
export type CreateAccountRequest = components['schemas']['CreateAccountRequest'];
export type CreateDynamicAccountRequest = components['schemas']['CreateDynamicAccountRequest'];
export type CreateKeyRequest = components['schemas']['CreateKeyRequest'];
export type CreditPage = components['schemas']['CreditPage'];
export type CreditView = components['schemas']['CreditView'];
export type DestinationRequest = components['schemas']['DestinationRequest'];
export type DisputeAnswer = components['schemas']['DisputeAnswer'];
export type DisputeDocument = components['schemas']['DisputeDocument'];
export type DisputeEvidenceRequest = components['schemas']['DisputeEvidenceRequest'];
export type DisputePage = components['schemas']['DisputePage'];
export type DisputeView = components['schemas']['DisputeView'];
export type DynamicAccountData = components['schemas']['DynamicAccountData'];
export type DynamicAccountEvent = components['schemas']['DynamicAccountEvent'];
export type DynamicAccountOwner = components['schemas']['DynamicAccountOwner'];
export type EarlyRunData = components['schemas']['EarlyRunData'];
export type ErrorDataView = components['schemas']['ErrorDataView'];
export type ErrorReference = components['schemas']['ErrorReference'];
export type ErrorReferenceList = components['schemas']['ErrorReferenceList'];
export type EvidenceFileList = components['schemas']['EvidenceFileList'];
export type EvidenceFileView = components['schemas']['EvidenceFileView'];
export type FieldErrorView = components['schemas']['FieldErrorView'];
export type GatewayAnswer = components['schemas']['GatewayAnswer'];
export type InitiateRequest = components['schemas']['InitiateRequest'];
export type InitiatedCheckout = components['schemas']['InitiatedCheckout'];
export type InwardQueryData = components['schemas']['InwardQueryData'];
export type InwardTransaction = components['schemas']['InwardTransaction'];
export type KeyList = components['schemas']['KeyList'];
export type KeyView = components['schemas']['KeyView'];
export type KeyWithSecret = components['schemas']['KeyWithSecret'];
export type KindChoiceRequest = components['schemas']['KindChoiceRequest'];
export type KindChoiceView = components['schemas']['KindChoiceView'];
export type LinkPictureRequest = components['schemas']['LinkPictureRequest'];
export type LogoRequest = components['schemas']['LogoRequest'];
export type MerchantChannelTerms = components['schemas']['MerchantChannelTerms'];
export type MerchantData = components['schemas']['MerchantData'];
export type MerchantFeePlan = components['schemas']['MerchantFeePlan'];
export type MerchantLimits = components['schemas']['MerchantLimits'];
export type MerchantPrefix = components['schemas']['MerchantPrefix'];
export type MessageSettingsRequest = components['schemas']['MessageSettingsRequest'];
export type MessageSettingsView = components['schemas']['MessageSettingsView'];
export type MissedEvents = components['schemas']['MissedEvents'];
export type NextSettlement = components['schemas']['NextSettlement'];
export type NotificationUrl = components['schemas']['NotificationUrl'];
export type NotificationUrlRequest = components['schemas']['NotificationUrlRequest'];
export type OpeningAccount = components['schemas']['OpeningAccount'];
export type OrderLine = components['schemas']['OrderLine'];
export type OwnFieldRequest = components['schemas']['OwnFieldRequest'];
export type PageView = components['schemas']['PageView'];
export type PagedSettlementTransactions = components['schemas']['PagedSettlementTransactions'];
export type PagedSettlements = components['schemas']['PagedSettlements'];
export type PagedStaticAccounts = components['schemas']['PagedStaticAccounts'];
export type PagedTransactionList = components['schemas']['PagedTransactionList'];
export type PagedTransactions = components['schemas']['PagedTransactions'];
export type PagedVirtualAccountList = components['schemas']['PagedVirtualAccountList'];
export type PaidCard = components['schemas']['PaidCard'];
export type PayingTransaction = components['schemas']['PayingTransaction'];
export type PayloadAccount = components['schemas']['PayloadAccount'];
export type PayloadCard = components['schemas']['PayloadCard'];
export type PayloadCustomer = components['schemas']['PayloadCustomer'];
export type PayloadDestination = components['schemas']['PayloadDestination'];
export type PayloadDispute = components['schemas']['PayloadDispute'];
export type PayloadRefund = components['schemas']['PayloadRefund'];
export type PayloadSource = components['schemas']['PayloadSource'];
export type PaymentLinkField = components['schemas']['PaymentLinkField'];
export type PaymentLinkPage = components['schemas']['PaymentLinkPage'];
export type PaymentLinkRequest = components['schemas']['PaymentLinkRequest'];
export type PaymentLinkView = components['schemas']['PaymentLinkView'];
export type PendingPayment = components['schemas']['PendingPayment'];
export type PoliciesView = components['schemas']['PoliciesView'];
export type PolicyChanges = components['schemas']['PolicyChanges'];
export type PrefixList = components['schemas']['PrefixList'];
export type PrefixView = components['schemas']['PrefixView'];
export type Redelivery = components['schemas']['Redelivery'];
export type RefundDestinationView = components['schemas']['RefundDestinationView'];
export type RefundPage = components['schemas']['RefundPage'];
export type RefundRequest = components['schemas']['RefundRequest'];
export type RefundSummary = components['schemas']['RefundSummary'];
export type RefundView = components['schemas']['RefundView'];
export type RegisteredSettlementAccount = components['schemas']['RegisteredSettlementAccount'];
export type ReplayFilterView = components['schemas']['ReplayFilterView'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type RequestList = components['schemas']['RequestList'];
export type RequestView = components['schemas']['RequestView'];
export type RetryPolicy = components['schemas']['RetryPolicy'];
export type RevokeKeyRequest = components['schemas']['RevokeKeyRequest'];
export type RotateKeyRequest = components['schemas']['RotateKeyRequest'];
export type RotateSecretRequest = components['schemas']['RotateSecretRequest'];
export type RotatedSecret = components['schemas']['RotatedSecret'];
export type SandboxCreditData = components['schemas']['SandboxCreditData'];
export type SandboxCreditRequest = components['schemas']['SandboxCreditRequest'];
export type SearchData = components['schemas']['SearchData'];
export type SearchGroup = components['schemas']['SearchGroup'];
export type SearchItem = components['schemas']['SearchItem'];
export type SecurityNotification = components['schemas']['SecurityNotification'];
export type SettlementAccountList = components['schemas']['SettlementAccountList'];
export type SettlementAccountNotification = components['schemas']['SettlementAccountNotification'];
export type SettlementAccountRequest = components['schemas']['SettlementAccountRequest'];
export type SettlementAccountView = components['schemas']['SettlementAccountView'];
export type SettlementAttemptView = components['schemas']['SettlementAttemptView'];
export type SettlementCalendar = components['schemas']['SettlementCalendar'];
export type SettlementDestinationRequest = components['schemas']['SettlementDestinationRequest'];
export type SettlementDestinationView = components['schemas']['SettlementDestinationView'];
export type SettlementNotification = components['schemas']['SettlementNotification'];
export type SettlementRequestBody = components['schemas']['SettlementRequestBody'];
export type SettlementSettingsRequest = components['schemas']['SettlementSettingsRequest'];
export type SettlementSettingsView = components['schemas']['SettlementSettingsView'];
export type SettlementStatusView = components['schemas']['SettlementStatusView'];
export type SettlementTransferView = components['schemas']['SettlementTransferView'];
export type SettlementView = components['schemas']['SettlementView'];
export type StatementLineView = components['schemas']['StatementLineView'];
export type StatementView = components['schemas']['StatementView'];
export type StaticAccountData = components['schemas']['StaticAccountData'];
export type StaticAccountListItem = components['schemas']['StaticAccountListItem'];
export type StaticAccountRequest = components['schemas']['StaticAccountRequest'];
export type SumsData = components['schemas']['SumsData'];
export type SumsRow = components['schemas']['SumsRow'];
export type SumsTotal = components['schemas']['SumsTotal'];
export type TestNotification = components['schemas']['TestNotification'];
export type TimelineEntryView = components['schemas']['TimelineEntryView'];
export type Transaction = components['schemas']['Transaction'];
export type TransactionAccountView = components['schemas']['TransactionAccountView'];
export type TransactionCardView = components['schemas']['TransactionCardView'];
export type TransactionGatewayAnswer = components['schemas']['TransactionGatewayAnswer'];
export type TransactionRefundView = components['schemas']['TransactionRefundView'];
export type TransactionSourceView = components['schemas']['TransactionSourceView'];
export type TransactionView = components['schemas']['TransactionView'];
export type ValidateAccountRequest = components['schemas']['ValidateAccountRequest'];
export type VirtualAccount = components['schemas']['VirtualAccount'];
export type VirtualAccountDynamic = components['schemas']['VirtualAccountDynamic'];
export type VirtualAccountListItem = components['schemas']['VirtualAccountListItem'];
export type VirtualAccountStatic = components['schemas']['VirtualAccountStatic'];
export type WaitingDelivered = components['schemas']['WaitingDelivered'];
export type WalletBalance = components['schemas']['WalletBalance'];
export type WalletBalanceData = components['schemas']['WalletBalanceData'];
export type WalletTransaction = components['schemas']['WalletTransaction'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookCollectionPayload = components['schemas']['WebhookCollectionPayload'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type WebhookSecurityPayload = components['schemas']['WebhookSecurityPayload'];
export type WebhookSettlementAccountPayload = components['schemas']['WebhookSettlementAccountPayload'];
export type WebhookSettlementPayload = components['schemas']['WebhookSettlementPayload'];
export type WebhookTestPayload = components['schemas']['WebhookTestPayload'];
export type WebhookTestResult = components['schemas']['WebhookTestResult'];
export type AmountRule = components['schemas']['AmountRule'];
export type CheckoutStatus = components['schemas']['CheckoutStatus'];
export type CreditStatus = components['schemas']['CreditStatus'];
export type DeliveryFailure = components['schemas']['DeliveryFailure'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type DisputeAnswerStatus = components['schemas']['DisputeAnswerStatus'];
export type DisputeAnswerType = components['schemas']['DisputeAnswerType'];
export type DisputeKind = components['schemas']['DisputeKind'];
export type DisputeStatus = components['schemas']['DisputeStatus'];
export type DutyBearer = components['schemas']['DutyBearer'];
export type DynamicAccountStatus = components['schemas']['DynamicAccountStatus'];
export type EventType = components['schemas']['EventType'];
export type FeeBearer = components['schemas']['FeeBearer'];
export type HoldReason = components['schemas']['HoldReason'];
export type PaymentChannel = components['schemas']['PaymentChannel'];
export type PaymentException = components['schemas']['PaymentException'];
export type PayoutStatus = components['schemas']['PayoutStatus'];
export type RefundOrigin = components['schemas']['RefundOrigin'];
export type RefundStatus = components['schemas']['RefundStatus'];
export type Resolution = components['schemas']['Resolution'];
export type SettlementStatus = components['schemas']['SettlementStatus'];
export type SettlementType = components['schemas']['SettlementType'];
export type StaticAccountStatus = components['schemas']['StaticAccountStatus'];
export type TransactionStatus = components['schemas']['TransactionStatus'];
export type ListRequestsQuery = components['schemas']['ListRequestsQuery'];
export type CreateCheckoutAccountPending = components['schemas']['CreateCheckoutAccountPending'];
export type CompleteCheckoutPending = components['schemas']['CompleteCheckoutPending'];
export type ListCheckoutsQuery = components['schemas']['ListCheckoutsQuery'];
export type ListAllRefundsQuery = components['schemas']['ListAllRefundsQuery'];
export type ListDisputesQuery = components['schemas']['ListDisputesQuery'];
export type GetSettlementCalendarQuery = components['schemas']['GetSettlementCalendarQuery'];
export type ListTransactionsQuery = components['schemas']['ListTransactionsQuery'];
export type ListCreditsQuery = components['schemas']['ListCreditsQuery'];
export type QueryInwardTransferQuery = components['schemas']['QueryInwardTransferQuery'];
export type ListWalletTransactionsQuery = components['schemas']['ListWalletTransactionsQuery'];
export type GetSettlementStatusQuery = components['schemas']['GetSettlementStatusQuery'];
export type GetSettlementHistoryQuery = components['schemas']['GetSettlementHistoryQuery'];
export type GetSettlementTransactionsQuery = components['schemas']['GetSettlementTransactionsQuery'];
export type GetPeriodStatementQuery = components['schemas']['GetPeriodStatementQuery'];
export type GetSettlementStatementQuery = components['schemas']['GetSettlementStatementQuery'];
export type CreateStaticAccountPending = components['schemas']['CreateStaticAccountPending'];
export type ListStaticAccountsQuery = components['schemas']['ListStaticAccountsQuery'];
export type CreateDynamicAccountPending = components['schemas']['CreateDynamicAccountPending'];
export type ListDynamicAccountsQuery = components['schemas']['ListDynamicAccountsQuery'];
export type SearchAllQuery = components['schemas']['SearchAllQuery'];
export type GetSummariesQuery = components['schemas']['GetSummariesQuery'];
export type ListPaymentLinksQuery = components['schemas']['ListPaymentLinksQuery'];
export type ListDeliveriesQuery = components['schemas']['ListDeliveriesQuery'];

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
    readonly "dispute.updated": WebhookCollectionPayload;
    readonly "dispute.won": WebhookCollectionPayload;
    readonly "dispute.lost": WebhookCollectionPayload;
    readonly "settlement.successful": WebhookSettlementPayload;
    readonly "settlement.failed": WebhookSettlementPayload;
    readonly "settlement.reversed": WebhookSettlementPayload;
    readonly "settlement.on_hold": WebhookSettlementPayload;
    readonly "settlement.account_changed": WebhookSettlementAccountPayload;
    readonly "security.changed": WebhookSecurityPayload;
    readonly "webhook.test": WebhookTestPayload;
}

/** Why a request failed; docs/errors.md says what to do about each. */
export type KnownReason =
    | "ACCESS_CODE_EXPIRED"
    | "ACCOUNT_NAME_MISMATCH"
    | "ACCOUNT_NOT_FOR_CHECKOUT"
    | "ACCOUNT_NOT_FOUND"
    | "ACCOUNT_PENDING"
    | "ACCOUNT_POOL_EXHAUSTED"
    | "ACTION_REQUIRED"
    | "ADDRESS_NOT_ALLOWED"
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
    | "DISPUTE_ALREADY_ANSWERED"
    | "DISPUTE_DEADLINE_PASSED"
    | "DISPUTE_NOT_OPEN"
    | "DUPLICATE_REFERENCE"
    | "EVIDENCE_FULL"
    | "HEADERS_TOO_LARGE"
    | "IDEMPOTENCY_KEY_REUSED"
    | "INSUFFICIENT_AVAILABLE_BALANCE"
    | "INSUFFICIENT_FUNDS"
    | "INTERNAL_ERROR"
    | "INVALID_ACCESS_CODE"
    | "INVALID_CHANNEL"
    | "INVALID_CREDENTIALS"
    | "LAST_KEY"
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
    | "REPLAY_IN_PROGRESS"
    | "REQUEST_IN_FLIGHT"
    | "REQUEST_TIMEOUT"
    | "RESOURCE_NOT_FOUND"
    | "SCOPE_MISSING"
    | "SETTLEMENT_IN_PROGRESS"
    | "SEVERAL_PAYMENTS"
    | "SUSPECTED_FRAUD"
    | "TOKEN_EXPIRED"
    | "TOKEN_INVALID"
    | "TOKEN_MISSING"
    | "TOO_MUCH_AT_ONCE"
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
