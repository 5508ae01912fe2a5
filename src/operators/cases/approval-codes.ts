import { approvalCodeMinutes, approvalCodePattern } from '../../domain/approval-code.js';
import { ApiError } from '../../http/api-error.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import type { CodeInput, Visitor } from './case-record.js';
import type { PgCases, SealedCode } from './case.store.js';

interface TypedCode extends SealedCode {
  readonly input: CodeInput;
}

/**
 * Codes of providers that operators type. A code is nowhere in plain text: neither in the proposal nor in what is shown
 * of it.
 */
export class ApprovalCodes {
  constructor(
    private readonly cases: Pick<PgCases, 'withdraw'>,
    private readonly seal: Pick<SecretSeal, 'seal'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ApiError VALIDATION_FAILED, which does not repeat the typed text */
  typed(caseNumber: bigint, code: string | undefined): TypedCode {
    if (code === undefined || !approvalCodePattern.test(code)) {
      const rule = code === undefined ? ('required' as const) : ('pattern' as const);
      const message = 'code must be the 4 to 12 digits or letters that the provider has sent';
      const errors = [{ field: 'code', rule, message }];
      throw new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
    }
    const typedAtMs = this.now();
    const endsAt = new Date(typedAtMs + approvalCodeMinutes * 60_000);
    return {
      sealed: this.seal.seal(code, String(caseNumber)),
      endsAt,
      input: { typedAt: new Date(typedAtMs).toISOString(), endsAt: endsAt.toISOString() },
    };
  }

  /**
   * Withdraws the proposal of a code that has expired or was taken, so that the next code can be typed.
   *
   * @throws ApiError DECISION_REFUSED
   */
  async over(caseNumber: bigint, visitor: Visitor): Promise<never> {
    await this.cases.withdraw(caseNumber, visitor, 'The code was over before it was confirmed.');
    throw new ApiError('DECISION_REFUSED', {
      message: `The code was kept for ${approvalCodeMinutes} minutes and is forgotten; nothing was sent to the provider. Type the code anew, or have the provider send another.`,
    });
  }
}
