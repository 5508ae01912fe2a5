import { z } from 'zod';
import { reply, whole } from '../../http/reply.js';
import { formatNaira, toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';

/** The data of LIMIT_EXCEEDED. */
export const LimitLeft = reply('LimitLeft', {
  amountAvailable: whole(
    "Amount that today's limit still allows, in kobo. A day begins at midnight in Lagos.",
    250_000,
  ),
});
type LimitLeft = z.infer<typeof LimitLeft>;

export function limitExceeded(leftMinor: bigint): ApiError {
  const message =
    leftMinor === 0n
      ? "nothing is left of today's limit"
      : `amount must be at most ${leftMinor} kobo (${formatNaira(leftMinor)}), which is left of today's limit`;
  return new ApiError('LIMIT_EXCEEDED', {
    message: `${message}.`,
    errors: [{ field: 'amount', rule: 'max', message }],
    data: { amountAvailable: toJsonAmount(leftMinor) } satisfies LimitLeft,
  });
}
