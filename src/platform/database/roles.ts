import pg from 'pg';

/** Reads everything and changes nothing: whoever runs the database grants it to people and tools. */
export const readerRole = 'manilla_reader';

/** The login of the programs, when it is not the owner of the tables. */
export interface AppLogin {
  readonly user: string;
  readonly password: string;
}

/** Tables that a program only adds rows to. */
const appendOnly: ReadonlySet<string> = new Set([
  ...['journal', 'entry', 'period', 'period_balance', 'case_event', 'audit_entry'],
]);
/** Tables that only migrations write. */
const readOnly: ReadonlySet<string> = new Set([
  'setting',
  'migration',
  'release',
  'channel',
  'checkout_transition',
  'refund_transition',
  'payout_transition',
]);

/** Undefined when the programs log in as the owner. */
export function appLoginOf(ownerUrl: string, appUrl: string): AppLogin | undefined {
  const [owner, app] = [new URL(ownerUrl), new URL(appUrl)];
  if (app.username === '' || app.username === owner.username) return undefined;
  return { user: decodeURIComponent(app.username), password: decodeURIComponent(app.password) };
}

/**
 * Splits the rights of the owner, the programs and readers. The programs change neither the schema nor the settings, and
 * only add journals and entries, so that whoever has a program's password cannot rewrite the books. Views and functions are
 * made anew with each version, so rights are given each time; a prefix that is added later has a sequence of its own.
 */
export async function splitRights(
  client: pg.Client,
  { user, password }: AppLogin,
  release: string,
): Promise<void> {
  await ensureRole(client, user, `login password ${pg.escapeLiteral(password)}`);
  await ensureRole(client, readerRole, 'nologin');
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const names = rows.map(({ name }) => name).filter((name) => !readOnly.has(name));
  const listed = (tables: readonly string[]) => tables.map((each) => pg.escapeIdentifier(each));
  const changeable = names.filter((name) => !appendOnly.has(name));
  const [app, reader] = [user, readerRole].map((name) => pg.escapeIdentifier(name));
  await client.query(`
    grant usage on schema public, ${release} to ${app}, ${reader};
    grant select on all tables in schema public, ${release} to ${app}, ${reader};
    grant usage, select, update on all sequences in schema public to ${app};
    alter default privileges in schema public grant usage, select, update on sequences to ${app};
    grant execute on function create_prefix to ${app};
    grant insert on ${listed(names).join(', ')} to ${app};
    grant update, delete on ${listed(changeable).join(', ')} to ${app}`);
}

/** Roles belong to the server: the migration of another database may make the same one at this moment. */
async function ensureRole(client: pg.Client, name: string, how: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount !== 0) return;
  try {
    await client.query(`create role ${pg.escapeIdentifier(name)} ${how}`);
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    if (code !== '42710' && code !== '23505') throw error;
  }
}
