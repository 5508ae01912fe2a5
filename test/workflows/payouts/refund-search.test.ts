import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { resolveRefund } from '../../../workflows/messages.js';
import type { ReconciliationResult } from '../../../workflows/upkeep/reconciliation.workflow.js';
import { assertBooks } from '../../support/books.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { currentDetails } from '../../support/history.js';
import { payer, RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';

const minuteMs = 60_000;
let rails: RailWorld;
beforeAll(async () => void (rails = await RailWorld.start({ plain: true })));
afterAll(() => rails[Symbol.asyncDispose]());
afterEach(async () => {
  await rails.bank.behaveWell();
  await assertBooks(rails.world.database);
});

const ahead = (refundId: string, minutes: number) =>
  fastForward(rails.world.client, refundWorkflowId(refundId), minutes * minuteMs);

describe('a refund of which nobody knows for an hour', () => {
  /** The bank does not answer, whatever it has done with the money. */
  async function lost(done: boolean): Promise<string> {
    const source = { ...payer, accountNumber: done ? '1000000001' : '1000000002' };
    const account = source.accountNumber;
    await rails.bank.misbehave({ on: 'transfer', account, times: 1, answer: '09', done });
    await rails.bank.misbehave({ on: 'query', answer: '09' });
    const refundId = await rails.requestRefund(500_000n, source);
    await rails.world.refundGateway.start(refundId);
    await rails.untilRefund(refundId, 'UNKNOWN');
    await ahead(refundId, 30);
    const { typedSearchAttributes } = await rails.refund(refundId).describe();
    expect(typedSearchAttributes.getAll().map(({ key }) => key.name)).not.toContain(
      'CheckoutPhase',
    );
    await ahead(refundId, 40);
    expect(await rails.untilWaiting(refundWorkflowId(refundId))).toBe('UNKNOWN: NO_ANSWER');
    return refundId;
  }

  const telephoned = (refundId: string, decision: 'sent' | 'not_sent', partner?: string) =>
    rails.refund(refundId).executeUpdate(resolveRefund, {
      args: [{ decision, operator: 'ngozi', reason: 'by telephone', ...(partner && { partner }) }],
    });

  test('is a case, and takes two operators', async () => {
    const refundId = await lost(true);
    expect(await currentDetails(rails.refund(refundId))).toMatch(
      /nobody knows what became of a refund[^]*`not_sent` \(The bank says: not sent, two operators\)[^]*Asked/,
    );
    await expect(telephoned(refundId, 'sent')).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/partner/) },
    });
    await telephoned(refundId, 'sent', 'bola');
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await rails.sendings(refundId)).toMatchObject([{ status: 'SUCCESSFUL' }]);
    await keepGoldenHistory(rails.refund(refundId), 'refundWorkflow', 'said-to-be-sent');
  });

  test('is sent again under another id when the bank says that nothing moved', async () => {
    const refundId = await lost(false);
    await rails.bank.behaveWell();
    await telephoned(refundId, 'not_sent', 'bola');
    await ahead(refundId, 2);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await rails.sendings(refundId)).toMatchObject([
      { status: 'FAILED' },
      { status: 'SUCCESSFUL' },
    ]);
    await keepGoldenHistory(rails.refund(refundId), 'refundWorkflow', 'said-not-to-be-sent');
  });

  test('is no case any more as soon as the bank answers', async () => {
    const refundId = await lost(true);
    await rails.bank.behaveWell();
    await ahead(refundId, 6);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    const { rows } = await rails.world.pool.query(
      `select c.status, e.type from attention_case c join case_event e using (case_number)
        where c.subject = $1 order by e.event_id`,
      [refundId],
    );
    expect(rows).toEqual([
      { status: 'CLOSED', type: 'OPENED' },
      { status: 'CLOSED', type: 'HEALED' },
    ]);
  });
});

describe('a refund that the statement shows while nobody knows what became of it', () => {
  async function shownWhileUnknown(account: string) {
    await reconcile();
    await rails.bank.misbehave({ on: 'transfer', account, times: 1, answer: '96', done: true });
    await rails.bank.misbehave({ on: 'query', account, answer: '09' });
    const refundId = await rails.requestRefund(500_000n, { ...payer, accountNumber: account });
    await rails.world.refundGateway.start(refundId);
    await rails.untilRefund(refundId, 'UNKNOWN');
    const [sending] = await rails.sendings(refundId);
    return { refundId, sessionId: sending?.session_id ?? '' };
  }
  const reconcile = async () => {
    const given = [{ provider: 'simulator' }];
    const result = (await rails.runs('reconciliationWorkflow', given)) as ReconciliationResult;
    return result.findings.map(({ kind }) => kind);
  };

  test('stops it from being sent again when the bank refuses it afterwards', async () => {
    const account = '2000000005';
    const { refundId, sessionId } = await shownWhileUnknown(account);
    expect(await reconcile()).toEqual(['FATE_DIFFERS']);
    await rails.bank.behave({ rules: [{ on: 'query', account, answer: '05' }] });
    await ahead(refundId, 10);
    expect(await rails.untilWaiting(refundWorkflowId(refundId))).toBe(`DEBITED: ${sessionId}`);
    const given = { decision: 'keep', operator: 'ngozi', reason: 'it has arrived' } as const;
    await rails.refund(refundId).executeUpdate(resolveRefund, { args: [given] });
    expect(await rails.refund(refundId).result()).toEqual({ status: 'FAILED' });
    expect(await rails.sendings(refundId)).toHaveLength(1);
  });

  test('and that came back needs another account once it is known to have left', async () => {
    const { refundId, sessionId } = await shownWhileUnknown('2000000004');
    await rails.bank.returnTransfer(sessionId);
    await reconcile();
    await rails.bank.behaveWell();
    await ahead(refundId, 5);
    expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await reconcile()).toContain('TRANSFER_RETURNED');
    expect(await rails.refundStatus(refundId)).toBe('NEEDS_ACCOUNT');
  });
});
