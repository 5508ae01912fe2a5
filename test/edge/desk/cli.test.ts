import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskWorld, type DeskClient } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { manilla } from '../../support/manilla-cli.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  world = await DeskWorld.edge();
});
afterAll(() => world?.stop());

const as = (operator: DeskClient, ...args: string[]) =>
  manilla(args, {
    MANILLA_OPERATOR_TOKEN: operator.token,
    MANILLA_DESK_URL: world.desk.baseUrl,
  });
const because = ['--reason', 'the payer sent the receipt'];

async function held() {
  // By its prefix it could be the merchant's.
  const creditId = await world.strayCredit(undefined, undefined, world.api.prefix);
  return { creditId, number: await world.caseOf(creditId) };
}

// Each command is a program.
describe('npx manilla', { timeout: 120_000 }, () => {
  it('lists, shows and decides, within 80 columns', async () => {
    const { number, creditId } = await held();
    const listed = await as(world.ada, 'cases', 'tunde', '--sort', 'newest');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(new RegExp(`${number} +CREDIT +₦7,700\\.00 +\\d+ s +- +HELD`));
    const shown = await as(world.ada, 'case', number);
    expect(shown.stdout).toContain('₦7,700.00 from TUNDE BAKARE');
    expect(shown.stdout).toMatch(/^return +Send ₦7,700\.00 back to TUNDE BAKARE/m);
    for (const line of `${listed.stdout}\n${shown.stdout}`.split('\n')) {
      // An address cannot be folded.
      if (!/https?:\/\/|^Workflow/.test(line)) expect(line.length, line).toBeLessThanOrEqual(80);
    }
    const whole = await as(world.ada, 'case', number, '--json');
    expect(JSON.parse(whole.stdout)).toMatchObject({ caseNumber: Number(number), kind: 'CREDIT' });
    const decided = await as(world.ada, 'decide', number, 'return', ...because);
    expect(decided).toMatchObject({ code: 0, stdout: 'Decided: return.\n' });
    await expect
      .poll(async () => {
        const [row] = await world.api.query<{ resolution: string }>(
          'select resolution from inward_credit where credit_id = $1',
          [creditId],
        );
        return row?.resolution;
      })
      .toBe('RETURNED');
    const { data } = await world.ada.get(`/cases/${number}`);
    const [event] = data.history.filter(({ type }: { type: string }) => type === 'DECIDED');
    expect(event).toMatchObject({ operator: 'Ada', door: 'API' });
  });

  it('proposes, confirms and withdraws; notes and assigns', async () => {
    const { number } = await held();
    const proposed = await as(world.ada, 'decide', number, 'accept', ...because);
    expect(proposed.stdout).toBe('Proposed: accept. It waits for a second operator.\n');
    const shown = await as(world.bola, 'case', number);
    expect(shown.stdout).toContain('Ada proposes accept');
    const [, hash = ''] = /--shown ([0-9a-f]{32})/.exec(shown.stdout) ?? [];
    const own = await as(world.ada, 'confirm', number, '--shown', hash);
    expect(own).toMatchObject({ code: 1, stdout: '' });
    expect(own.stderr).toContain('SECOND_OPERATOR_NEEDED');
    expect(await as(world.bola, 'withdraw', number, ...because)).toMatchObject({ code: 0 });
    expect(await as(world.bola, 'confirm', number, '--shown', hash)).toMatchObject({ code: 1 });
    expect(await as(world.bola, 'confirm', number)).toMatchObject({ code: 2 });
    expect(await as(world.ada, 'note', number, 'asked', 'the', 'bank')).toMatchObject({ code: 0 });
    expect(await as(world.ada, 'assign', number, 'Bola')).toMatchObject({ code: 0 });
    const ofBola = await as(world.bola, 'cases', '--assignee', 'Bola', '--json');
    expect(JSON.parse(ofBola.stdout).items.at(-1).caseNumber).toBe(Number(number));
    expect(await as(world.ada, 'assign', number, '--nobody')).toMatchObject({ code: 0 });
    expect((await as(world.ada, 'case', number)).stdout).toContain('asked the bank');
  });

  it('does not give a merchant money for a number that is no merchant’s', async () => {
    const number = await world.caseOf(await world.strayCredit());
    const refused = await as(world.ada, 'decide', number, 'accept', ...because);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('decide return, keep, retry');
    expect((await as(world.ada, 'case', number)).stdout).toContain('belongs to no shop');
    expect(await as(world.ada, 'decide', number, 'return', ...because)).toMatchObject({ code: 0 });
  });

  it('proposes, shows, lists, posts and withdraws journals', async () => {
    await world.api.paid();
    const legs = ['--leg', '5300:-:NGN=300050', '--leg', '1100:simulator:NGN=-300050'];
    const proposed = await as(world.ada, 'journals', 'propose', ...legs, ...because);
    expect(proposed.stdout).toMatch(/^Proposed: jnp_\w+\. It waits for a second operator\.\n$/);
    const [id = ''] = /jnp_\w+/.exec(proposed.stdout) ?? [];
    const shown = await as(world.bola, 'journals', 'show', id);
    expect(shown.stdout).toContain('PROPOSED, by Ada');
    expect(shown.stdout).toMatch(/^ +₦3,000\.50 +5300:-:NGN$/m);
    const [, hash = ''] = /--shown ([0-9a-f]{32})/.exec(shown.stdout) ?? [];
    const confirm = (who: DeskClient) => as(who, 'journals', 'confirm', id, '--shown', hash);
    expect((await confirm(world.ada)).stderr).toContain('SECOND_OPERATOR');
    const posted = await confirm(world.bola);
    const [journal = ''] = /\d+/.exec(posted.stdout) ?? [];
    expect(posted.stdout).toBe(`Posted as journal ${journal}.\n`);
    const back = await as(world.bola, 'journals', 'propose', '--reverse', journal, ...because);
    const [other = ''] = /jnp_\w+/.exec(back.stdout) ?? [];
    expect((await as(world.ada, 'journals', '--status', 'proposed')).stdout).toContain(other);
    expect(await as(world.ada, 'journals', 'withdraw', other)).toMatchObject({ code: 0 });
    const all = JSON.parse((await as(world.ada, 'journals', '--json')).stdout);
    expect(all.items[0]).toMatchObject({ proposalId: other, status: 'WITHDRAWN' });
    expect(all.items[1]).toMatchObject({ proposalId: id, status: 'POSTED', partner: 'Bola' });
  });

  it.each([
    [['journals', 'propose', ...because], 'Name a journal'],
    [['journals', 'propose', '--leg', '5300:-:NGN=1.5', ...because], 'no whole number'],
    [['journals', 'propose', '--reverse', '1', '--leg', 'a=1', ...because], 'Name a journal'],
    [['journals', 'show', 'x'], 'no id of a proposed journal'],
  ])('%j is written wrongly', async (args, told) => {
    const { code, stderr } = await as(world.ada, ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(told) });
  });

  it('decides many, and says of each what became of it', async () => {
    const [one, two] = [await held(), await held()];
    const done = await as(world.ada, 'decide', one.number, two.number, 'return', ...because);
    expect(done.stdout.match(/DECIDED/g)).toHaveLength(2);
    const again = await as(world.ada, 'decide', one.number, two.number, 'return', ...because);
    expect(again.code).toBe(1);
    expect(again.stderr.match(/REFUSED/g)).toHaveLength(2);
  });

  it.each([
    [['decide', '1', 'accept'], '--reason is missing'],
    [['decide', 'x', 'accept', ...because], '"x" is no number of a case'],
    [['case'], 'manilla case NUMBER'],
    [['assign', '1'], 'Name an operator'],
    [['cases', '--colour', 'red'], "Unknown option '--colour'"],
  ])('%j is written wrongly: exit code 2', async (args, sentence) => {
    const { code, stderr } = await as(world.ada, ...args);
    expect({ code, says: stderr.includes(sentence) }, stderr).toEqual({ code: 2, says: true });
  });

  it('says what is refused, by whom, and where nobody answers: exit code 1', async () => {
    const nothing = await as(world.ada, 'cases', '--kind', 'nonsense');
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toContain('kind must be one of');
    const unknown = { MANILLA_OPERATOR_TOKEN: 'mop_x', MANILLA_DESK_URL: world.desk.baseUrl };
    expect((await manilla(['cases'], unknown)).stderr).toContain('TOKEN_INVALID');
    const away = { MANILLA_OPERATOR_TOKEN: 'mop_x', MANILLA_DESK_URL: 'http://127.0.0.1:1' };
    expect(await manilla(['cases'], away)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not answer'),
    });
    const nobody = await manilla(['cases'], {});
    expect(nobody.stderr).toContain('MANILLA_OPERATOR_TOKEN');
  });
});
