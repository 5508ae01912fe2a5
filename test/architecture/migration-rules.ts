/** A rule of docs/upgrading.md: what a migration may not do while programs of the release before run. */
interface Rule {
  readonly refuses: RegExp;
  readonly why: string;
  /** A table that the same file makes is empty and nobody uses it. */
  readonly holdsForNewTables?: true;
}

/** In each the group `table` is the table that is changed. Statements come in lower case, with single spaces. */
const rules: readonly Rule[] = [
  {
    refuses: /^create (?:unique )?index (?!concurrently).*? on (?:only )?(?<table>\S+)/,
    why: 'making an index stops all writes of the table: list it in src/platform/database/concurrent-indexes.ts',
  },
  {
    refuses: /^create (?:unique )?index concurrently .*? on (?:only )?(?<table>\S+)/,
    why: 'a migration is a transaction: list the index in src/platform/database/concurrent-indexes.ts',
    holdsForNewTables: true,
  },
  {
    refuses:
      /^alter table (?<table>\S+) .*?\badd column [^,]*?\bnot null\b(?![^,]*\bdefault\b)(?![^,]*\bgenerated\b)/,
    why: 'the release before writes rows without the column: give it a default',
  },
  {
    refuses:
      /^alter table (?<table>\S+) .*?\badd column [^,]*?\b(?:default (?:gen_random_uuid|random|clock_timestamp|nextval|new_id|timeofday)\b|generated\b|(?:big|small)?serial\b)/,
    why: 'a value that differs by row rewrites the whole table under its lock: add the column empty, and fill it in steps',
  },
  {
    refuses: /^alter table (?<table>\S+) .*?\balter (?:column )?\S+ (?:set data )?type\b/,
    why: 'another type rewrites the table, and the release before reads the old one: add a column',
  },
  {
    refuses: /^alter table (?<table>\S+) .*?\bset not null\b/,
    why: 'the whole table is read under its lock: add a check as not valid, and validate it one release later',
  },
  {
    refuses:
      /^alter table (?<table>\S+) .*?\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    why: 'the whole table is read under its lock: add it as not valid, and validate it in a migration of its own',
  },
  {
    refuses:
      /^alter table (?<table>\S+) .*?\badd (?:constraint \S+ )?(?:primary key|unique|exclude)\b(?!.*\busing index\b)/,
    why: 'it makes an index and stops all writes: make the index concurrently, and add the constraint using it',
  },
  {
    refuses: /^alter table (?<table>\S+) .*?\bdrop column\b/,
    why: 'the release before still uses the column: see “Contract” in docs/upgrading.md',
  },
  {
    refuses: /^alter (?:table|view|index|sequence|type) (?<table>\S+) (?:rename|set schema)\b/,
    why: 'the release before calls it by its old name: add the new one beside it',
  },
  {
    refuses: /^drop (?:table|view|sequence|type)(?: if exists)? (?<table>\S+)/,
    why: 'the release before still uses it: see “Contract” in docs/upgrading.md',
  },
  {
    refuses:
      /^(?:truncate|lock|cluster|vacuum full|reindex)(?: table| index)? (?:only )?(?<table>\S+)/,
    why: 'it locks out everybody for as long as it takes',
  },
];

/** Says before a statement that no release that still runs uses what it takes away. */
const contracts = /^-- contracts: .{10,}$/m;

/** Faults of one migration, each with the statement's beginning. */
export function faultsOf(sql: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(
    statements.flatMap(({ text }) => {
      const [, table] = /^create table (?:if not exists )?([^\s(]+)/.exec(text) ?? [];
      return table === undefined ? [] : [table];
    }),
  );
  return statements
    .filter(({ isContract }) => !isContract)
    .flatMap(({ text }) =>
      rules.flatMap(({ refuses, why, holdsForNewTables }) => {
        const table = refuses.exec(text)?.groups?.['table']?.replace(/[(;].*/, '');
        if (table === undefined) return [];
        return made.has(table) && holdsForNewTables !== true
          ? []
          : [`${text.slice(0, 80)}: ${why}`];
      }),
    );
}

function statementsOf(sql: string): { readonly text: string; readonly isContract: boolean }[] {
  // The migration does not run the bodies of functions. An apostrophe in a comment begins no text.
  const withoutBodies = sql.replaceAll(
    /(--.*$)|\$(\w*)\$[^]*?\$\2\$|'(?:[^']|'')*'/gm,
    (found, comment?: string) => comment ?? (found.startsWith("'") ? "''" : '$$'),
  );
  return splitOutsideComments(withoutBodies).map((raw) => ({
    isContract: contracts.test(raw),
    text: raw.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase(),
  }));
}

function splitOutsideComments(sql: string): string[] {
  const statements = [''];
  for (const line of sql.split('\n')) {
    const at = line.indexOf('--');
    const [code, comment] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at)];
    const [first = '', ...others] = code.split(';');
    statements[statements.length - 1] += first;
    statements.push(...others);
    statements[statements.length - 1] += `${comment}\n`;
  }
  return statements;
}
