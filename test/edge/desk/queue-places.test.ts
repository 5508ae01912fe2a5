import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
beforeAll(async () => {
  // The whole queue is counted here: no other file may leave a case in it.
  world = await DeskWorld.edge({});
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
});
afterAll(async () => {
  await world?.stop();
  await world?.api.stop();
});

let planted = 0;
const plant = (cause: string, subject = `X-${(planted += 1)}`): Promise<string> =>
  world.plant({
    ...{ kind: 'FINDING', subject: `${cause}:${subject}` },
    ...{ reason: `FOUND: ${cause}`, decisions: ['resolved'] },
  });

/** Money that left a bank's account, and nobody knows why: nothing is sent through that bank while its case is open. */
async function plantDebit(provider = 'simulator'): Promise<string> {
  const session = `S-${(planted += 1)}`;
  await world.api.query(
    `select record_finding('UNEXPLAINED_DEBIT', $1, jsonb_build_object('provider', $2::text, 'amountMinor', '345600'), 'ATTENTION')`,
    [session, provider],
  );
  return plant('UNEXPLAINED_DEBIT', session);
}

interface Places {
  /** Of each row, wherever it stands. */
  readonly rows: string[];
  /** How many cases the rows of causes stand for. */
  readonly inCauses: number;
  /** What the page says that there is. */
  readonly shown: number;
  readonly html: string;
}

/** Where cases stand on all pages of a list; the band above every page is no place of the queue. */
async function placesOf(path: string): Promise<Places> {
  const rows: string[] = [];
  let inCauses = 0;
  let shown = 0;
  let first = '';
  for (let next: string | undefined = path; next !== undefined;) {
    const { html } = await ada.see(next);
    const main = /<main>(.*)<\/main>/s.exec(html)?.[1] ?? '';
    if (first === '') first = main;
    rows.push(
      ...[...main.matchAll(/<a href="\/desk\/cases\/(\d+)"/g)].map(([, found = '']) => found),
    );
    for (const [, count] of main.matchAll(/<tr><td class="number">(\d+)<\/td>/g)) {
      inCauses += Number(count);
    }
    shown = Number(/>All (\d+)</.exec(main)?.[1]);
    next = /<a href="([^"]+)">Next page</.exec(main)?.[1]?.replaceAll('&amp;', '&');
  }
  return { rows: rows.toSorted(), inCauses, shown, html: first };
}

describe('a case', () => {
  it('that holds a bank stands first, and nowhere else', async () => {
    const [debit, other] = [await plantDebit(), await plant('SOMETHING')];
    const { rows, shown, html } = await placesOf('/desk/cases');
    expect({ rows, shown }).toEqual({ rows: [debit, other].toSorted(), shown: 2 });
    expect(html.indexOf('Decide first')).toBeLessThan(html.indexOf(`/desk/cases/${debit}"`));
  });

  it('that is looked for is in the list, whatever it holds, and not above it besides', async () => {
    const [debit] = (await placesOf('/desk/cases')).rows;
    const found = await placesOf('/desk/cases?kind=FINDING&reason=FOUND%3A+UNEXPLAINED_DEBIT');
    expect(found.rows).toEqual([debit]);
    expect(found.html).not.toContain('Decide first');
    expect((await placesOf('/desk/cases?kind=PAYOUT')).rows).toEqual([]);
  });

  it('is on one page of a long list', async () => {
    for (let at = 0; at < 51; at += 1) await plant(`CAUSE_${at}`);
    const { rows, shown } = await placesOf('/desk/cases');
    expect([rows.length, new Set(rows).size, shown]).toEqual([53, 53, 53]);
  });

  it('is told by the row of its cause alone, where there are many; also of what holds a bank', async () => {
    for (let at = 0; at < 4; at += 1) await plantDebit();
    for (let at = 0; at < 5; at += 1) await plant('MANY');
    const two = await plantDebit('providus');
    const { rows, inCauses, shown, html } = await placesOf('/desk/cases');
    expect({ rows: rows.length, inCauses, shown }).toEqual({ rows: 53, inCauses: 10, shown: 63 });
    expect(rows).toContain(two);
    expect(html.match(/Money left our bank account/g)).toHaveLength(2);
    // The rows of causes lead to each of their cases.
    const links = [...html.matchAll(/<tr><td class="number">5<\/td><td><a href="([^"]+)"/g)];
    const behind = links.map(([, link = '']) => placesOf(link.replaceAll('&amp;', '&')));
    expect((await Promise.all(behind)).map((each) => each.rows.length)).toEqual([5, 5]);
  });

  it('that was put off and holds a bank now waits again, and is counted so', async () => {
    const debit = (await placesOf('/desk/cases?provider=providus')).rows[0] ?? '';
    await world.api.query(
      `update attention_case set snoozed_until = now() + interval '1 hour' where case_number = $1`,
      [debit],
    );
    const { rows, shown } = await placesOf('/desk/cases');
    expect([rows.includes(debit), shown]).toEqual([true, 63]);
    expect((await placesOf('/desk/cases?status=SNOOZED')).rows).toEqual([]);
    expect((await ada.see('/desk/counts')).html).toContain('"waiting":63');
  });

  it('of one bank is decided as that bank’s cases can be', async () => {
    const path = '/desk/cases?kind=FINDING&reason=FOUND%3A+UNEXPLAINED_DEBIT&provider=providus';
    await world.api.query(
      `update attention_case set decisions = '{adjust}' where provider = 'providus'`,
    );
    const { html } = await ada.see(path);
    expect(html).toContain('value="adjust"');
    expect(html).not.toContain('value="resolved"');
  });
});
