import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookWorkflowId } from '../../../src/domain/ids.js';
import { addDueMerchant } from '../../support/due-merchant.js';
import { manilla } from '../../support/manilla-cli.js';
import { soakNumber } from '../../support/soak-random.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { cancelled, base as webhooks } from '../../edge/webhook-world.js';
import { TemporalOfItsOwn } from '../../support/temporal-of-its-own.js';
import { outcomeOf, type Outcome } from './crash-outcome.js';
import { differencesOf } from './crash-run.js';
import { Scene } from './crash-scenes.js';
import { balanceAtBank, CrashWorld } from './crash-world.js';
import { refusedNarration, unheard } from './open-acts.js';
import { openThings } from './open-things.js';
import { together } from './soak-world.js';

const minuteMs = 60_000;
/** Of each kind. */
const wanted = soakNumber('REBUILD_N', 1);
/** By itself: beside other tests a second says nothing. */
const isMeasured = 'MANILLA_SOAK_REBUILD_N' in process.env;
const atOnce = 12;
const kinds = Object.keys(openThings);

let temporal: TemporalOfItsOwn;
let world: CrashWorld;
let outcomes: ReadonlyMap<string, Outcome>;
beforeAll(async () => {
  temporal = await TemporalOfItsOwn.start();
  world = await CrashWorld.start({ ...temporal.env, MANILLA_PARK_AFTER_MS: '3000' });
  world.endpoint.answer = ({ body }) => (isRefusing && body.includes(unheard) ? 500 : 200);
  outcomes = await withoutLoss();
}, 300_000);
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await temporal?.stop();
});

/** Of the merchant's server, and of the database, for what is to wait. */
let isRefusing = false;

async function refuse(): Promise<void> {
  isRefusing = true;
  await world.query(`
    create or replace function refuse_narration() returns trigger language plpgsql as $$
      begin raise exception 'refused by the test' using errcode = 'check_violation'; end $$;
    create or replace trigger refuse_narration before update of outcome on inward_credit for each row
      when (new.narration = '${refusedNarration}') execute function refuse_narration()`);
}

/** The bank, the acquirer, the merchant's server and the database do as they should. */
async function behave(): Promise<void> {
  isRefusing = false;
  await world.query('drop trigger refuse_narration on inward_credit');
  await world.soak.bank.behaveWell();
  world.isTimeHeld = false;
}

function scenesOf(tag: string, count: number): Scene[] {
  return Array.from({ length: count }, (_, n) =>
    kinds.map((kind, k) => {
      const word = kind.includes(unheard) ? unheard : 'R';
      return new Scene(world, kind, `${word}-${tag}-${k}-${n}`);
    }),
  ).flat();
}

const thingOf = ({ name }: Scene) => {
  const thing = openThings[name];
  if (thing === undefined) throw new RangeError(name);
  return thing;
};

const begin = async (scenes: readonly Scene[]): Promise<void> => {
  world.isTimeHeld = true;
  await refuse();
  await together(scenes, atOnce, (scene) => thingOf(scene).begin(scene));
};
const away = (scenes: readonly Scene[]): Promise<void> =>
  together(scenes, atOnce, async (scene) => thingOf(scene).away?.(scene));
const end = async (scenes: readonly Scene[]): Promise<void> => {
  const hurrying = hurryWebhooks();
  await together(scenes, atOnce * 2, async (scene) => {
    await thingOf(scene).end(scene);
    await scene.untilNotified();
  });
  await hurrying.stop();
};

/** What is tried again later is tried again now. */
function hurryWebhooks(): { stop(): Promise<void> } {
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const waiting = await world.query<{ delivery_id: string }>(
        `select delivery_id from webhook_delivery where status = 'RETRYING' limit 50`,
      );
      await Promise.all(
        waiting.map(({ delivery_id }) =>
          world.soak.ahead(webhookWorkflowId(delivery_id), 60 * minuteMs),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const running = run();
  return {
    stop: () => {
      isOver = true;
      return running;
    },
  };
}

async function withoutLoss(): Promise<ReadonlyMap<string, Outcome>> {
  const scenes = scenesOf('CONTROL', 1);
  await begin(scenes);
  await away(scenes);
  await behave();
  await end(scenes);
  const ended = new Map<string, Outcome>();
  for (const scene of scenes) ended.set(scene.name, await outcomeOf(world, scene));
  return ended;
}

async function rebuild(...options: string[]): Promise<string> {
  const { DATABASE_URL, MANILLA_CODEC_KEY } = world.soak.manilla.env;
  const env = { DATABASE_URL, MANILLA_CODEC_KEY, ...temporal.env, MANILLA_PARK_AFTER_MS: '3000' };
  const { code, stdout, stderr } = await manilla(['rebuild-temporal', ...options], env);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** The states in which things are open, by what they are. */
async function census(): Promise<string> {
  const rows = await world.query<{ what: string; count: number }>(`
    select what, count(*)::int as count from (
      select 'checkout ' || status as what from checkout where is_open_status(status)
      union all select 'charge ' || status from card_attempt where is_open_attempt(status)
      union all select 'refund ' || status from refund r where status not in ('SUCCESSFUL', 'FAILED') or exists (
        select from attention_case c where c.subject = r.refund_id and c.status = 'OPEN')
      union all select 'settlement ' || status from settlement where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD')
      union all select 'delivery ' || status from webhook_delivery where status = 'RETRYING'
      union all select 'answer ' || status from dispute_answer where status = 'PENDING'
      union all select 'replay ' || status from webhook_replay where status = 'RUNNING'
      union all select 'run ' || cycle from settlement_run where finished_at is null
      union all select 'case ' || kind from attention_case where status = 'OPEN'
      union all select 'fact ' || kind from fact where applied_at is null) x group by what order by what`);
  return rows.map(({ what, count }) => `${count} ${what}`).join(', ');
}

async function lost(tag: string, historyShards: number): Promise<void> {
  const scenes = scenesOf(tag, wanted);
  await begin(scenes);
  const run = await interruptedRun();
  const replay = await halfReplay(tag);
  await temporal.crash();
  await away(scenes);
  await run.letGo();
  console.log(`${scenes.length} scenes are open: ${await census()}`);
  await temporal.beginAnew(historyShards);
  const { historyShardCount } = await world.soak.temporal.workflowService.getClusterInfo({});
  expect(historyShardCount).toBe(historyShards);
  const startedAt = performance.now();
  const told = await rebuild();
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${told}${seconds.toFixed(1)} s by the clock, ${historyShards} shards`);
  if (isMeasured) expect(seconds).toBeLessThanOrEqual(60);
  await behave();
  replay.answer = () => 200;
  await end(scenes);
  await run.hasEnded();
  await expect
    .poll(
      async () => {
        await world.query(
          `update webhook_delivery set lease_until = now() where status = 'DELIVERING'`,
        );
        return world.query(`select 1 from webhook_replay where status = 'RUNNING'`);
      },
      { timeout: 120_000, interval: 500 },
    )
    .toEqual([]);
  await replay[Symbol.asyncDispose]();
  const differences = await differencesOf(world, scenes, outcomes);
  expect(differences.slice(0, 10).join('\n'), `${differences.length} differences`).toBe('');
  await allIsWell();
}

async function allIsWell(): Promise<void> {
  expect(await world.query('select claim, faults from books_proof where faults <> 0')).toEqual([]);
  expect((await balanceAtBank(world)).differs).toBe(0);
  expect(
    await world.query(
      `select kind, subject, reason, workflow_id from attention_case where status = 'OPEN'`,
    ),
  ).toEqual([]);
  await expect
    .poll(
      () =>
        world.soak.find(
          // The courier of messages carries on until its schedule begins the next one.
          `ExecutionStatus = 'Running' AND WorkflowType NOT IN ('temporal-sys-scheduler-workflow', 'courierWorkflow')`,
        ),
      {
        ...{ timeout: 30_000, interval: 500 },
      },
    )
    .toEqual([]);
}

/** A daily run that has paid two of three merchants, and cannot end: the third one's account and the run's own row are locked. */
async function interruptedRun() {
  const run = (sql: string, values: unknown[]) => world.query(sql, values);
  const merchants: string[] = [];
  for (const n of [1, 2, 3]) {
    const account = await world.soak.bank.account(
      '999998',
      `66${n}${String(Date.now()).slice(-7)}`,
    );
    merchants.push(await addDueMerchant(run, account, 2_000_000, { schedule: 'T1' }));
  }
  merchants.sort();
  const [day] = await world.query<{ cut_off: Date }>(
    `select (d::date || 'T00:00:00+01:00')::timestamptz as cut_off
       from generate_series(now() - interval '14 days', now(), interval '1 day') d
      where is_business_day(d::date) and not exists (
        select from settlement_run r where r.cut_off = (d::date || 'T00:00:00+01:00')::timestamptz)
      order by d desc limit 1`,
  );
  const holder = new pg.Client({ connectionString: world.soak.manilla.database.url });
  holder.on('error', () => {});
  await holder.connect();
  await run(`insert into settlement_run (cycle, cut_off) values ('DAILY', $1)`, [day?.cut_off]);
  await holder.query('begin');
  await holder.query(
    `select from settlement_run where cycle = 'DAILY' and cut_off = $1 for update`,
    [day?.cut_off],
  );
  await holder.query('select serialize_settlements($1)', [merchants[1]]);
  await world.soak.temporal.workflow.start('settlementWorkflow', {
    ...{ workflowId: `interrupted-${Date.now()}`, taskQueue: 'rails' },
    args: [{ cycle: 'DAILY', cutOff: day?.cut_off.toISOString(), pageSize: 1 }],
  });
  const settled = () =>
    world.query<{ merchant_id: string }>(
      `select merchant_id from settlement where merchant_id = any ($1) order by 1`,
      [merchants],
    );
  await expect.poll(settled, { timeout: 60_000 }).toHaveLength(2);
  return {
    letGo: async () => {
      expect(await settled()).toHaveLength(2);
      await holder.end();
    },
    hasEnded: async () => {
      await expect
        .poll(() => world.query('select 1 from settlement_run where finished_at is null'), {
          ...{ timeout: 60_000, interval: 500 },
        })
        .toEqual([]);
      await expect
        .poll(
          () =>
            world.query(
              `select status, net_minor > 0 as is_paid from settlement where merchant_id = any ($1)`,
              [merchants],
            ),
          { timeout: 60_000, interval: 500 },
        )
        .toEqual(merchants.map(() => ({ status: 'SUCCESSFUL', is_paid: true })));
    },
  };
}

/** Of more events than may be on their way at once, while the merchant's server refuses all. */
async function halfReplay(tag: string): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start();
  const merchant = await world.soak.api.otherMerchant(`Replay Shop ${tag}`);
  await merchant.post(`${webhooks}/notification-url`, { url: receiver.url });
  await together(
    Array.from({ length: 230 }, (_, n) => n),
    atOnce,
    async () => void (await cancelled(merchant)),
  );
  await expect
    .poll(() => new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, {
      timeout: 60_000,
    })
    .toBe(230);
  receiver.answer = () => 500;
  const range = {
    from: new Date(Date.now() - 60 * minuteMs).toISOString(),
    to: new Date().toISOString(),
    onlyFailed: false,
  };
  const { status, text } = await merchant.post(`${webhooks}/replay`, range);
  expect(status, text).toBe(202);
  await expect
    .poll(
      () =>
        world.query(
          `select 1 from webhook_replay where status = 'RUNNING' and queued = 200 and merchant_id = $1`,
          [merchant.merchant.merchantId],
        ),
      { timeout: 30_000 },
    )
    .toHaveLength(1);
  return receiver;
}

const timeoutMs = 900_000;

test(
  `${wanted * kinds.length} open things in every state end as they would have when Temporal is lost whole`,
  () => lost('LOST', 16),
  timeoutMs,
);

test('the same command moves them to 64 history shards', () => lost('SHARDS', 64), timeoutMs);
