import { momentOf } from '../../domain/moment.js';
import { ApiError } from '../../http/api-error.js';
import type {
  HookReply,
  InwardResult,
  Notify,
  SimulatorControl,
} from '../../providers/simulator/control-client.js';
import type { PgOwnAccounts } from './own-accounts.store.js';
import type { SandboxCreditData, SandboxCreditRequest } from './inward-credit.dto.js';

/** The answers that mean, for a bank with its own format, that we have the money: received now, or before. */
const takenCodes: ReadonlySet<string> = new Set(['00', '01']);

/** Plays a payer of the sandbox, who sends money to a merchant's own account. */
export class SandboxPayer {
  constructor(
    private readonly simulator: SimulatorControl,
    private readonly accounts: PgOwnAccounts,
  ) {}

  /**
   * @param requestId the same for the same request, so that its transfer is sent once
   * @throws ApiError ACCOUNT_NOT_FOUND, PROVIDER_BAD_RESPONSE, PROVIDER_UNAVAILABLE
   */
  async pay(
    merchantId: string,
    body: SandboxCreditRequest,
    requestId: string | undefined,
  ): Promise<SandboxCreditData> {
    const { accountNumber, sessionId = null } = body;
    if (!(await this.accounts.has(merchantId, accountNumber, sessionId))) throw takesNoMoney();
    const sent = await this.#pay(body, requestId);
    const result = await this.#named(merchantId, sent);
    return {
      sessionId: result.sessionId,
      accountNumber: body.accountNumber,
      accountName: textIn(result.nameEnquiry, 'accountName'),
      amount: body.amount,
      transactionReference: referenceIn(result),
      responseCode: declineOf(body) ?? '00',
    };
  }

  /** Adds our reference to the answer, if the answer is in the format of a bank that has no place for it. */
  async #named(merchantId: string, result: InwardResult): Promise<InwardResult> {
    const last = result.notifications.at(-1);
    if (!takenCodes.has(last?.code ?? '') || last?.data?.['responseCode'] === undefined)
      return result;
    const transactionReference = await this.accounts.referenceOf(merchantId, result.sessionId);
    if (transactionReference === undefined) return result;
    const named = { ...last, code: '00', data: { transactionReference } } as HookReply;
    return { ...result, notifications: [...result.notifications.slice(0, -1), named] };
  }

  /** @throws ApiError when the simulator is not available. */
  async #pay(body: SandboxCreditRequest, requestId: string | undefined): Promise<InwardResult> {
    const sentAt = momentOf(body.senderTimestamp)?.toISOString();
    try {
      return await this.simulator.payInward({
        accountNumber: body.accountNumber,
        amount: body.amount,
        sentAt,
        sessionId: body.sessionId ?? undefined,
        requestId,
        narration: body.narration ?? undefined,
        source: { accountNumber: body.sourceAccountNumber ?? undefined },
        askName: body.nameEnquiry ?? undefined,
        decline: declineOf(body),
        notify: notifyOf(body),
      });
    } catch (error) {
      const message = `The simulator did not take the transfer: ${(error as Error).message}`;
      throw new ApiError('PROVIDER_UNAVAILABLE', { message });
    }
  }
}

/** The error is also used for an account of another merchant, so that nobody learns that it exists. */
function takesNoMoney(): ApiError {
  return new ApiError('ACCOUNT_NOT_FOUND', {
    message: 'The bank did not send: by name enquiry the account takes no money now.',
  });
}

/** Returns undefined when the payer's bank sends the money. */
function declineOf({ responseCode }: SandboxCreditRequest): string | undefined {
  return responseCode === '00' ? undefined : (responseCode ?? undefined);
}

/** For fields that the request leaves out, the rules apply that were set for the simulator. */
function notifyOf({ delaySeconds, times }: SandboxCreditRequest): Notify {
  return {
    ...(delaySeconds && { delayMs: delaySeconds * 1_000, later: true }),
    ...(typeof times === 'number' && { times }),
  };
}

/**
 * Returns the payment's reference; null when the bank was told to be silent, or to decline.
 *
 * @throws ApiError when the bank did not send, or our hook did not take the transfer.
 */
function referenceIn({ nameEnquiry, lineId, notifications }: InwardResult): string | null {
  if (nameEnquiry?.code === '07') {
    throw takesNoMoney();
  }
  const isSent = lineId !== null;
  const isRefused = nameEnquiry !== null && nameEnquiry.code !== '00';
  if (!isRefused && notifications.length === 0) return null;
  const last = isSent ? notifications.at(-1) : nameEnquiry;
  const reference = textIn(last, 'transactionReference');
  if (isSent && last?.code === '00' && reference !== null) return reference;
  throw new ApiError('PROVIDER_BAD_RESPONSE', {
    message: `The hook answered the bank ${last?.status}/${last?.code}: ${last?.message}`,
  });
}

function textIn(reply: HookReply | null | undefined, field: string): string | null {
  const value = reply?.data?.[field];
  return typeof value === 'string' ? value : null;
}
