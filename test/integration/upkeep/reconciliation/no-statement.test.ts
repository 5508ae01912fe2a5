import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankRail } from '../../../../src/domain/bank-rail.port.js';
import type { OpenProvider } from '../../../../src/providers/contract.js';
import type { RawNotice } from '../../../../src/providers/notice.js';
import { createReconciler } from '../../../../src/upkeep/reconciliation/create-reconciler.js';
import type { Reconciler } from '../../../../src/upkeep/reconciliation/reconciler.js';
import { PgRecoveryStore } from '../../../../src/upkeep/reconciliation/recovery.store.js';
import { toStatementLines } from '../../../../src/upkeep/statements/statement-file.js';
import { PgStatementFiles } from '../../../../src/upkeep/statements/statement-file.store.js';
import { operator } from '../../../support/actors.js';
import { keptNoticesOf } from '../../../support/kept-notices.js';
import { reconcilerParts } from '../../../support/reconciler-parts.js';
import { Shop } from '../../../support/shop.js';

/** A bank that has no statement. */
const provider = 'other';
let outcome = 'UNKNOWN';
const bank = {
  capabilities: { statement: 'NONE' },
  query: () => Promise.resolve({ outcome, code: null, failure: null }),
} as unknown as BankRail;
/** Its notices say only which account was paid. */
const opened = {
  confirm: null,
  notices: {
    read: ({ body }: RawNotice) => {
      const [key = '', accountNumber = ''] = body.toString().split(' ');
      const names = { accountNumber: null, accountName: null, bankCode: null, bankName: null };
      const credit = {
        ...{ key, accountNumber, sessionId: null, amountMinor: 100n, currency: 'NGN' },
        ...{ source: names, narration: 'a\u0000b', sentAt: null, feeMinor: null, vatMinor: null },
        ...{ settledMinor: null, endToEndId: null, uetr: null },
      };
      return { kind: 'CREDIT', credit };
    },
  },
} as unknown as OpenProvider;

let shop: Shop;
let reconciler: Reconciler;
beforeAll(async () => {
  shop = await Shop.open();
  const parts = reconcilerParts(shop, new Map([[provider, bank]]));
  reconciler = createReconciler({ ...parts, providers: new Map([[provider, opened]]) });
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

async function rows(sql: string): Promise<unknown[]> {
  return (await shop.pool.query<Record<string, unknown>>(sql)).rows;
}

describe('a bank without a statement', () => {
  it('sends again after a restore once it was asked about everything, late enough', async () => {
    const hold = `select outgoing_hold('${provider}') as hold`;
    await new PgRecoveryStore(shop.pool).begin('BY_HAND', 30, 0n);
    await reconciler.pullStatement(provider);
    expect(await rows(hold)).toEqual([{ hold: 'RECOVERY' }]);
    await shop.pool.query(`update recovery set read_from = now() - interval '1 second'`);
    await reconciler.pullStatement(provider);
    expect(await rows(hold)).toEqual([{ hold: null }]);
  });

  it('that answers nothing was not asked, so what it was asked about counts until it answers', async () => {
    const { pool } = shop;
    await pool.query(
      `insert into outward_transfer (session_id, provider, purpose, purpose_id, attempt, amount_minor, currency, status, sent_at)
         values ('silent', $1, 'REFUND', 'rfd_silent', 1, 70000, 'NGN', 'SUCCESSFUL', now() - interval '2 days')`,
      [provider],
    );
    const readAt = () => rows(`select read_at from statement_read where provider = '${provider}'`);
    const before = await readAt();
    expect(await reconciler.pullStatement(provider)).toMatchObject({ asked: 1, hasMore: false });
    expect(await readAt()).toEqual(before);
    outcome = 'SUCCESS';
    await reconciler.pullStatement(provider);
    expect(await readAt()).not.toEqual(before);
    await pool.query(`delete from outward_transfer where session_id = 'silent'`);
  });

  it('has the lines of its files acted on', async () => {
    const line = { row: 1, way: 'DEBIT', currency: 'NGN', sessionId: 'nobody-sent-it' } as const;
    const { pool } = shop;
    await new PgStatementFiles(pool).take({
      ...{ provider, account: '9900000001', by: operator() },
      lines: toStatementLines('9900000001', [
        {
          ...{ ...line, at: new Date(), amountMinor: 500n, narration: 'a debit' },
          ...{ accountNumber: null, balanceMinor: null },
        },
      ]),
    });
    expect(await reconciler.pullStatement(provider)).toMatchObject({
      findings: [{ kind: 'UNEXPLAINED_DEBIT', subject: 'nobody-sent-it', action: 'ATTENTION' }],
    });
    expect(await rows('select from statement_line_waiting')).toEqual([]);
    // The file says nothing of a balance.
    const balances = await rows('select balance_minor from statement_line');
    expect(balances).toEqual([{ balance_minor: null }]);
  });

  it('has each kept notice read again, whatever becomes of another', async () => {
    await shop.pool.query(
      `alter table inward_credit add constraint poisoned check (account_number <> '5029999990')`,
    );
    const notices = keptNoticesOf(shop.pool);
    for (const body of ['poisoned 5029999990', 'sound 5029999991']) {
      const reason = { reason: 'NOT_CONFIRMED', why: 'NO_ANSWER', arrived: true } as const;
      await notices.keep({
        provider,
        digest: Buffer.from(body),
        body: Buffer.from(body),
        ...reason,
      });
    }
    await reconciler.closeStatement(provider, 'a-run');
    await shop.pool.query('alter table inward_credit drop constraint poisoned');
    expect(await rows('select session_id, narration from inward_credit')).toEqual([
      { session_id: 'sound', narration: 'ab' },
    ]);
  });
});
