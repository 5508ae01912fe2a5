import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCrash, nameOfCrash } from '../../support/crash-points.js';
import {
  crashesAt,
  inPassers,
  type Passers,
  type PlannedCrash,
  type Ran,
  record,
  recordPassers,
  runCrashes,
} from './crash-run.js';
import { sceneNames, type SceneName } from './crash-scenes.js';
import { balanceAtBank, CrashWorld } from './crash-world.js';

/** `npm run soak -- --crash [--point TEXT]`: crashes whose names hold the text; without it a sample. */
const wanted = process.env['MANILLA_SOAK_CRASH'];

interface SampledCrash {
  readonly at: string;
  readonly scenes: readonly SceneName[];
  readonly inARow?: number;
}

/**
 * One of each kind: a program, what it was asking of whom, and the scenes in which it is to die. Each must be among the
 * points that were passed, so a name that has changed is noticed.
 */
const sample: readonly SampledCrash[] = [
  {
    at: 'api after pg:receive_credits',
    scenes: ['exact', 'overpaid', 'unmatched', 'late'],
  },
  { at: 'api after pg:request_refund', scenes: ['refund by the merchant'] },
  { at: 'api after temporal:UpdateWorkflowExecution(chargeCard)', scenes: ['card'] },
  {
    at: 'worker after pg:apply_credits',
    scenes: ['overpaid', 'part and top-up'],
  },
  {
    at: 'worker after pg:take_refund_step(SENT)',
    scenes: ['refund by the merchant', 'cancelled with a part'],
  },
  { at: 'worker before http:/bank/transfer', scenes: ['late'] },
  { at: 'worker after http:/bank/transfer', scenes: ['overpaid'] },
  { at: 'worker after temporal:StartWorkflowExecution(refundWorkflow)', scenes: ['unmatched'] },
  { at: 'worker after pg:take_payout_step(SENT)', scenes: ['paid out'], inARow: 2 },
  {
    at: 'worker before pg:take_payout_step(REFUSED)',
    scenes: ['paid out, when the account is refused first'],
  },
  {
    at: 'worker after pg:refill_payout_account',
    scenes: ['found on the statement', 'refund by the merchant'],
  },
];

let world: CrashWorld;
beforeAll(async () => {
  world = await CrashWorld.start();
}, 120_000);
afterAll(() => world?.[Symbol.asyncDispose]());

function chosenOf(all: readonly PlannedCrash[], passers: Passers): readonly PlannedCrash[] {
  if (wanted !== undefined) {
    const found = all.filter((crash) =>
      wanted.split('|').some((text) => nameOfCrash(crash).includes(text)),
    );
    // What was done and not answered is the harder half.
    found.sort((one, other) => one.side.localeCompare(other.side));
    return found.map((crash, n) => inPassers(passers, crash, n));
  }
  return sample.map(({ at, ...more }) => {
    const found = all.find((crash) => nameOfCrash(crash) === at);
    if (found === undefined) throw new Error(`nothing passes the point of "${at}"`);
    return { ...found, hit: 1, ...more };
  });
}

const atOnce = (crash: PlannedCrash): PlannedCrash => ({ ...crash, hit: 1 });

function tellOf(ran: readonly Ran[]): string {
  return ran
    .filter(({ differences }) => differences.length > 0)
    .map(({ crash, differences }) => [describeCrash(crash), ...differences].join('\n    '))
    .join('\n');
}

test(
  'a program that dies before or after a call leaves all as if it had not',
  async () => {
    const baseline = await record(world, sceneNames);
    const all = crashesAt(baseline.points);
    const passers = wanted === undefined ? new Map() : await recordPassers(world, sceneNames);
    const chosen = chosenOf(all, passers);
    const names = new Set(chosen.map(nameOfCrash));
    console.log(
      [
        `${baseline.points.length} points are passed; ${chosen.length} of ${all.length} crashes are tried (*):`,
        ...all.map((crash) => `${names.has(nameOfCrash(crash)) ? '*' : ' '} ${nameOfCrash(crash)}`),
      ].join('\n  '),
    );
    const say = (line: string): void => console.log(line);
    const first = await runCrashes(world, chosen, baseline, say);
    // What was passed often in the record may be passed once here: a bank's line is new only once.
    const again = chosen.filter((_, n) => first[n]?.hasDied === false);
    const ran = [
      ...first.filter(({ hasDied }) => hasDied),
      ...(await runCrashes(world, again.map(atOnce), baseline, say, 'AGAIN')),
    ];
    const same = ran.filter(({ hasDied, differences }) => hasDied && differences.length === 0);
    console.log(`${ran.length} crashes, ${same.length} of them without a difference`);
    expect(tellOf(ran)).toBe('');
    expect(await world.query('select claim, faults from books_proof where faults <> 0')).toEqual(
      [],
    );
    expect((await balanceAtBank(world)).differs).toBe(0);
    const missed = ran.filter(({ hasDied }) => !hasDied).map(({ crash }) => nameOfCrash(crash));
    if (wanted === undefined) expect(missed).toEqual([]);
    else console.log(`not reached: ${missed.join(', ') || 'none'}`);
  },
  wanted === undefined ? 600_000 : 14_400_000,
);

/** What a bank tells again is another credit. */
const forgetful = `
  do $do$
  begin
    alter function record_credit rename to record_credit_once;
    create function record_credit(g reported_credit, p_posts boolean, p_held text[]) returns recorded_credit language plpgsql as $f$
    begin
      if exists (select from inward_credit k where k.session_id = g."sessionId") then
        g."sessionId" := g."sessionId" || gen_random_uuid();
      end if;
      return record_credit_once(g, p_posts, p_held);
    end $f$;
  end $do$`;

test.skipIf(wanted !== undefined)(
  'a step that is done twice when its answer was lost is found',
  async () => {
    const baseline = await record(world, ['exact'], 'WITHOUT');
    const crash = {
      ...({ program: 'api', point: 'pg:receive_credits', side: 'after', hit: 1 } as const),
      ...({ isOfStart: false, scenes: ['exact'] } as const),
    };
    const [sound] = await runCrashes(world, [crash], baseline, () => {}, 'SOUND');
    expect(sound).toMatchObject({ hasDied: true, differences: [] });
    await world.query(forgetful);
    const [planted] = await runCrashes(world, [crash], baseline, () => {}, 'PLANTED');
    expect(planted?.hasDied).toBe(true);
    expect(tellOf([planted as Ran])).toMatch(/exact \(CRASH-PLANTED-[^)]*\), credits:/);
  },
  120_000,
);
