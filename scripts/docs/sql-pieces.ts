/** A statement of an SQL file, called by the function, view, type or table that it makes or changes. */
export interface SqlPiece {
  readonly name: string;
  readonly kind: 'function' | 'view' | 'type' | 'table';
  readonly text: string;
}

/** Takes an SQL file apart at the semicolons that end its statements. */
export function readSql(text: string): SqlPiece[] {
  return statementsOf(withoutComments(text)).flatMap((statement) => {
    const made = pieceOf(statement);
    return made === undefined ? [] : [{ ...made, text: statement }];
  });
}

function withoutComments(text: string): string {
  return text.replace(/('(?:[^']|'')*')|--[^\n]*|\/\*[^]*?\*\//g, (_all, quoted = '') => quoted);
}

/** A semicolon inside a body ($$ ... $$, also with a tag) or a text in quotes ends nothing. */
function statementsOf(text: string): string[] {
  const parts = text.match(/(\$\w*\$)[^]*?\1|'(?:[^']|'')*'|;|[^;$']+|[$']/g) ?? [];
  const statements = [''];
  for (const part of parts) {
    if (part === ';') statements.push('');
    else statements[statements.length - 1] += part;
  }
  return statements
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => statement !== '');
}

const made =
  /^create (?:or replace )?(?:unlogged )?(function|view|type|table) (?:if not exists )?(\w+)/i;
/** Finds the table of an index, a trigger, a column or rows. */
const concerned =
  /^create (?:\w+ )?(?:index|trigger)\b.*? on (?:only )?(\w+)|\b(?:table|on|into|update|from) (?:only |if exists )?(\w+)/i;

function pieceOf(statement: string): Omit<SqlPiece, 'text'> | undefined {
  const [, kind, name] = made.exec(statement) ?? [];
  if (kind !== undefined && name !== undefined) {
    return { kind: kind.toLowerCase() as SqlPiece['kind'], name };
  }
  const [, carrier, table = carrier] = concerned.exec(statement) ?? [];
  return table === undefined ? undefined : { kind: 'table', name: table };
}

/** A word, with the one before it and the sign behind it. */
const mentions =
  /(?:\b(from|join|into|update|table|references|only|setof|returns)\s+|(::))?\b([a-z]\w*)(\s*\(|\[\])?/gi;

/**
 * The place in which a name of each kind has to stand: the names of tables and types are often those of variables too.
 */
const telling: Readonly<Record<SqlPiece['kind'], (before: string, after: string) => boolean>> = {
  function: (_before, after) => after === '(',
  view: () => true,
  type: (before, after) => ['::', 'setof', 'returns'].includes(before) || after === '[]',
  table: (before) => /^(from|join|into|update|table|references|only)$/.test(before),
};

/** The known functions, views, types and tables that an SQL text uses. */
export class SqlNames {
  readonly #kinds: ReadonlyMap<string, SqlPiece['kind']>;

  constructor(pieces: Iterable<Pick<SqlPiece, 'name' | 'kind'>>) {
    this.#kinds = new Map([...pieces].map(({ name, kind }) => [name, kind]));
  }

  usedIn(text: string): Set<string> {
    const used = new Set<string>();
    for (const [, word, cast, name = '', after = ''] of text.matchAll(mentions)) {
      const before = (cast ?? word ?? '').toLowerCase();
      const kind = this.#kinds.get(name);
      if (kind !== undefined && telling[kind](before, after.trim())) {
        used.add(name);
      }
    }
    return used;
  }

  isTable(name: string): boolean {
    return this.#kinds.get(name) === 'table';
  }
}
