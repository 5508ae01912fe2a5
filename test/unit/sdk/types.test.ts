import { describe, expectTypeOf, it } from 'vitest';
import type {
  CsvFile,
  Manilla,
  NotModified,
  PdfFile,
  Reason,
  Schemas,
  WebhookEvent,
} from '../../../sdk/src/index.ts';

// Nothing runs here: `npm run check` compiles it.
type Method<
  Resource extends keyof Manilla,
  Name extends keyof Manilla[Resource],
> = Manilla[Resource][Name] extends (...given: infer Given) => infer Answer
  ? (...given: Given) => Answer
  : never;

describe('the types of the SDK', () => {
  it('let what the API answers with grow, and hold what it is sent to the values of today', () => {
    expectTypeOf<'REFUNDED'>().toExtend<Schemas.Transaction['status']>();
    expectTypeOf<'ADDED_LATER'>().toExtend<Schemas.Transaction['status']>();
    expectTypeOf<Schemas.Transaction['status']>().not.toEqualTypeOf<string>();
    expectTypeOf<'ADDED_LATER'>().not.toExtend<Schemas.ListTransactionsQuery['status']>();
    expectTypeOf<'RATE_LIMITED' | 'UNREACHABLE' | 'ADDED_LATER'>().toExtend<Reason>();
    expectTypeOf<Reason>().not.toEqualTypeOf<string>();
  });

  it('let what was read be sent again', () => {
    expectTypeOf<Schemas.PoliciesView>().toExtend<Schemas.PolicyChanges>();
  });

  it('make a caller look whether an outcome is known', () => {
    type Refund = Awaited<ReturnType<Method<'refunds', 'create'>>>;
    expectTypeOf<Refund['isPending']>().toEqualTypeOf<boolean>();
    type Completed = Awaited<ReturnType<Method<'checkouts', 'complete'>>>;
    expectTypeOf<Completed>().not.toExtend<{ readonly transactionReference: string }>();
    expectTypeOf<Extract<Completed, { isPending: false }>>().toExtend<{
      readonly transactionReference: string;
    }>();
  });

  it('make a caller look whether a bank has opened the number', () => {
    type Account =
      | Awaited<ReturnType<Method<'checkouts', 'createAccount'>>>
      | Awaited<ReturnType<Method<'virtualAccounts', 'createStatic'>>>
      | Awaited<ReturnType<Method<'virtualAccounts', 'createDynamic'>>>;
    const numberOf = (account: Account): string | number =>
      account.isPending ? account.retryAfterSeconds : account.accountNumber;
    expectTypeOf(numberOf).returns.toEqualTypeOf<string | number>();
    expectTypeOf<Account>().not.toExtend<{ readonly accountNumber: string }>();
  });

  it('answer each format, and what has not changed, as what it is', () => {
    const read = async ({ settlements, checkouts }: Manilla): Promise<void> => {
      const period = { from: '2026-11-01', to: '2026-11-30' };
      expectTypeOf(
        await settlements.periodStatement({ ...period, format: 'csv' }),
      ).toExtend<CsvFile>();
      expectTypeOf(
        await settlements.periodStatement({ ...period, format: 'pdf' }),
      ).toExtend<PdfFile>();
      expectTypeOf(await settlements.periodStatement(period)).toExtend<Schemas.StatementView>();
      expectTypeOf(await checkouts.query('ORD-1')).toExtend<Schemas.CheckoutView>();
      const seen = await checkouts.query('ORD-1', { ifNoneMatch: 'W/"1"' });
      if (seen.isNotModified) expectTypeOf(seen).toEqualTypeOf<NotModified>();
      else expectTypeOf(seen).toExtend<Schemas.CheckoutView>();
      // @ts-expect-error a read carries no key
      await checkouts.query('ORD-1', { idempotencyKey: 'mine-1' });
    };
    expectTypeOf(read).toBeFunction();
  });

  it('know an event’s data by its type', () => {
    type Successful = Extract<WebhookEvent, { type: 'checkout.successful' }>;
    expectTypeOf<Successful['data']>().toHaveProperty('amountAccepted');
    type Settled = Extract<WebhookEvent, { type: 'settlement.successful' }>;
    expectTypeOf<Settled['data']>().toHaveProperty('netAmount');
  });
});
