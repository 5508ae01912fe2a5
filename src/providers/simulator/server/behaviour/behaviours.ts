import type { SimulatorDatabase } from '../database.js';
import { lies, type Behaviour, type BehaviourRule, type StoredRule } from './rules.js';

export const behaviourTables = `
create table if not exists rule (
  rule_id integer primary key autoincrement,
  rule text not null,
  seen integer not null default 0,
  applied integer not null default 0
) strict;
create table if not exists rule_use (
  rule_id integer not null,
  subject text not null,
  used integer not null,
  primary key (rule_id, subject)
) strict;
create table if not exists setting (name text primary key, value text not null) strict;
`;

/** The call that is about to be answered. */
export interface Call {
  readonly on: string;
  /** Account numbers or card tokens that the call is about. */
  readonly accounts: readonly (string | null | undefined)[];
  /** Session or charge id; `timesEach` counts by it. */
  readonly subject: string;
}

interface RuleRow {
  readonly rule_id: number;
  readonly rule: string;
  readonly seen: number;
  readonly applied: number;
}

const settingNames = { duplicateTransfer: 'duplicateTransfer' } as const;
const lyingOperations = ['name-enquiry', 'transfer', 'query'] as const;

/** The rules that are set, kept in the database so that a restart forgets none. */
export class Behaviours {
  constructor(private readonly db: SimulatorDatabase) {}

  /** Replaces all rules. */
  set(behaviour: Behaviour): readonly StoredRule[] {
    const { rules = [], lieRate, seed = 1, duplicateTransfer } = behaviour;
    const lying: BehaviourRule[] =
      lieRate === undefined
        ? []
        : lyingOperations.map((on, i) => ({ on, rate: lieRate, seed: seed + i, answer: 'ANY' }));
    this.db.transact(() => {
      this.#clear();
      for (const rule of [...rules, ...lying]) this.#insert(rule);
      if (duplicateTransfer !== undefined) {
        this.db.run(
          'insert into setting (name, value) values (?, ?)',
          settingNames.duplicateTransfer,
          duplicateTransfer,
        );
      }
    });
    return this.list();
  }

  add(rule: BehaviourRule): StoredRule {
    return { ruleId: this.#insert(rule), applied: 0, ...rule };
  }

  clear(): void {
    this.db.transact(() => this.#clear());
  }

  list(): readonly StoredRule[] {
    return this.#rows().map((row) => ({
      ruleId: row.rule_id,
      applied: row.applied,
      ...(JSON.parse(row.rule) as BehaviourRule),
    }));
  }

  get duplicateTransfer(): NonNullable<Behaviour['duplicateTransfer']> {
    const row = this.db.one<{ value: '94' | '26' | 'FIRST_ANSWER' }>(
      'select value from setting where name = ?',
      settingNames.duplicateTransfer,
    );
    return row?.value ?? '94';
  }

  /**
   * Returns the first rule that is for this call, and counts it as applied. The answer for `ANY` is drawn. Undefined: the
   * call is answered honestly.
   */
  for(call: Call): BehaviourRule | undefined {
    for (const row of this.#rows()) {
      const rule = JSON.parse(row.rule) as BehaviourRule;
      if (rule.on !== call.on) continue;
      if (rule.account !== undefined && !call.accounts.includes(rule.account)) continue;
      if (rule.times !== undefined && row.applied >= rule.times) continue;
      if (!this.#isDrawn(rule, row) || !this.#isLeftForEach(rule, row, call.subject)) continue;
      this.db.run('update rule set applied = applied + 1 where rule_id = ?', row.rule_id);
      return rule.answer === 'ANY' ? drawLie(rule, row.seen) : rule;
    }
    return undefined;
  }

  #isDrawn(rule: BehaviourRule, row: RuleRow): boolean {
    if (rule.rate === undefined) return true;
    this.db.run('update rule set seen = seen + 1 where rule_id = ?', row.rule_id);
    return draw(rule.seed ?? 1, row.seen) < rule.rate;
  }

  #isLeftForEach(rule: BehaviourRule, row: RuleRow, subject: string): boolean {
    if (rule.timesEach === undefined) return true;
    const used = this.db.one<{ used: number }>(
      `insert into rule_use (rule_id, subject, used) values (?, ?, 1)
       on conflict (rule_id, subject) do update set used = used + 1 returning used`,
      row.rule_id,
      subject,
    );
    return (used?.used ?? 0) <= rule.timesEach;
  }

  #rows(): RuleRow[] {
    return this.db.all<RuleRow>('select rule_id, rule, seen, applied from rule order by rule_id');
  }

  #insert(rule: BehaviourRule): number {
    const row = this.db.one<{ rule_id: number }>(
      'insert into rule (rule) values (?) returning rule_id',
      JSON.stringify(rule),
    );
    return row?.rule_id ?? 0;
  }

  #clear(): void {
    for (const table of ['rule', 'rule_use', 'setting']) this.db.run(`delete from ${table}`);
  }
}

function drawLie(rule: BehaviourRule, seen: number): BehaviourRule {
  const seed = (rule.seed ?? 1) ^ 0x9e37_79b9;
  const answer = lies[Math.floor(draw(seed, 2 * seen) * lies.length)];
  return { ...rule, answer, done: draw(seed, 2 * seen + 1) < 0.5 };
}

/** The n-th number of a seed, 0 to 1 (splitmix32), so that nothing but the count must be kept. */
function draw(seed: number, n: number): number {
  let mixed = (seed + Math.imul(n + 1, 0x9e37_79b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
