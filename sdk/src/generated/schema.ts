// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.
export interface paths {
    readonly "/api/v1/merchant/authenticate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Exchanges client id and secret for an access token. */
        readonly post: operations["authenticate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/banks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Lists the banks that money can be sent to, by name. Send either code of a bank where a request asks for `bankCode`. */
        readonly get: operations["listBanks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/checkout/initiate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Starts a checkout; the same request again answers with the same checkout. */
        readonly post: operations["initiateCheckout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/checkout/create-account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Issues a virtual account to pay into; the same request again answers with the same account and expiry. */
        readonly post: operations["createCheckoutAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/checkout/query/{paymentReference}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tells where a checkout stands and, while it is open, its access code. */
        readonly get: operations["queryCheckout"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/checkout/complete-checkout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Tells the final result of a transfer, from our own books; with a card's token, charges the card. */
        readonly post: operations["completeCheckout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/checkout/{paymentReference}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Calls the checkout off. What was paid in part goes back to where it came from. */
        readonly post: operations["cancelCheckout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/checkout/{paymentReference}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What happened to a checkout, in the order in which it happened: for those who answer a customer. */
        readonly get: operations["getCheckoutTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merchant/policies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What is done with money that does not fit, unless a checkout says otherwise at initiate. */
        readonly get: operations["getPolicies"];
        /** Replaces all of them: what is left out gets its default. Checkouts that exist keep theirs. */
        readonly put: operations["replacePolicies"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merchant/settlement-settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** When you are paid out, from how much on, and what a transfer to you costs. */
        readonly get: operations["getSettlementSettings"];
        /** Replaces schedule and minimum. What is not due yet gets the due date of the new schedule; what is due stays due. */
        readonly put: operations["replaceSettlementSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/transactions/{reference}/refund": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sends money of a transaction back to its payer: all that is left, or a part, also in several refunds. 202 until the
         *     money has arrived; the same request again tells how far it is.
         */
        readonly post: operations["requestRefund"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/transactions/{reference}/refunds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The refunds of a transaction, the oldest first: yours, and those that a policy made. */
        readonly get: operations["listRefunds"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/refunds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Your refunds, the newest first: those you asked for, and those that a policy or an operator made. */
        readonly get: operations["listAllRefunds"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/refunds/{refundReference}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tells how far a refund is. */
        readonly get: operations["getRefund"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/refunds/{refundReference}/destination": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Gives a refund another account when the one the money came from takes none (status NEEDS_ACCOUNT). */
        readonly post: operations["provideRefundAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/calendar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Business days, holidays and your payout days in Lagos. A holiday may still be declared: due dates move with it. */
        readonly get: operations["getSettlementCalendar"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What you have received, the newest first. */
        readonly get: operations["listTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/transactions/{reference}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One transaction, by its reference or by its order's. Of an order with several, the newest that counts towards it. */
        readonly get: operations["getTransaction"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/credits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Credits as the rail brought them, one for each session id, the newest first. */
        readonly get: operations["listCredits"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/credits/{creditId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One credit. */
        readonly get: operations["getCredit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/inward/inward-transquery": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Tells whether a transfer has reached us and what became of it: by session id, by transaction or payment reference, or
         *     by account, amount and day.
         */
        readonly get: operations["queryInwardTransfer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/inward/get-wallet-transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Your account with us, straight from the books, with the balance before and after each line; the newest first. */
        readonly get: operations["listWalletTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The accounts you may be paid to: the default first, then the newest. */
        readonly get: operations["listSettlementAccounts"];
        readonly put?: never;
        /**
         * Registers a bank account to be paid to; its bank is asked for the name. Your first account is usable at once, others
         *     after a cooling period. You are told by the event settlement.account_changed.
         */
        readonly post: operations["registerSettlementAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/accounts/{settlementAccountId}/default": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Has settlements paid to this account from now on; while it cools, to the one that was usable before. */
        readonly post: operations["makeDefaultSettlementAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/accounts/{settlementAccountId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Removes an account; of the others, one that is usable becomes the default when this was it. Again changes nothing. */
        readonly delete: operations["removeSettlementAccount"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/merchant-settlement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pays you now, without waiting for the next run: all that is due, or a part. 202 until the money has arrived; the same
         *     request again tells how far it is.
         */
        readonly post: operations["requestSettlement"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/get-settlement-status/{settlementReference}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Confirms what became of a settlement: each transfer, and each time it was sent. */
        readonly get: operations["getSettlementStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/get-settlement-history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Your settlements, the newest first. */
        readonly get: operations["getSettlementHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/{settlementReference}/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What is in a settlement, in the order in which it was booked: opening + the lines' net = closing. */
        readonly get: operations["getSettlementTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/statement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Your statement of a period: what you had, every change, and what was left; as JSON, CSV or PDF. It is what the ledger
         *     says: opening and closing are your balances of pending and available money, less what you owe.
         */
        readonly get: operations["getPeriodStatement"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settlement/{settlementReference}/statement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The statement of one settlement: each collection, refund and chargeback in it, and its payouts. JSON, CSV or PDF. */
        readonly get: operations["getSettlementStatement"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sandbox/settlement-run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Settles you as if your next run were now: what would be due by then is paid out. */
        readonly post: operations["runSettlement"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/static": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Your customers' account numbers, the newest first. */
        readonly get: operations["listStaticAccounts"];
        readonly put?: never;
        /**
         * Gives a customer an account number for ever. It takes any amount without a checkout: each transfer is in your wallet at
         *     once, less the fee, which you bear, and is told by the event collection.received.
         */
        readonly post: operations["createStaticAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/{accountNumber}/suspend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Has a static account take no money until it is reinstated: payers are told that there is no such account. */
        readonly post: operations["suspendStaticAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/{accountNumber}/reinstate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Has a suspended account take money again. */
        readonly post: operations["reinstateStaticAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/dynamic": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Makes an account for one payment: a checkout by transfer and its account in one call. It ends with the account, and is
         *     queried by its reference. The same request again answers with the same account and expiry.
         */
        readonly post: operations["createDynamicAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/get-dynamic-virtual-accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Accounts for one payment, of checkouts too, the newest first. */
        readonly get: operations["listDynamicAccounts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/{accountNumber}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One of your account numbers, with what it has received. */
        readonly get: operations["getVirtualAccount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Asks another amount, or moves the end, of an account that was made by itself and has seen no money. What is left out
         *     stays.
         */
        readonly patch: operations["changeDynamicAccount"];
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/get-prefixes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Your prefixes, and how many numbers each has left. */
        readonly get: operations["listPrefixes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/validate-virtual-account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Tells whether a transfer to an account number would be taken: of your own numbers from our books, of any other what its
         *     bank says.
         */
        readonly post: operations["validateAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/{accountNumber}/close": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Closes an account for good; money that still comes is held or sent back. A static one's number is never given out again.
         *     One for one payment is called off with it, and what was paid in part goes back; that of a checkout only closes, as long
         *     as no money was seen, and the checkout may have another.
         */
        readonly post: operations["closeVirtualAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/wallet/balance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What you have, in one snapshot, and what the next settlement will send. */
        readonly get: operations["getWalletBalance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/virtual-account/get-wallet-balance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The same as wallet/balance. */
        readonly get: operations["getVirtualAccountWalletBalance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{provider}/inward-credit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Tells us of a transfer that was received. The same session id again is answered alike and changes nothing. */
        readonly post: operations["receiveInwardCredit"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{provider}/name-enquiry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Asks in whose name an account is that a payer wants to send to. */
        readonly post: operations["answerNameEnquiry"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{provider}/recall": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Tells us that the payer's bank takes a transfer back. The same event again changes nothing. */
        readonly post: operations["receiveRecall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/providers/{provider}/card-event": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Tells us of a charge, a settlement, a reversal or a chargeback. The same event again changes nothing. */
        readonly post: operations["receiveCardEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/notification-url": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Shows what is set, without the secret. */
        readonly get: operations["getNotificationUrl"];
        readonly put?: never;
        /** Sets where we tell you of payments. The secret that signs is shown once. */
        readonly post: operations["setNotificationUrl"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sends `webhook.test` to your URL at once, and tells how that went: 00 also when it did not arrive (`delivered`). One
         *     that arrives enables an endpoint that was off, and tells what was missed meanwhile and how to ask for it.
         */
        readonly post: operations["testNotificationUrl"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Gives you a new secret. Both sign for 24 hours, unless the old one is to end `immediately`. */
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/retry-policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** How deliveries are tried and repeated, as data. */
        readonly get: operations["getRetryPolicy"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What was sent to you, and how that went: the latest events first. */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/deliveries/{deliveryId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One delivery with the request and every attempt: headers, answer, times. */
        readonly get: operations["getDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/deliveries/{deliveryId}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Sends the delivery's event once more, at once and as a delivery of its own. The event's id stays the same. */
        readonly post: operations["redeliver"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Sends the events of a time once more. 202 with the replay's id, by which you see how far it is. One at a time. */
        readonly post: operations["replayEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/replay/{replayId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** How far a replay is. */
        readonly get: operations["getReplay"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/events/{eventId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** An event with what is sent of it, and its deliveries. */
        readonly get: operations["getEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health/live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Answers as long as the event loop turns. */
        readonly get: operations["live"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** 200 when requests can be served: the database is there and migrated. Temporal is told, not required. */
        readonly get: operations["ready"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/errors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every way in which a request may fail, and what to do then; the same table as the page `/docs/errors`. */
        readonly get: operations["listErrors"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sandbox/inward-credit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Has a payer of the simulator's send money to an account; its bank tells our hook as a real bank does. */
        readonly post: operations["sendInwardCredit"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sandbox/checkouts/{paymentReference}/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Moves a checkout's own clock forward: its session, its accounts and the quarantine of their numbers end so much sooner, and
         *     what is due happens within a second.
         */
        readonly post: operations["advanceCheckoutClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "collection.received": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A payment for a checkout, or into a static account, is in the books, whatever its outcome */
        readonly post: operations["onCollectionReceived"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "collection.unmatched": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A transfer to a number of no checkout, under a prefix of yours alone */
        readonly post: operations["onCollectionUnmatched"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.successful": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The checkout is paid */
        readonly post: operations["onCheckoutSuccessful"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.underpaid": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Less than is due has arrived */
        readonly post: operations["onCheckoutUnderpaid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.overpaid": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** More than is due has arrived */
        readonly post: operations["onCheckoutOverpaid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.late_payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Money sent after the account's time, or for what has ended */
        readonly post: operations["onCheckoutLatePayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.duplicate_payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A second payment of a checkout that is paid */
        readonly post: operations["onCheckoutDuplicatePayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The payment was declined for good, or too often */
        readonly post: operations["onCheckoutFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The checkout ended unpaid, or not fully paid */
        readonly post: operations["onCheckoutExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "checkout.cancelled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The checkout was called off */
        readonly post: operations["onCheckoutCancelled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "virtual_account.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** An account's time is over, and the checkout goes on */
        readonly post: operations["onVirtualAccountExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "refund.successful": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Money has reached the payer */
        readonly post: operations["onRefundSuccessful"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "refund.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Money could not be sent back; an operator looks into it */
        readonly post: operations["onRefundFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "refund.needs_account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The account the money came from takes none: give another */
        readonly post: operations["onRefundNeedsAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "transaction.reversed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The payer's bank or the card's issuer has taken a payment back */
        readonly post: operations["onTransactionReversed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "dispute.opened": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A card payment is disputed */
        readonly post: operations["onDisputeOpened"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "dispute.won": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The dispute was decided for you */
        readonly post: operations["onDisputeWon"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "dispute.lost": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The dispute was decided against you */
        readonly post: operations["onDisputeLost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "settlement.successful": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** All transfers of a settlement have arrived */
        readonly post: operations["onSettlementSuccessful"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "settlement.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A transfer of it could not be made; its money is available again */
        readonly post: operations["onSettlementFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "settlement.reversed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A transfer of it came back; its money is available again */
        readonly post: operations["onSettlementReversed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "settlement.on_hold": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Nothing of it is sent until what holds it is put right */
        readonly post: operations["onSettlementOnHold"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "settlement.account_changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** An account that you are paid to was registered, chosen or removed */
        readonly post: operations["onSettlementAccountChanged"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** You asked for it by POST /api/v1/webhooks/test; no money has moved */
        readonly post: operations["onWebhookTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        readonly ApiResponseEnvelope: {
            /** @description True exactly when code is "00". */
            readonly isSuccessful: boolean;
            /** @description Result code of two digits. */
            readonly code: string;
            /** @description For people to read. */
            readonly message: string;
            /** @description What the operation answers, or why it did not. */
            readonly data: unknown;
        };
        readonly AuthData: {
            /** @description A JWT; send it as `Authorization: Bearer …`. */
            readonly access_token: string;
            /** @description Seconds. */
            readonly expires_in: number;
            /** @enum {string} */
            readonly token_type: "Bearer";
            /** @description Granted scopes, separated by spaces. */
            readonly scope: string;
        };
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
        readonly AuthenticateResponse: {
            /** @enum {boolean} */
            readonly isSuccessful: true;
            /** @enum {string} */
            readonly code: "00";
            readonly message: string;
            readonly data: components["schemas"]["AuthData"];
        };
        readonly AuthenticateRequest: {
            /** @description From your developer screen. */
            readonly clientId: string;
            /**
             * Format: password
             * @description From your developer screen.
             */
            readonly clientSecret: string;
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
            readonly feeBearer: "MERCHANT" | "CUSTOMER";
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
        readonly LimitLeft: {
            /** @description What today's limit leaves, in kobo. A day begins at midnight in Lagos. */
            readonly amountAvailable: number;
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
             * @description For the receipt.
             */
            readonly email: string;
            /** @description A Nigerian mobile number, as +234… or 0…. */
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
            readonly status: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED";
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly secondsRemaining: number;
            readonly warnings: readonly string[];
        };
        readonly ExpectedAmount: {
            /** @description What is due, in kobo. */
            readonly amountExpected: number;
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
            readonly type: "3DS" | "OTP";
            /** @description A page for the payer's browser. */
            readonly url: string;
        };
        readonly AttemptView: {
            /** @enum {string} */
            readonly channel: "Bank" | "Card";
            /** @enum {string} */
            readonly status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "UNKNOWN" | "EXPIRED" | "CANCELLED";
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
            readonly origin: "POLICY" | "MERCHANT" | "OPERATOR";
            /** @description UNDERPAID, OVERPAID, LATE, MERCHANT_REQUEST, … */
            readonly cause: string;
            /** @description In kobo. */
            readonly amount: number;
            /** @enum {string} */
            readonly status: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED";
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
            readonly outcome: "EXACT" | "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null;
            /** @description The policy that decided, such as REFUND_EXCESS; null when it fits. */
            readonly policyApplied: string | null;
            /**
             * @description What became of one that was held; null while it is, and for all others.
             * @enum {string|null}
             */
            readonly resolution: "ACCEPTED" | "RETURNED" | "KEPT" | null;
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
            /** @description Null once the checkout has ended. */
            readonly accessCode: string | null;
            /** Format: date-time */
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
            readonly status: "SUCCESSFUL" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED";
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
        readonly DeclinedPayment: {
            readonly checkoutId: string;
            readonly paymentReference: string;
            readonly status: string;
            readonly gatewayResponse: components["schemas"]["GatewayResponse"];
        };
        readonly UnderpaidAmounts: {
            /** @description What is due, in kobo. */
            readonly amountExpected: number;
            /** @description What has arrived, in kobo. */
            readonly amountPaid: number;
        };
        readonly CompleteRequest: {
            /** @enum {string} */
            readonly paymentChannel: "Bank" | "Card";
            /** @description Bank: the virtual account that was paid. Card: a token, never a card number. */
            readonly account: string;
            /**
             * Format: int64
             * @description The amount that was paid; it is compared with what we received. In kobo.
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
            readonly kind: "CHECKOUT" | "ACCOUNT" | "CREDIT" | "CARD_ATTEMPT" | "REFUND" | "CHARGEBACK" | "RECALL" | "EVENT";
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
            readonly status: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED";
            /** @enum {string} */
            readonly origin: "POLICY" | "MERCHANT" | "OPERATOR";
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
        readonly RefundableAmount: {
            /** @description What is left to refund, in kobo. */
            readonly amountRefundable: number;
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
            readonly type: "STATIC" | "DYNAMIC" | null;
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
            readonly origin: "POLICY" | "MERCHANT" | "OPERATOR";
            /** @description UNDERPAID, LATE, MERCHANT_REQUEST, … */
            readonly cause: string;
            /** @description In kobo. */
            readonly amount: number;
            /** @enum {string} */
            readonly status: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED";
        };
        readonly Transaction: {
            readonly transactionReference: string;
            /** @description Null when it is for no order. */
            readonly paymentReference: string | null;
            readonly checkoutId: string | null;
            /** @enum {string} */
            readonly type: "COLLECTION";
            /** @enum {string} */
            readonly status: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED";
            /**
             * @description What it is besides exactly what was due.
             * @enum {string|null}
             */
            readonly exception: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null;
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
            readonly feeBearer: "MERCHANT" | "CUSTOMER" | null;
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
        readonly ListTransactionsResponse: {
            /** @enum {boolean} */
            readonly isSuccessful: true;
            /** @enum {string} */
            readonly code: "00";
            readonly message: string;
            readonly data: components["schemas"]["PagedTransactionList"];
        };
        readonly CreditView: {
            /** @description Also the transactionReference. */
            readonly creditId: string;
            readonly paymentReference: string | null;
            /** @enum {string} */
            readonly status: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED";
            /**
             * @description What the money is to its order; null while it is not in the books.
             * @enum {string|null}
             */
            readonly outcome: "EXACT" | "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null;
            /** @description The policy that decided; null when it fits. */
            readonly policyApplied: string | null;
            /** @enum {string|null} */
            readonly resolution: "ACCEPTED" | "RETURNED" | "KEPT" | null;
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
            readonly status: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED";
            /**
             * @description What it is besides exactly what was due.
             * @enum {string|null}
             */
            readonly exception: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null;
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
            readonly feeBearer: "MERCHANT" | "CUSTOMER" | null;
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
            readonly inwardStatus: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED";
            /** @description 00: it is in the books; 09: it will be soon. */
            readonly responseCode: string;
            /**
             * @description What the transfer was to its order; null while it is not in the books.
             * @enum {string|null}
             */
            readonly attemptOutcome: "SUCCESS" | "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED" | null;
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
            readonly direction: "CREDIT" | "DEBIT";
            /** @enum {string} */
            readonly type: "COLLECTION" | "FEE" | "VAT" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "REFUND" | "CHARGEBACK" | "ADJUSTMENT";
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
            readonly status: "ACTIVE" | "REMOVED";
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
        readonly BankRefusal: {
            /** @description The bank's code, when it gave one. */
            readonly responseCode?: string;
        };
        readonly NameMismatch: {
            /** @description How like accountName the name at its bank is, 0 to 100. */
            readonly nameScore: number;
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
            readonly status: "ACTIVE" | "REMOVED";
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
            readonly type: "SCHEDULED" | "ON_DEMAND";
            /** @enum {string} */
            readonly status: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD";
            /**
             * @description With ON_HOLD.
             * @enum {string|null}
             */
            readonly holdReason: "NEGATIVE_BALANCE" | "NAME_CHANGED" | "ACCOUNT_REFUSED" | "MERCHANT_INACTIVE" | null;
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
        readonly SettlementShortfall: {
            /** @description What can be settled now, in kobo. */
            readonly amountAvailable: number;
        };
        readonly CoolingAccount: {
            /**
             * Format: date-time
             * @description Nothing is sent to the account before.
             */
            readonly usableFrom: string;
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
            readonly status: "SENT" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "RETURNED";
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
            readonly status: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED";
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
            readonly type: "SCHEDULED" | "ON_DEMAND";
            /** @enum {string} */
            readonly status: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD";
            /**
             * @description With ON_HOLD.
             * @enum {string|null}
             */
            readonly holdReason: "NEGATIVE_BALANCE" | "NAME_CHANGED" | "ACCOUNT_REFUSED" | "MERCHANT_INACTIVE" | null;
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
            readonly type: "COLLECTION" | "REFUND" | "CHARGEBACK" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "ADJUSTMENT";
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
            readonly outcome: "SETTLED" | "ON_HOLD" | "BELOW_MINIMUM" | "WITHOUT_ACCOUNT" | "NOTHING";
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
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED";
            readonly currency: string;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly CreateStaticVirtualAccountResponse: {
            /** @enum {boolean} */
            readonly isSuccessful: true;
            /** @enum {string} */
            readonly code: "00";
            readonly message: string;
            readonly data: components["schemas"]["StaticAccountData"];
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
             * @description For the receipt.
             */
            readonly email: string;
            /** @description A Nigerian mobile number, as +234… or 0…. */
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
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED";
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
        readonly ListStaticVirtualAccountsResponse: {
            /** @enum {boolean} */
            readonly isSuccessful: true;
            /** @enum {string} */
            readonly code: "00";
            readonly message: string;
            readonly data: components["schemas"]["PagedStaticAccounts"];
        };
        readonly AccountIdentityView: {
            /** @enum {string} */
            readonly type: "BVN" | "NIN";
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
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED";
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
            readonly status: "ACTIVE" | "SUSPENDED" | "CLOSED";
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
        readonly CreateDynamicVirtualAccountResponse: {
            /** @enum {boolean} */
            readonly isSuccessful: true;
            /** @enum {string} */
            readonly code: "00";
            readonly message: string;
            readonly data: components["schemas"]["DynamicAccountData"];
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
            readonly status: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED";
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
            readonly status: "ACTIVE" | "SUSPENDED";
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
            readonly type: "STATIC" | "DYNAMIC" | "EXTERNAL";
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
            readonly status: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED";
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
        readonly WalletBalanceResponse: {
            /** @enum {boolean} */
            readonly isSuccessful: true;
            /** @enum {string} */
            readonly code: "00";
            readonly message: string;
            readonly data: components["schemas"]["WalletBalanceData"];
        };
        readonly InwardCreditAnswer: {
            readonly transactionReference: string;
            readonly sessionId: string;
        };
        readonly InwardCreditHook: {
            /** @description The transfer's NIP session id. */
            readonly sessionId: string;
            readonly accountNumber: string;
            /**
             * Format: int64
             * @description What was transferred. In kobo.
             */
            readonly amount: number;
            /** @enum {string|null} */
            readonly currency?: "NGN" | null;
            readonly narration?: string | null;
            readonly sourceAccountNumber?: string | null;
            readonly sourceAccountName?: string | null;
            readonly sourceBankCode?: string | null;
            readonly sourceBankName?: string | null;
        };
        readonly NameEnquiryAnswer: {
            readonly accountNumber: string;
            readonly accountName: string;
            /** @description In kobo; null when any amount may be sent. */
            readonly amountExpected: number | null;
            /**
             * Format: date-time
             * @description Null for an account that does not expire.
             */
            readonly expiresAt: string | null;
        };
        readonly NameEnquiryHook: {
            readonly accountNumber: string;
        };
        readonly RecallAnswer: {
            readonly eventId: string;
            readonly sessionId: string;
            /** @description What it did to the transaction. */
            readonly outcome: string;
        };
        readonly RecallHook: {
            /** @description The same at each telling. */
            readonly eventId: string;
            /** @description Of the transfer that is taken back. */
            readonly sessionId: string;
            /**
             * Format: int64
             * @description What is taken back of it. In kobo.
             */
            readonly amount: number;
        };
        readonly CardEventAnswer: {
            readonly eventId: string;
            /** @description What it did; HEARD for a charge. */
            readonly outcome: string;
        };
        readonly CardEventHook: {
            /** @description The same at each telling. */
            readonly eventId: string;
            /** @enum {string} */
            readonly kind: "CHARGE" | "SETTLEMENT" | "REVERSAL" | "CHARGEBACK_OPENED" | "CHARGEBACK_WON" | "CHARGEBACK_LOST";
            /** @description Of the charge; not with SETTLEMENT. */
            readonly chargeId?: string | null;
            /** @description The same from its opening to its end. */
            readonly chargebackId?: string | null;
            readonly settlementId?: string | null;
            /**
             * Format: int64
             * @description What is settled (before the fee), disputed or taken back. In kobo.
             */
            readonly amount?: number | null;
            /** @description Of a settlement, in kobo. */
            readonly fee?: number | null;
        };
        readonly SetNotificationUrlResponse: {
            readonly url: string;
            /** @description Shown once, when it is new. */
            readonly secret: string | null;
            readonly secretVersion: number;
            readonly events: readonly ("collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed")[];
            /**
             * @description DISABLED: it answered 410. SUPPRESSED: five days without any success.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "DISABLED" | "SUPPRESSED";
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
        readonly NoFields: Record<string, never>;
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
            readonly eventType: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test";
            readonly paymentReference: string | null;
            /**
             * @description PENDING and DELIVERING: about to be sent. RETRYING: by the schedule. DEAD: the schedule is over. SUPPRESSED: there was no endpoint, or it was disabled.
             * @enum {string}
             */
            readonly status: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED";
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
            readonly eventType: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test";
            readonly paymentReference: string | null;
            /**
             * @description PENDING and DELIVERING: about to be sent. RETRYING: by the schedule. DEAD: the schedule is over. SUPPRESSED: there was no endpoint, or it was disabled.
             * @enum {string}
             */
            readonly status: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED";
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
            readonly status: "RUNNING" | "DONE" | "STOPPED";
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
        readonly ReplayParameters: {
            readonly replayId: string;
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
            readonly eventType: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test";
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
        readonly AliveView: {
            /** @enum {string} */
            readonly status: "UP";
        };
        readonly ChecksView: {
            /** @enum {string} */
            readonly database: "UP" | "DOWN";
            /** @enum {string} */
            readonly migrations: "CURRENT" | "BEHIND" | "UNKNOWN";
            /**
             * @description Told, not required.
             * @enum {string}
             */
            readonly temporal: "UP" | "DOWN";
        };
        readonly ReadinessView: {
            /** @enum {string} */
            readonly status: "READY" | "DEGRADED" | "NOT_READY" | "DRAINING";
            readonly checks: components["schemas"]["ChecksView"];
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
            readonly feeBearer: "MERCHANT" | "CUSTOMER" | null;
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
            readonly environment: "sandbox" | "live";
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
            readonly environment: "sandbox" | "live";
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
            readonly environment: "sandbox" | "live";
            /** @description Of no checkout: always 1. */
            readonly sequence: number;
            readonly merchantId: string;
            readonly data: components["schemas"]["TestNotification"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly authenticate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AuthenticateRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuthenticateResponse"];
                };
            };
        };
    };
    readonly listBanks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["BankList"];
                    };
                };
            };
        };
    };
    readonly initiateCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InitiateRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["InitiatedCheckout"];
                    };
                };
            };
        };
    };
    readonly createCheckoutAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAccountRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["DynamicAccountData"];
                    };
                };
            };
        };
    };
    readonly queryCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `wait=N`: wait for a change, N ≤ 25 s. */
                readonly Prefer?: string;
                /** @description The ETag you have; 304 while nothing has changed. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Your own name for the order, unique for ever. */
                readonly paymentReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CheckoutView"];
                    };
                };
            };
        };
    };
    readonly completeCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `wait=N`: wait for the payment, N ≤ 25 s; 15 s for a card without it. */
                readonly Prefer?: string;
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CompleteRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CompletedCheckout"];
                    };
                };
            };
            /** @description OUTCOME_UNKNOWN, ACTION_REQUIRED, PAYMENT_PENDING */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: false;
                        /** @enum {string} */
                        readonly code: "01" | "02" | "09";
                        readonly data: (components["schemas"]["ErrorDataView"] & {
                            /** @enum {string} */
                            readonly reason?: "OUTCOME_UNKNOWN" | "PAYMENT_PENDING";
                        } & components["schemas"]["PendingPayment"]) | (components["schemas"]["ErrorDataView"] & {
                            /** @enum {string} */
                            readonly reason?: "ACTION_REQUIRED";
                        } & components["schemas"]["ActionRequired"]);
                    };
                };
            };
        };
    };
    readonly cancelCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Your own name for the order, unique for ever. */
                readonly paymentReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CancelRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CheckoutView"];
                    };
                };
            };
        };
    };
    readonly getCheckoutTimeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Your own name for the order, unique for ever. */
                readonly paymentReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CheckoutTimeline"];
                    };
                };
            };
        };
    };
    readonly getPolicies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["PoliciesView"];
                    };
                };
            };
        };
    };
    readonly replacePolicies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PolicyChanges"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["PoliciesView"];
                    };
                };
            };
        };
    };
    readonly getSettlementSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementSettingsView"];
                    };
                };
            };
        };
    };
    readonly replaceSettlementSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettlementSettingsRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementSettingsView"];
                    };
                };
            };
        };
    };
    readonly requestRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RequestedRefund"];
                    };
                };
            };
            /** @description REFUND_PENDING */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: false;
                        /** @enum {string} */
                        readonly code: "09";
                        readonly data: components["schemas"]["ErrorDataView"] & {
                            /** @enum {string} */
                            readonly reason?: "REFUND_PENDING";
                        } & components["schemas"]["RequestedRefund"];
                    };
                };
            };
        };
    };
    readonly listRefunds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag you have; 304 while nothing has changed. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RefundList"];
                    };
                };
            };
        };
    };
    readonly listAllRefunds: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                /** @description How far it is. */
                readonly status?: "REQUESTED" | "NAME_ENQUIRY" | "PROCESSING" | "UNKNOWN" | "NEEDS_ACCOUNT" | "SUCCESSFUL" | "FAILED";
                /** @description Who decided it. */
                readonly origin?: "POLICY" | "MERCHANT" | "OPERATOR";
                /** @description Of this transaction or order. */
                readonly reference?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RefundPage"];
                    };
                };
            };
        };
    };
    readonly getRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `wait=N`: wait for a change, N ≤ 25 s. */
                readonly Prefer?: string;
                /** @description The ETag you have; 304 while nothing has changed. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Your own name for the refund, unique for ever: the same again is a replay. */
                readonly refundReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RefundView"];
                    };
                };
            };
        };
    };
    readonly provideRefundAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Your own name for the refund, unique for ever: the same again is a replay. */
                readonly refundReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DestinationRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RefundView"];
                    };
                };
            };
        };
    };
    readonly getSettlementCalendar: {
        readonly parameters: {
            readonly query?: {
                /** @description From this day on; today when it is left out. */
                readonly from?: string;
                /** @description Until this day; 30 days after from when it is left out. */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementCalendar"];
                    };
                };
            };
        };
    };
    readonly listTransactions: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                /** @description How it was paid. */
                readonly channel?: "Bank" | "Card";
                /** @description At least so much was received. In kobo. */
                readonly minAmount?: number;
                /** @description At most so much was received. In kobo. */
                readonly maxAmount?: number;
                /** @description Of this order. */
                readonly paymentReference?: string;
                /** @description Paid into this virtual account. */
                readonly accountNumber?: string;
                /** @description Where the money stands. */
                readonly status?: "PENDING" | "PROCESSING" | "SUCCESSFUL" | "FAILED" | "HELD" | "REFUND_PENDING" | "PARTIALLY_REFUNDED" | "REFUNDED" | "REVERSED" | "DISPUTED";
                /** @description What it is besides exactly what was due. */
                readonly exception?: "UNDERPAID" | "OVERPAID" | "LATE" | "DUPLICATE" | "UNMATCHED";
                /** @description Any whole transactionReference, paymentReference, refundReference, sessionId or account number. */
                readonly q?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListTransactionsResponse"];
                };
            };
        };
    };
    readonly getTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description A transactionReference, or the paymentReference of its order. */
                readonly reference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    readonly listCredits: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                /** @description How it was paid. */
                readonly channel?: "Bank" | "Card";
                /** @description At least so much was received. In kobo. */
                readonly minAmount?: number;
                /** @description At most so much was received. In kobo. */
                readonly maxAmount?: number;
                /** @description Of this order. */
                readonly paymentReference?: string;
                /** @description Paid into this virtual account. */
                readonly accountNumber?: string;
                /** @description Where the credit stands with us. */
                readonly status?: "RECEIVED" | "UNMATCHED" | "APPLIED" | "HELD" | "RETURN_PENDING" | "RETURNED" | "RETURN_FAILED" | "RECALLED";
                /** @description The rail's own id of the transfer. */
                readonly sessionId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CreditPage"];
                    };
                };
            };
        };
    };
    readonly getCredit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly creditId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CreditView"];
                    };
                };
            };
        };
    };
    readonly queryInwardTransfer: {
        readonly parameters: {
            readonly query?: {
                /** @description Of the transfer on NIP. */
                readonly sessionId?: string;
                readonly transactionReference?: string;
                readonly paymentReference?: string;
                /** @description The virtual account that was paid into; together with amount and date. */
                readonly accountNumber?: string;
                /** @description What was sent; together with accountNumber and date. In kobo. */
                readonly amount?: number;
                /** @description The day in Lagos when it was received; together with accountNumber and amount. */
                readonly date?: string;
                /** @description `true`: ask the bank first for what it has not told us yet; once in 10 seconds. */
                readonly refresh?: "true" | "false";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["InwardQueryData"];
                    };
                };
            };
        };
    };
    readonly listWalletTransactions: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                /** @description Only what came in, or only what went out. */
                readonly direction?: "CREDIT" | "DEBIT";
                /** @description Only these. */
                readonly type?: "COLLECTION" | "FEE" | "VAT" | "SETTLEMENT" | "SETTLEMENT_REVERSAL" | "REFUND" | "CHARGEBACK" | "ADJUSTMENT";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["PagedTransactions"];
                    };
                };
            };
        };
    };
    readonly listSettlementAccounts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementAccountList"];
                    };
                };
            };
        };
    };
    readonly registerSettlementAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettlementAccountRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RegisteredSettlementAccount"];
                    };
                };
            };
        };
    };
    readonly makeDefaultSettlementAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly settlementAccountId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementAccountView"];
                    };
                };
            };
        };
    };
    readonly removeSettlementAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly settlementAccountId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementAccountView"];
                    };
                };
            };
        };
    };
    readonly requestSettlement: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettlementRequestBody"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementView"];
                    };
                };
            };
            /** @description SETTLEMENT_PENDING */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: false;
                        /** @enum {string} */
                        readonly code: "09";
                        readonly data: components["schemas"]["ErrorDataView"] & {
                            /** @enum {string} */
                            readonly reason?: "SETTLEMENT_PENDING";
                        } & components["schemas"]["SettlementView"];
                    };
                };
            };
        };
    };
    readonly getSettlementStatus: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether to ask the bank first what became of a transfer that is on its way. */
                readonly refresh?: "true" | "false";
            };
            readonly header?: never;
            readonly path: {
                /** @description Your own name for the settlement, unique for ever: the same again is a replay. */
                readonly settlementReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SettlementStatusView"];
                    };
                };
            };
        };
    };
    readonly getSettlementHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                readonly status?: "SCHEDULED" | "PROCESSING" | "UNKNOWN" | "SUCCESSFUL" | "FAILED" | "REVERSED" | "CANCELLED" | "ON_HOLD";
                readonly type?: "SCHEDULED" | "ON_DEMAND";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["PagedSettlements"];
                    };
                };
            };
        };
    };
    readonly getSettlementTransactions: {
        readonly parameters: {
            readonly query?: {
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Your own name for the settlement, unique for ever: the same again is a replay. */
                readonly settlementReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["PagedSettlementTransactions"];
                    };
                };
            };
        };
    };
    readonly getPeriodStatement: {
        readonly parameters: {
            readonly query: {
                /** @description In place of the header Accept. A PDF has at most 10,000 lines. */
                readonly format?: "json" | "csv" | "pdf";
                /** @description The first day, in Lagos. */
                readonly from: string;
                /** @description The last day, in Lagos. */
                readonly to: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /**
             * @description Successful
             *
             *     Successful
             */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["StatementView"];
                    };
                };
            };
        };
    };
    readonly getSettlementStatement: {
        readonly parameters: {
            readonly query?: {
                /** @description In place of the header Accept. A PDF has at most 10,000 lines. */
                readonly format?: "json" | "csv" | "pdf";
            };
            readonly header?: never;
            readonly path: {
                /** @description Your own name for the settlement, unique for ever: the same again is a replay. */
                readonly settlementReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /**
             * @description Successful
             *
             *     Successful
             */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["StatementView"];
                    };
                };
            };
        };
    };
    readonly runSettlement: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["EarlyRunData"];
                    };
                };
            };
        };
    };
    readonly listStaticAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                /** @description Whether it takes money. */
                readonly status?: "ACTIVE" | "SUSPENDED" | "CLOSED";
                /** @description Numbers that begin so. */
                readonly prefix?: string;
                /** @description A whole account number or reference, or words of the holder's name or their beginnings. */
                readonly q?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListStaticVirtualAccountsResponse"];
                };
            };
        };
    };
    readonly createStaticAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StaticAccountRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreateStaticVirtualAccountResponse"];
                };
            };
        };
    };
    readonly suspendStaticAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly accountNumber: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AccountChangeRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["VirtualAccountStatic"];
                    };
                };
            };
        };
    };
    readonly reinstateStaticAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly accountNumber: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AccountChangeRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["VirtualAccountStatic"];
                    };
                };
            };
        };
    };
    readonly createDynamicAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateDynamicAccountRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreateDynamicVirtualAccountResponse"];
                };
            };
        };
    };
    readonly listDynamicAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                /** @description USED: paid in full. RELEASED: the number may be given to another payer. */
                readonly status?: "ACTIVE" | "EXPIRED" | "USED" | "CLOSED" | "RELEASED";
                readonly paymentReference?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["PagedVirtualAccountList"];
                    };
                };
            };
        };
    };
    readonly getVirtualAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly accountNumber: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["VirtualAccountStatic"] | components["schemas"]["VirtualAccountDynamic"];
                    };
                };
            };
        };
    };
    readonly changeDynamicAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly accountNumber: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeDynamicAccountRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["DynamicAccountData"];
                    };
                };
            };
        };
    };
    readonly listPrefixes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: readonly components["schemas"]["PrefixView"][];
                    };
                };
            };
        };
    };
    readonly validateAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ValidateAccountRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["AccountValidation"];
                    };
                };
            };
        };
    };
    readonly closeVirtualAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly accountNumber: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AccountChangeRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["VirtualAccountStatic"] | components["schemas"]["VirtualAccountDynamic"];
                    };
                };
            };
        };
    };
    readonly getWalletBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WalletBalanceResponse"];
                };
            };
        };
    };
    readonly getVirtualAccountWalletBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WalletBalanceResponse"];
                };
            };
        };
    };
    readonly receiveInwardCredit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Seconds since the epoch. */
                readonly "x-provider-timestamp"?: string;
            };
            readonly path: {
                readonly provider: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InwardCreditHook"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["InwardCreditAnswer"];
                    };
                };
            };
        };
    };
    readonly answerNameEnquiry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Seconds since the epoch. */
                readonly "x-provider-timestamp"?: string;
            };
            readonly path: {
                readonly provider: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NameEnquiryHook"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["NameEnquiryAnswer"];
                    };
                };
            };
        };
    };
    readonly receiveRecall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Seconds since the epoch. */
                readonly "x-provider-timestamp"?: string;
            };
            readonly path: {
                readonly provider: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RecallHook"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RecallAnswer"];
                    };
                };
            };
        };
    };
    readonly receiveCardEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Seconds since the epoch. */
                readonly "x-provider-timestamp"?: string;
            };
            readonly path: {
                readonly provider: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CardEventHook"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CardEventAnswer"];
                    };
                };
            };
        };
    };
    readonly getNotificationUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SetNotificationUrlResponse"];
                    };
                };
            };
        };
    };
    readonly setNotificationUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NotificationUrlRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SetNotificationUrlResponse"];
                    };
                };
            };
        };
    };
    readonly testNotificationUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NoFields"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["WebhookTestResult"];
                    };
                };
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RotatedSecret"];
                    };
                };
            };
        };
    };
    readonly getRetryPolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RetryPolicy"];
                    };
                };
            };
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description From this time on: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly from?: string;
                /** @description Until this time: a time (RFC 3339), or a date, which is a day in Lagos. */
                readonly to?: string;
                /** @description Which page, from 1. Further on than the last of these with `cursor`. */
                readonly page?: number;
                /** @description Items on a page. */
                readonly size?: number;
                /** @description `page.nextCursor` of the page before; in place of `page`, with the same filters. */
                readonly cursor?: string;
                readonly status?: "PENDING" | "DELIVERING" | "DELIVERED" | "RETRYING" | "DEAD" | "SUPPRESSED";
                readonly eventType?: "collection.received" | "collection.unmatched" | "checkout.successful" | "checkout.underpaid" | "checkout.overpaid" | "checkout.late_payment" | "checkout.duplicate_payment" | "checkout.failed" | "checkout.expired" | "checkout.cancelled" | "virtual_account.expired" | "refund.successful" | "refund.failed" | "refund.needs_account" | "transaction.reversed" | "dispute.opened" | "dispute.won" | "dispute.lost" | "settlement.successful" | "settlement.failed" | "settlement.reversed" | "settlement.on_hold" | "settlement.account_changed" | "webhook.test";
                readonly paymentReference?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["WebhookDeliveryList"];
                    };
                };
            };
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly deliveryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
    };
    readonly redeliver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly deliveryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NoFields"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["Redelivery"];
                    };
                };
            };
        };
    };
    readonly replayEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["RequestedReplay"];
                    };
                };
            };
            /** @description REPLAY_PENDING */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: false;
                        /** @enum {string} */
                        readonly code: "09";
                        readonly data: components["schemas"]["ErrorDataView"] & {
                            /** @enum {string} */
                            readonly reason?: "REPLAY_PENDING";
                        } & components["schemas"]["RequestedReplay"];
                    };
                };
            };
        };
    };
    readonly getReplay: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly replayId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["WebhookReplay"];
                    };
                };
            };
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["WebhookEvent"];
                    };
                };
            };
        };
    };
    readonly live: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["AliveView"];
                    };
                };
            };
        };
    };
    readonly ready: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["ReadinessView"];
                    };
                };
            };
        };
    };
    readonly listErrors: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["ErrorReferenceList"];
                    };
                };
            };
        };
    };
    readonly sendInwardCredit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SandboxCreditRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["SandboxCreditData"];
                    };
                };
            };
        };
    };
    readonly advanceCheckoutClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for this request. The same request under the same key is answered as the first time, for 30 days. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Your own name for the order, unique for ever. */
                readonly paymentReference: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdvanceClockRequest"];
            };
        };
        readonly responses: {
            /** @description Successful */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiResponseEnvelope"] & {
                        /** @enum {boolean} */
                        readonly isSuccessful: true;
                        /** @enum {string} */
                        readonly code: "00";
                        readonly data: components["schemas"]["CheckoutClockData"];
                    };
                };
            };
        };
    };
    readonly onCollectionReceived: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCollectionUnmatched: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutSuccessful: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutUnderpaid: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutOverpaid: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutLatePayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutDuplicatePayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onCheckoutCancelled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onVirtualAccountExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onRefundSuccessful: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onRefundFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onRefundNeedsAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onTransactionReversed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onDisputeOpened: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onDisputeWon: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onDisputeLost: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCollectionPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onSettlementSuccessful: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookSettlementPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onSettlementFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookSettlementPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onSettlementReversed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookSettlementPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onSettlementOnHold: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookSettlementPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onSettlementAccountChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookSettlementPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onWebhookTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The event's id: the same at every attempt and when it is sent again. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse more than 5 minutes. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed. */
                readonly "webhook-signature": string;
                /** @description The hex HMAC-SHA512 of the body alone, for code you have already. */
                readonly "x-notification-signature": string;
                /** @description Which attempt this is, from 1. The body is the same bytes at each. */
                readonly "webhook-attempt": string;
                /** @description Who sends. */
                readonly "user-agent": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookTestPayload"];
            };
        };
        readonly responses: {
            /** @description Gone: we stop sending. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else is tried again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
