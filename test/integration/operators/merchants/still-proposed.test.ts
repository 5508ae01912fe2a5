import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantChangeKind } from '../../../../src/domain/merchant-changes.js';
import { type Ask, withoutTrace } from '../../../support/asking.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

/** A second operator confirms what was shown, and nothing else: by each kind of change, what must not have moved meanwhile. */
let world: SettlementWorld;
let merchantId: string;
beforeAll(async () => {
  world = await SettlementWorld.open(2);
  merchantId = await world.merchant();
});
afterAll(() => world[Symbol.asyncDispose]());

interface Case {
  readonly wish: object;
  /** Nothing has changed since. */
  readonly makeSo: string;
  readonly meanwhile: Readonly<Record<string, string>>;
}

const ofMerchant = (set: string) => `update merchant set ${set} where merchant_id = $1`;
const secret = `insert into merchant_secret (secret_id, client_id, merchant_id, secret_hash, pepper_kid, trust)
  select 'sec', 'mid_1', $1, '\\x00', 'p', 'CLAIMED'`;
const key = `with k as (insert into merchant_key (client_id, merchant_id, name, groups, addresses) values ('mid_1', $1, 'till', '{reads}', '{}'))
  ${secret}`;
const ofAccount = (set: string) => `update settlement_account set ${set} where merchant_id = $1`;
const account: Case = {
  wish: { before: 'sta_now' },
  makeSo: ofAccount(`settlement_account_id = 'sta_now'`),
  meanwhile: {
    'another default': ofAccount(`settlement_account_id = 'sta_other'`),
    'no default': ofAccount('is_default = false'),
    'it was removed': ofAccount(`status = 'REMOVED', removed_at = now()`),
  },
};

const cases: Readonly<Record<MerchantChangeKind, Case>> = {
  GRANTS: {
    wish: { before: ['transactions:pii'] },
    makeSo: ofMerchant(`granted_scopes = '{transactions:pii}'`),
    meanwhile: {
      'one more': ofMerchant(`granted_scopes = '{transactions:pii,refunds:destination}'`),
      none: ofMerchant(`granted_scopes = '{}'`),
    },
  },
  LIMITS: {
    wish: { before: { daily_limit_minor: 500, daily_settlement_limit_minor: 700 } },
    makeSo: ofMerchant('daily_limit_minor = 500, daily_settlement_limit_minor = 700'),
    meanwhile: {
      'another limit of what comes': ofMerchant('daily_limit_minor = 501'),
      'another limit of what leaves': ofMerchant('daily_settlement_limit_minor = 701'),
      'no limit': ofMerchant('daily_settlement_limit_minor = null'),
    },
  },
  SETTLEMENT_ACCOUNT: account,
  DEFAULT_ACCOUNT: account,
  KEY: {
    wish: { clientId: 'mid_1', secretId: 'sec' },
    makeSo: key,
    meanwhile: {
      'it was confirmed': `update merchant_secret set trust = 'OWN' where merchant_id = $1`,
      'it was rotated': `update merchant_secret set expires_at = now() + interval '1 day' where merchant_id = $1`,
      'it was revoked': 'update merchant_key set revoked_at = now() where merchant_id = $1',
    },
  },
};

const isStill = (kind: string, wish: object, changes: readonly string[]) =>
  withoutTrace(world.shop.pool, async (ask: Ask) => {
    for (const change of changes) await ask(change, merchantId);
    return ask<boolean>(
      `select is_still_proposed(jsonb_populate_record(null::merchant_proposal, $2), m) from merchant m where merchant_id = $1`,
      ...[merchantId, JSON.stringify({ kind, wish })],
    );
  });

describe.each(Object.entries(cases))('a proposal of %s', (kind, { wish, makeSo, meanwhile }) => {
  it('holds while all is as it was shown', async () => {
    expect(await isStill(kind, wish, [makeSo])).toBe(true);
  });

  it.each(Object.entries(meanwhile))('is over when meanwhile: %s', async (_what, change) => {
    expect(await isStill(kind, wish, [makeSo, change])).toBe(false);
  });
});

it('a first account holds while there is none', async () => {
  const removed = `update settlement_account set status = 'REMOVED', removed_at = now() where merchant_id = $1`;
  expect(await isStill('SETTLEMENT_ACCOUNT', { before: null }, [removed])).toBe(true);
  expect(await isStill('SETTLEMENT_ACCOUNT', { before: null }, [])).toBe(false);
});
