import pg from 'pg';

/**
 * Every statement of ours finds its rows by key. A plan made while a table was small must not stay a scan after it has
 * grown, so the planner is told to use the indexes, and to keep its plans.
 */
export const plannerSettings: Readonly<Record<string, string>> = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** Milliseconds. */
export const timeouts = {
  statement_timeout: 3_000,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

/**
 * Gives a login, in the current database, the settings that a program's connections have. Connections that pass on no
 * start-up options get them from the login. Returns false when this user may not change the login.
 */
export async function giveSettings(client: pg.Client, login: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  const whose = `alter role ${pg.escapeIdentifier(login)} in database ${database}`;
  const settings = Object.entries({ ...plannerSettings, ...timeouts });
  try {
    await client.query(
      settings.map(([name, value]) => `${whose} set ${name} = ${value}`).join('; '),
    );
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error;
    return false;
  }
}
