import { fromJsonAmount, toJsonAmount } from '../domain/money.js';
import { senderTime } from '../domain/nip-session.js';
import type { CreditStore } from '../domain/ports/credit-store.port.js';
import type { Fact } from '../domain/ports/fact-store.port.js';
import { ApiError } from '../http/api-error.js';
import { newId } from '../persistence/new-id.js';
import { InwardCreditHook, NameEnquiryAnswer } from './dto/hook.dto.js';

/** NIP carries at most so many characters of narration; the rest is no reason to refuse money. */
const narrationLength = 100;

export interface BookedCredit {
  readonly creditId: string;
  readonly duplicate: boolean;
  /** The checkout it was matched to, for the log. */
  readonly checkout: Pick<Fact['checkout'], 'merchantId' | 'paymentReference'> | undefined;
}

/** What banks tell us, into our own terms. */
export class HookService {
  constructor(
    private readonly credits: CreditStore,
    private readonly facts: { send(fact: Fact): void },
  ) {}

  /** Returns once the credit is committed; the workflow is told after. */
  async receiveCredit(provider: string, hook: InwardCreditHook): Promise<BookedCredit> {
    const received = await this.credits.receive({
      creditId: newId('txn'),
      provider,
      sessionId: hook.sessionId,
      accountNumber: hook.accountNumber,
      amountMinor: fromJsonAmount(hook.amount),
      currency: 'NGN',
      source: {
        accountNumber: hook.sourceAccountNumber ?? null,
        accountName: hook.sourceAccountName ?? null,
        bankCode: hook.sourceBankCode ?? null,
        bankName: hook.sourceBankName ?? null,
      },
      narration: hook.narration?.slice(0, narrationLength) ?? null,
      sentAt: senderTime(hook.sessionId, new Date()),
    });
    const { fact, creditId, duplicateNotification: duplicate } = received;
    if (fact !== null) this.facts.send(fact);
    return { creditId, duplicate, checkout: fact?.checkout };
  }

  /** @throws ApiError ACCOUNT_NOT_FOUND for a number that takes no money right now. */
  async enquireName(provider: string, accountNumber: string): Promise<NameEnquiryAnswer> {
    const found = await this.credits.enquireName(provider, accountNumber);
    if (found === undefined) throw new ApiError('ACCOUNT_NOT_FOUND');
    return {
      accountNumber,
      accountName: found.accountName,
      amountExpected: toJsonAmount(found.expectedMinor),
      expiresAt: found.expiresAt.toISOString(),
    };
  }
}
