import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeskWorld } from '../../support/desk-world.js';
import { manilla } from '../../support/manilla-cli.js';

/** A Manilla of its own: what is held here must not hold what others send. */
let world: DeskWorld;
beforeAll(async () => {
  world = await DeskWorld.start({});
});
afterAll(async () => {
  await world?.stop();
  await world?.api.stop();
});

const soon = { timeout: 60_000, interval: 100 };
const page = async (path: string): Promise<string> => {
  const headers = { cookie: world.ada.cookie };
  const reply = await fetch(`${world.desk.baseUrl}${path}`, { headers });
  return (await reply.text())
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
};
const cli = async (...words: string[]): Promise<string> => {
  const { stdout, stderr, code } = await manilla(words, {
    ...{ MANILLA_DESK_URL: world.desk.baseUrl, MANILLA_OPERATOR_TOKEN: world.ada.token },
  });
  if (code !== 0) throw new Error(stderr);
  return stdout;
};

/** A debit of our account that nobody can explain, and its case as a workflow opens it. */
async function unknownDebit(sessionId: string): Promise<string> {
  await world.api.query(`select record_finding('UNEXPLAINED_DEBIT', $1, $2, 'ATTENTION')`, [
    sessionId,
    JSON.stringify({ provider: 'simulator', lineId: '1', amountMinor: '345600' }),
  ]);
  return world.plant({
    ...{ kind: 'FINDING', subject: `UNEXPLAINED_DEBIT:${sessionId}` },
    ...{ reason: 'FOUND: UNEXPLAINED_DEBIT', decisions: ['adjust', 'resolved'] },
  });
}

it('what stops all money is seen by all, and what waits for it is not called returned before it has left', async () => {
  const held = await unknownDebit('000013-nobody-knows-it');
  const creditId = await world.strayCredit();
  const number = await world.caseOf(creditId);
  await world.ada.post(`/cases/${number}/decisions`, { decision: 'return', reason: 'not ours' });
  const band = `Nothing is being sent through .+ since [\\d :-]{16} \\(case ${held}\\).* 1 refund \\(₦7,700\\.00\\) waits\\.`;
  await expect.poll(() => page('/desk'), soon).toMatch(new RegExp(band));
  for (const path of ['/desk/you', '/desk/journals', '/desk/people', '/desk/cases/999999']) {
    expect(await page(path), path).toMatch(new RegExp(band));
  }
  expect(await page('/desk/cases')).toMatch(
    new RegExp(`Decide first: nothing is being sent .* ${held}: Money left our bank account`),
  );
  const waits = async () => (await world.ada.get(`/cases/${number}`)).data;
  expect(await waits()).toMatchObject({
    ...{ status: 'CLOSED', subjectState: 'RETURN_ORDERED' },
    ...{ hold: 'UNEXPLAINED_DEBIT', waitsForCase: Number(held) },
    sendings: [{ kind: 'REFUND', amount: 770_000, waitsForCase: Number(held), arrivedAt: null }],
  });
  const { sendings } = await waits();
  const casePage = await page(`/desk/cases/${number}`);
  expect(casePage).toContain(`Refund ${sendings[0].subject}, ₦7,700.00: ordered, not sent yet`);
  expect(casePage).toContain(`case ${held}`);
  expect(casePage).not.toContain('Carried out');
  expect((await world.ada.get('/cases?status=ALL&sort=NEWEST')).data.items).toContainEqual(
    expect.objectContaining({ caseNumber: Number(held), holdsSending: true }),
  );
  const { data } = await world.bola.get('/holds');
  expect(data.holds).toMatchObject([
    { hold: 'UNEXPLAINED_DEBIT', isOfBank: true, refunds: 1, payouts: 0, amount: 770_000 },
  ]);
  expect(data.waiting).toMatchObject([
    { kind: 'REFUND', subject: sendings[0].subject, caseNumber: Number(held) },
  ]);
  expect(await page('/desk/sending')).toMatch(
    new RegExp(`${sendings[0].subject}.*money that left, and nobody knows why, case ${held}`),
  );
  for (const words of [['holds'], ['cases'], ['case', number]]) {
    expect(await cli(...words), words.join(' ')).toMatch(new RegExp(`! ${band}`));
  }

  await world.api.query(`select clear_findings('{UNEXPLAINED_DEBIT}', $1)`, [
    ['000013-nobody-knows-it'],
  ]);
  expect(await page('/desk')).not.toContain('Nothing is being sent');
  await expect.poll(async () => (await waits()).subjectState, soon).toBe('RETURNED');
  expect((await waits()).sendings[0]).toMatchObject({
    ...{ status: 'SUCCESSFUL', hold: null, arrivedAt: expect.any(String) },
  });
  expect(await cli('holds')).toContain('Nothing is held.');
});
