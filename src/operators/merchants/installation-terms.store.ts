import { fieldsOf, type RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { NamedFeePlan } from '../../http/access/merchant.js';
import { query, queryOne } from '../../platform/database/database.js';

const createPlan = {
  name: 'create_fee_plan',
  text: 'select outcome from create_fee_plan(jsonb_populate_record(null::fee_plan, $1), $2)',
};
const listPlans = {
  name: 'list_fee_plans',
  text: `select p.fee_plan_id, p.rate_bps, p.flat_minor, p.flat_waived_below_minor, p.cap_minor, p.vat_bps
           from fee_plan p order by p.fee_plan_id`,
};
const createPrefix = {
  name: 'create_prefix',
  text: 'select outcome from create_prefix(jsonb_populate_record(null::number_prefix, $1), $2) as c (outcome)',
};
const listPrefixes = {
  name: 'list_number_prefixes',
  text: `select b.prefix, b.provider, b.bank_code, b.bank_name, b.nip_institution_code,
                (select count(*)::integer from merchant_prefix m where m.prefix = b.prefix and m.status = 'ACTIVE') as merchants
           from number_prefix b order by b.prefix`,
};

/** EXISTING: the same thing was created before. TAKEN: another one has the name. */
export type CreatedOutcome = 'CREATED' | 'EXISTING' | 'TAKEN';

export interface NumberPrefix {
  readonly prefix: string;
  /** The rail of the bank that the numbers belong to. */
  readonly provider: string;
  /** The CBN's code of the bank. */
  readonly bankCode: string;
  readonly bankName: string;
  readonly nipInstitutionCode: string;
}

type PlanRow = RowOf<NamedFeePlan>;

type PrefixRow = RowOf<NumberPrefix & { readonly merchants: number }>;

/** Fee plans and prefixes of the installation, on PostgreSQL. */
export class PgInstallationTerms {
  constructor(private readonly pool: pg.Pool) {}

  async createPlan(plan: NamedFeePlan, by: Actor): Promise<CreatedOutcome> {
    const asked = {
      fee_plan_id: plan.feePlanId,
      rate_bps: plan.rateBps,
      flat_minor: String(plan.flatMinor),
      flat_waived_below_minor: String(plan.flatWaivedBelowMinor),
      cap_minor: String(plan.capMinor),
      vat_bps: plan.vatBps,
    };
    return this.#created(createPlan, asked, by);
  }

  /** Lists the fee plans by their ids. */
  async plans(): Promise<NamedFeePlan[]> {
    const rows = await query<PlanRow>(this.pool, listPlans, []);
    return rows.map(fieldsOf);
  }

  /** `numbers`: THEIRS when the bank opens each number, and the prefix only names the bank. */
  async createPrefix(
    prefix: NumberPrefix,
    numbers: 'OURS' | 'THEIRS',
    by: Actor,
  ): Promise<CreatedOutcome> {
    const asked = {
      prefix: prefix.prefix,
      provider: prefix.provider,
      bank_code: prefix.bankCode,
      bank_name: prefix.bankName,
      nip_institution_code: prefix.nipInstitutionCode,
      numbers,
    };
    return this.#created(createPrefix, asked, by);
  }

  /** Lists the prefixes by number, each with the count of merchants that use it. */
  async prefixes(): Promise<(NumberPrefix & { readonly merchants: number })[]> {
    const rows = await query<PrefixRow>(this.pool, listPrefixes, []);
    return rows.map(fieldsOf);
  }

  async #created(
    statement: { readonly name: string; readonly text: string },
    asked: object,
    by: Actor,
  ): Promise<CreatedOutcome> {
    const values = [JSON.stringify(asked), JSON.stringify(by)];
    return (await queryOne<{ outcome: CreatedOutcome }>(this.pool, statement, values)).outcome;
  }
}
