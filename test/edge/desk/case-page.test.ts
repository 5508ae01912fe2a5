import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskWorld } from '../../support/desk-world.js';
import { DeskVisitor, hiddenIn } from '../../support/desk-visitor.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
let bola: DeskVisitor;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
  bola = new DeskVisitor(world.desk.baseUrl, world.bola);
});
afterAll(() => world?.stop());

const reason = 'The payer sent the receipt.';
const toTunde = /Send ₦7,700\.00 back to TUNDE BAKARE, .+? 0123454455/;

async function held() {
  const creditId = await world.strayCredit(undefined, undefined, world.api.prefix);
  return { creditId, path: `/desk/cases/${await world.caseOf(creditId)}` };
}

const resolutionOf = async (creditId: string) => {
  const [row] = await world.api.query<{ resolution: string | null }>(
    'select resolution from inward_credit where credit_id = $1',
    [creditId],
  );
  return row?.resolution;
};

describe('a decision that sends money', () => {
  it('is a sentence with amount, name, bank and account, and asks again before it is carried out', async () => {
    const { creditId, path } = await held();
    const { html } = await ada.see(path);
    const button = /<button[^>]*value="return"[^>]*>([^<]*)</.exec(html);
    expect(button?.[0]).toContain('class="danger"');
    expect(button?.[1]).toMatch(toTunde);
    const asked = await ada.send(`${path}/decide`, { decision: 'return', reason });
    expect(asked.status).toBe(200);
    expect(asked.text).toMatch(new RegExp(`${toTunde.source}\\? `));
    expect(await resolutionOf(creditId)).toBeNull();
    const sure = { decision: 'return', reason, sure: hiddenIn(asked.html, 'sure') };
    const done = await ada.send(`${path}/decide`, sure);
    expect([done.status, done.location]).toEqual([303, `${path}?done=decided`]);
    expect(await resolutionOf(creditId)).toBe('RETURNED');
  });

  it('is asked about once more when what it would do has changed meanwhile', async () => {
    const { creditId, path } = await held();
    const asked = await ada.send(`${path}/decide`, { decision: 'return', reason });
    const sure = hiddenIn(asked.html, 'sure').replace('7,700', '7,600');
    const again = await ada.send(`${path}/decide`, { decision: 'return', reason, sure });
    expect(again.text).toMatch(toTunde);
    expect([again.status, await resolutionOf(creditId)]).toEqual([200, null]);
  });

  it('needs no second question where a second operator answers it, who sees the same sentence', async () => {
    const { path } = await held();
    const sent = await ada.send(`${path}/decide`, { decision: 'accept', reason });
    expect(sent.location).toBe(`${path}?done=proposed`);
    const seen = await bola.see(path);
    expect(seen.text).toContain('Ada proposes Give ₦7,700.00 to SANDBOX SHOP');
    expect(seen.text).toContain('Confirm: Give ₦7,700.00 to SANDBOX SHOP');
  });

  it('about many cases repeats each of them and their sum first, and says afterwards what was decided', async () => {
    const [one, other] = [await held(), await held()];
    const ticked = [one, other].map(({ path }) => path.split('/').at(-1) ?? '');
    const fields = { case: ticked, decision: 'return', reason };
    const asked = await ada.send('/desk/cases/decide', fields);
    expect(asked.text).toContain('Send it back: 2 cases, ₦15,400.00?');
    expect(asked.text.match(new RegExp(toTunde, 'g'))).toHaveLength(2);
    expect(await resolutionOf(one.creditId)).toBeNull();
    const done = await ada.send('/desk/cases/decide', { ...fields, sure: 'yes' });
    expect(done.text.match(new RegExp(`${toTunde.source} Decided`, 'g'))).toHaveLength(2);
    expect(await resolutionOf(other.creditId)).toBe('RETURNED');
  });
});

describe('the page of a case', () => {
  it('has the facts before the decision, and no code of a program where support reads', async () => {
    const { path } = await held();
    const { text } = await ada.see(path);
    expect(text.indexOf('Money that came ₦7,700.00')).toBeGreaterThan(0);
    expect(text.indexOf('Money that came ₦7,700.00')).toBeLessThan(text.indexOf(' Decide '));
    expect(text).toContain('Money came for an account number of nobody');
    expect(text).toContain('it goes back by itself');
    expect(text).not.toMatch(/HELD|UNMATCHED|\bRail\b|Stands|suspense|\b2[0-9]00\b/);
  });

  it('tells of a finding the line of the bank’s statement', async () => {
    // Of a bank that nobody pays by: such a debit holds back what is on its way, as that of the tests before.
    await world.api.query(
      `insert into statement_line (provider, line_id, kind, session_id, amount_minor, balance_minor, booked_at, matched, narration, counterpart)
       values ('providus', 990001, 'DEBIT', 'S-990001', 345600, 900, now(), 'UNEXPLAINED_DEBIT', 'SUNDRY CHG 0011', '{"accountName": "BANK CHARGES"}')`,
    );
    await world.api.query(
      `select record_finding('UNEXPLAINED_DEBIT', 'S-990001', '{"provider": "providus", "lineId": 990001, "amountMinor": "345600"}', 'ATTENTION')`,
    );
    const number = await world.plant({
      ...{ kind: 'FINDING', subject: 'UNEXPLAINED_DEBIT:S-990001' },
      ...{ reason: 'FOUND: UNEXPLAINED_DEBIT', decisions: ['resolved', 'adjust'] },
    });
    const { text, html } = await ada.see(`/desk/cases/${number}`);
    expect(text).toContain('Money left our bank account and we do not know why');
    expect(text).toMatch(/Line 990001 Booked .+ Text SUNDRY CHG 0011 Other side BANK CHARGES/);
    expect(text).toContain('Book ₦3,456.00 as our loss');
    expect(html).toMatch(/class="danger"[^>]*>Close it, and let refunds and payouts/);
    await world.api.query(`update finding set action = 'RESOLVED' where subject = 'S-990001'`);
    await world.api.query(
      `update attention_case set status = 'CLOSED', closed_at = now() where case_number = $1`,
      [number],
    );
  });

  it('explains its words behind a question mark, and all of them on a page', async () => {
    const { path } = await held();
    const { html } = await ada.see(path);
    expect(html).toContain('<summary aria-label="What is “Session id”?">?</summary>');
    expect((await ada.see('/desk/words')).text).toContain('30 digits, the same at every bank');
  });
});
