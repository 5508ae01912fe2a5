import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BankRail,
  type StatementLine,
  UnreadableLineError,
} from '../../../../src/domain/bank-rail.port.js';
import { caseOfFinding, type FindingCase } from '../../../../src/domain/finding-kinds.js';
import { findingWorkflowId } from '../../../../src/domain/ids.js';
import {
  createReconciler,
  type ReconcilerParts,
} from '../../../../src/upkeep/reconciliation/create-reconciler.js';
import type { Reconciler } from '../../../../src/upkeep/reconciliation/reconciler.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { toStatementLines } from '../../../../src/upkeep/statements/statement-file.js';
import { PgStatementFiles } from '../../../../src/upkeep/statements/statement-file.store.js';
import { operator } from '../../../support/actors.js';
import { reconcilerParts } from '../../../support/reconciler-parts.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let reconciler: Reconciler;
let parts: ReconcilerParts;

/** The whole statement of the bank. */
const lines: StatementLine[] = [];
/** Refunds whose workflow cannot be started, and those that were. */
const unstartable = new Set<string>();
const started: string[] = [];
const casesOpened: string[] = [];

/** As the workflow of the findings does. */
async function openCase(of: FindingCase): Promise<void> {
  casesOpened.push(of.kind);
  const { kind, subject } = caseOfFinding(of);
  const about = { kind, subject, workflowId: findingWorkflowId(of), update: 'resolve' };
  const opening = { ...about, reason: `FOUND: ${of.kind}`, decisions: ['resolved'], page: {} };
  await shop.pool.query('select open_case($1)', [opening]);
}

/** Lines whose text the adapter cannot read, and those of them whose number it cannot read either. */
const unreadable = new Set<bigint>();
const unnumbered = new Set<bigint>();

const bank = {
  statement: (after: bigint, limit: number) => {
    const rest = lines.filter(({ lineId }) => lineId > after);
    const page = rest.slice(0, limit);
    const unread = page
      .filter(({ lineId }) => unreadable.has(lineId))
      .map(({ lineId }) => ({
        lineId: unnumbered.has(lineId) ? null : lineId,
        raw: `{"number":${lineId},"narration":"\\u0000"}`,
      }));
    return Promise.resolve({
      lines: page.filter(({ lineId }) => !unreadable.has(lineId)),
      unread,
      hasMore: rest.length > limit,
    });
  },
  capabilities: { statement: 'LINES' },
  readLine: (raw: string) => {
    const { number } = JSON.parse(raw) as { number: number };
    const line = lines[number - 1];
    if (line === undefined || unreadable.has(line.lineId)) throw new UnreadableLineError(['kind']);
    return line;
  },
} as unknown as BankRail;
const teller = {
  start: (id: string) => {
    started.push(id);
    return unstartable.has(id) ? Promise.reject(new Error('not this one')) : Promise.resolve();
  },
  bankReported: () => Promise.resolve(),
  tellOfAccount: (id: string) => teller.start(id),
};

beforeAll(async () => {
  shop = await Shop.open(4);
  parts = {
    ...reconcilerParts(shop, new Map([['sandbox', bank]])),
    notifiers: { refunds: teller, payouts: teller },
    cases: { openCase },
  };
  reconciler = createReconciler(parts);
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

function book(
  kind: StatementLine['kind'],
  amountMinor: bigint,
  sessionId: string | null = null,
  accountNumber: string | null = '5019999990',
) {
  const lineId = BigInt(lines.length + 1);
  lines.push({
    ...{ lineId, kind, sessionId, amountMinor, currency: 'NGN', at: new Date() },
    ...{ accountNumber, narration: null, balanceMinor: 0n },
    counterpart: { accountNumber: null, accountName: null, bankCode: null, bankName: null },
  });
  return lineId;
}

async function actionOf(kind: string, subject: string): Promise<string | undefined> {
  const { rows } = await shop.pool.query<{ action: string }>(
    'select action from finding where kind = $1 and subject = $2',
    [kind, subject],
  );
  return rows[0]?.action;
}

async function imported(): Promise<string[]> {
  const { rows } = await shop.pool.query<{ line_id: bigint }>(
    'select line_id from statement_line order by line_id',
  );
  return rows.map(({ line_id: id }) => String(id));
}

const disputes = async () =>
  (
    await shop.pool.query<{ status: string; amount_minor: bigint }>(
      'select status, amount_minor from dispute',
    )
  ).rows;

const nextTry = () => shop.pool.query('update statement_line_waiting set due_at = now()');

describe('a line of the statement that cannot be imported', () => {
  it('is set aside as a case, stops no other, and is imported when it can be', async () => {
    await shop.pool.query(
      'alter table inward_credit add constraint poisoned check (amount_minor <> 666)',
    );
    book('CHARGE', 100n);
    const lineId = book('CREDIT', 666n, 'poisoned');
    book('CREDIT', 700n, 'sound');
    book('CHARGE', 200n);
    const subject = `sandbox/${lineId}`;
    expect(await reconciler.pullStatement('sandbox')).toMatchObject({
      ...{ lines: 4, hasMore: false },
      findings: [{ kind: 'MISSED_CREDIT', subject: 'sound' }],
    });
    expect(await imported()).toEqual(['1', '3', '4']);
    expect(await actionOf('STATEMENT_LINE_ASIDE', subject)).toBe('ATTENTION');
    // It is not tried all the time, and the bank is not asked for it again.
    expect(await reconciler.pullStatement('sandbox')).toEqual({
      ...{ lines: 0, hasMore: false, findings: [] },
    });
    await nextTry();
    await reconciler.pullStatement('sandbox');
    expect(await imported()).toEqual(['1', '3', '4']);
    await shop.pool.query('alter table inward_credit drop constraint poisoned');
    await nextTry();
    expect(await reconciler.pullStatement('sandbox')).toMatchObject({
      findings: [{ kind: 'MISSED_CREDIT', subject: 'poisoned' }],
    });
    expect(await imported()).toEqual(['1', '2', '3', '4']);
    expect(await actionOf('STATEMENT_LINE_ASIDE', subject)).toBe('RESOLVED');
    expect(await shop.balanceOf('5100:sandbox:NGN')).toBe(300n);
  });

  it('is found again by the recall that comes after it', async () => {
    await shop.pool.query(
      'alter table inward_credit add constraint poisoned check (amount_minor <> 668)',
    );
    book('CREDIT', 668n, 'recalled');
    const recall = book('CREDIT_RECALLED', 668n, 'recalled');
    await reconciler.pullStatement('sandbox');
    expect(await disputes()).toEqual([]);
    expect(await actionOf('UNEXPLAINED_CREDIT_RECALLED', `sandbox/${recall}`)).toBe('ATTENTION');
    await shop.pool.query('alter table inward_credit drop constraint poisoned');
    await nextTry();
    await reconciler.pullStatement('sandbox');
    expect(await disputes()).toEqual([{ status: 'LOST', amount_minor: 668n }]);
    expect(await actionOf('UNEXPLAINED_CREDIT_RECALLED', `sandbox/${recall}`)).toBe('RESOLVED');
  });

  it('is found among lines that are imported all at once', async () => {
    await shop.pool.query(
      'alter table statement_line add constraint poisoned check (amount_minor <> 667)',
    );
    const before = lines.length;
    for (let n = 0; n < 600; n += 1) book('CHARGE', n === 250 ? 667n : 1n);
    expect(await reconciler.pullStatement('sandbox')).toMatchObject({ lines: 600, findings: [] });
    expect(await imported()).toHaveLength(before + 599);
    const subject = `sandbox/${before + 251}`;
    expect(await actionOf('STATEMENT_LINE_ASIDE', subject)).toBe('ATTENTION');
    await shop.pool.query('alter table statement_line drop constraint poisoned');
    await nextTry();
    await reconciler.pullStatement('sandbox');
    expect(await imported()).toHaveLength(before + 600);
    expect(await actionOf('STATEMENT_LINE_ASIDE', subject)).toBe('RESOLVED');
    expect(await shop.balanceOf('5100:sandbox:NGN')).toBe(300n + 599n + 667n);
  });
});

describe('a line of the statement that nothing explains yet', () => {
  it('waits for a person, and is explained by the acquirer’s notice that comes after it', async () => {
    const lineId = book('CREDIT', 9_000n, 'paid-by-the-acquirer', null);
    const subject = `sandbox/${lineId}`;
    expect(await reconciler.pullStatement('sandbox')).toMatchObject({
      findings: [{ kind: 'UNEXPLAINED_CREDIT', subject, action: 'ATTENTION' }],
    });
    const event = {
      provider: 'cards',
      eventId: 'paid-by-the-acquirer',
      kind: 'SETTLEMENT',
    } as const;
    await new PgRailEventStore(shop.pool).receive({
      ...{
        ...event,
        subject: 'batch-1',
        reference: 'batch-1',
        amountMinor: 9_100n,
        feeMinor: 100n,
      },
    });
    expect(await reconciler.pullStatement('sandbox')).toMatchObject({ findings: [] });
    expect(await actionOf('UNEXPLAINED_CREDIT', subject)).toBe('RESOLVED');
    expect(await imported()).toContain(String(lineId));
  });

  it.each([null, 'never-came'])('waits for a person when it recalls the credit %s', async (id) => {
    const subject = `sandbox/${book('CREDIT_RECALLED', 50n, id)}`;
    await reconciler.pullStatement('sandbox');
    await reconciler.pullStatement('sandbox');
    expect(await actionOf('UNEXPLAINED_CREDIT_RECALLED', subject)).toBe('ATTENTION');
    const { rows } = await shop.pool.query(
      `select difference_of(f)::int as difference, is_unadjusted(f) from finding f where subject = $1`,
      [subject],
    );
    expect(rows).toEqual([{ difference: -50, is_unadjusted: true }]);
  });

  it('and has no session id is a finding of its own', async () => {
    const [first, second] = [book('DEBIT', 70n), book('DEBIT', 80n)];
    await reconciler.pullStatement('sandbox');
    expect(await actionOf('UNEXPLAINED_DEBIT', `sandbox/${first}`)).toBe('ATTENTION');
    expect(await actionOf('UNEXPLAINED_DEBIT', `sandbox/${second}`)).toBe('ATTENTION');
  });
});

describe('a file of a bank whose lines are fetched', () => {
  it('does not end the fetching, and its last line may have the bank’s last balance', async () => {
    const day = { row: 1, way: 'CREDIT', currency: 'NGN', sessionId: null, narration: '' } as const;
    const fileLines = [100n, 200n, 300n, 400n].map((balanceMinor) => ({
      ...{ ...day, amountMinor: 100n, accountNumber: null, balanceMinor },
      at: new Date(Date.now() + 3_600_000),
    }));
    await reconciler.pullStatement('sandbox');
    await new PgStatementFiles(shop.pool).take({
      ...{ provider: 'sandbox', account: '9900000001', by: operator() },
      lines: toStatementLines('9900000001', fileLines),
    });
    const lineId = book('CHARGE', 40n);
    expect(await reconciler.pullStatement('sandbox')).toMatchObject({ lines: 1 });
    expect(await imported()).toContain(String(lineId));
    const { rows } = await shop.pool.query(`select balance_minor from last_line_of('sandbox')`);
    expect(rows).toEqual([{ balance_minor: 400n }]);
  });
});

describe('a line of the statement that cannot be read', () => {
  it.each(['with a number', 'without one'])(
    '%s is kept as it came, and stops no other',
    async (which) => {
      const { length: before } = await imported();
      book('CHARGE', 10n);
      const lineId = book('CREDIT', 900n, `strange ${which}`);
      unreadable.add(lineId);
      if (which === 'without one') unnumbered.add(lineId);
      book('CHARGE', 20n);
      expect(await reconciler.pullStatement('sandbox')).toMatchObject({ lines: 3, findings: [] });
      expect(await imported()).toHaveLength(before + 2);
      const { rows } = await shop.pool.query<{ subject: string; error: string; raw: string }>(
        `select f.subject, f.detail ->> 'error' as error, w.line ->> 'raw' as raw
         from finding f join statement_line_waiting w on f.subject = w.provider || '/' || w.line_id
        where f.kind = 'STATEMENT_LINE_ASIDE' and f.action = 'ATTENTION'`,
      );
      const raw = expect.stringContaining(`{"number":${lineId},`);
      expect(rows).toEqual([
        { subject: expect.any(String), error: 'UnreadableLineError kind', raw },
      ]);
      const { subject } = rows[0] ?? { subject: '' };
      if (which === 'with a number') expect(subject).toBe(`sandbox/${lineId}`);
      // A later version of the adapter can read it.
      unreadable.delete(lineId);
      await nextTry();
      expect(await reconciler.pullStatement('sandbox')).toMatchObject({
        findings: [{ kind: 'MISSED_CREDIT', subject: `strange ${which}` }],
      });
      expect(await imported()).toHaveLength(before + 3);
      expect(await actionOf('STATEMENT_LINE_ASIDE', subject)).toBe('RESOLVED');
      const { rows: waiting } = await shop.pool.query('select from statement_line_waiting');
      expect(waiting).toEqual([]);
    },
  );

  it('may hold what no text of the database can', async () => {
    const { length: before } = await imported();
    book('CHARGE', 30n);
    Object.assign(lines.at(-1) ?? {}, { narration: 'one\u0000two\ud800' });
    await reconciler.pullStatement('sandbox');
    expect(await imported()).toHaveLength(before + 1);
  });

  it('does not have the same page asked for again and again', async () => {
    const given = { lines: [], unread: [{ lineId: null, raw: '?' }], hasMore: true };
    const stuck = createReconciler({
      ...parts,
      banks: new Map([
        [
          'stuck',
          {
            capabilities: bank.capabilities,
            statement: () => Promise.resolve(given),
          } as unknown as BankRail,
        ],
      ]),
    });
    await expect(stuck.pullStatement('stuck')).rejects.toThrow('does not go on');
  });
});

describe('a sweep', () => {
  /** A refund that should long have moved. */
  async function stalledRefund(): Promise<string> {
    const { creditId } = await shop.pay('5019999991', 300_000n);
    await shop.heldCredits.resolveCredit({
      creditId,
      ruling: { by: 'OPERATOR', decision: 'return' },
    });
    const refundId = (await shop.refundsOf(creditId))[0]?.refundId ?? '';
    await shop.pool.query(
      `update refund set updated_at = now() - interval '2 hours' where refund_id = $1`,
      [refundId],
    );
    return refundId;
  }

  it('goes on when one thing that it finds, or one search, fails', async () => {
    const [first, second] = [await stalledRefund(), await stalledRefund()];
    unstartable.add(first);
    await shop.pool.query('alter function find_stalled_payouts rename to gone');
    const found = await reconciler.sweep();
    await shop.pool.query('alter function gone rename to find_stalled_payouts');
    expect(found.map(({ subject }) => subject)).toEqual(expect.arrayContaining([first, second]));
    expect(started).toEqual(expect.arrayContaining([first, second]));
    expect(await actionOf('SWEEP_FAILED', `REFUND_STALLED ${first}`)).toBe('ATTENTION');
    expect(await actionOf('SWEEP_FAILED', 'find_stalled_payouts')).toBe('ATTENTION');
    expect(casesOpened).toContain('SWEEP_FAILED');
  });

  it('tells a case to look again when what it shows is right by itself', async () => {
    unstartable.clear();
    casesOpened.length = 0;
    await shop.pool.query(
      `update finding set last_at = now() - interval '21 minutes' where kind = 'SWEEP_FAILED'`,
    );
    await reconciler.sweep();
    expect(await actionOf('SWEEP_FAILED', 'find_stalled_payouts')).toBe('RESOLVED');
    expect(casesOpened).toEqual(['SWEEP_FAILED']);
    await reconciler.sweep();
    expect(casesOpened).toEqual(['SWEEP_FAILED']);
  });

  it('frees all numbers whose quarantine is over', async () => {
    const { checkout } = await shop.order();
    await shop.pool.query(
      `insert into virtual_account (virtual_account_id, account_number, generation, prefix, checkout_id, merchant_id, account_name,
                                    amount_minor, validity_minutes, status, type, created_at, expires_at)
         select 'va_old' || n, '502' || lpad(n::text, 7, '0'), 0, '502', $1, $2, 'SHOP', 1, 30, 'CLOSED', 'DYNAMIC',
                now() - interval '5 days', now() - interval '4 days' from generate_series(1, 2500) n`,
      [checkout.checkoutId, shop.merchantId],
    );
    await reconciler.sweep();
    const { rows } = await shop.pool.query<{ free: number }>(
      'select count(*)::int as free from free_number where taken_at is null',
    );
    expect(rows).toEqual([{ free: 2_500 }]);
  });
});
