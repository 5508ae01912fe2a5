import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { page, table } from './page.ts';
import { rooms, usesOf } from './rooms.ts';

const root = join(import.meta.dirname, '..', '..');
const product = ['src', 'workflows', 'activities'];

interface RuleSet {
  readonly forbidden: readonly { readonly name: string; readonly comment: string }[];
  readonly options: ICruiseOptions;
}

const { forbidden, options } = createRequire(import.meta.url)(
  join(root, '.dependency-cruiser.cjs'),
) as RuleSet;

/** The commonest changes, and the place of each. */
const places: readonly (readonly [what: string, where: string])[] = [
  [
    'a route, or a field of a request or a reply',
    'the `*.controller.ts` and `*.dto.ts` of its capability, e.g. `src/payouts/refunds`',
  ],
  [
    'what a step does to the database',
    'the `.sql` beside them; the store that calls it is the `*.store.ts` there',
  ],
  ['a table or a column', 'a new file in `src/platform/database/migrations`'],
  [
    'a status, a reason, the code and the text of an error, a word that several rooms use; a rule',
    '`src/domain`; [where a rule is](rules.md) lists them, with those in SQL',
  ],
  [
    'how a workflow goes on',
    '`workflows/<room>`; once it is released, behind a patch of `workflows/versions.ts`; what it asks of the outside in `activities/<room>`',
  ],
  [
    'an event, or what stands in it',
    '`src/notify/events`; its documentation in `src/programs/docs`',
  ],
  [
    'how webhooks are sent, refused, tried again',
    '`src/notify/delivery`; how long is waited for each try, `src/domain/webhook-retry-schedule.ts`',
  ],
  [
    'an e-mail or an SMS',
    'its words in `src/pages/mails`; when it is due and to whom, in `src/notify/messages`; another service that sends it is a folder in `src/notify/senders`',
  ],
  ['a bank or an acquirer', 'a folder in `src/providers`, with `simulator` as the model'],
  ['something that is found, listed or read across rooms', '`src/reports`'],
  ['what runs by itself, every minute or every night', '`src/upkeep`'],
  [
    'what an operator sees or decides',
    '`src/operators/cases` and the pages in `src/operators/desk`; the word for a decision in `src/domain/decisions.ts`; on the command line `src/programs/cli`',
  ],
  ['a currency', '`src/domain/currency.ts`'],
  ['a setting', '`src/platform/config`; of one merchant `src/merchants/settings`'],
  [
    'a new controller or service, or what one is made of',
    '`src/programs/wiring`, the file of its room; a controller also needs its place in `api-program.ts` or `desk-program.ts`',
  ],
];

/** Every import in these folders, held against the rules. */
export async function readImports(folders: readonly string[]): Promise<ICruiseResult> {
  const ruleSet = { forbidden } as NonNullable<ICruiseOptions['ruleSet']>;
  const { output } = await cruise([...folders], {
    ...options,
    ...{ baseDir: root, ruleSet, validate: true },
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text, not modules');
  return output;
}

/** docs/folders.md: the rooms, the rooms that each uses, the places for new code, and the rules that keep them. */
export async function foldersPage(imports?: ICruiseResult): Promise<string> {
  const uses = usesOf(imports ?? (await readImports(product)));
  return page(
    'The house',
    'the imports of src, workflows and activities, the calls between SQL functions, and .dependency-cruiser.cjs',
    'A room is a folder of `src`. All that belongs to a capability stands in one folder of it: routes, rules, types, stores, SQL functions and gateways. `workflows`, `activities` and the tests have folders of the same names. A room uses only rooms further down this list.',
    table(
      ['room of `src`', 'what it is for', 'uses'],
      Object.entries(rooms)
        .toReversed()
        .map(([name, what]) => [`\`${name}\``, what, usedBy(name, uses)]),
    ),
    counts(uses),
    '## Where do I put …?',
    table(
      ['what', 'where'],
      places.map(([what, where]) => [what, where]),
    ),
    '## Rules',
    'Kept by dependency-cruiser (`.dependency-cruiser.cjs`) in `npm run check`; of the SQL functions by `scripts/check-imports.ts`.',
    table(
      ['rule', 'what it says'],
      // A rule may stand several times.
      [...new Map(forbidden.map(({ name, comment }) => [`\`${name}\``, comment]))],
    ),
  );
}

/** The figures that docs/decisions.md compares with those of the folders by layers. */
function counts(uses: ReadonlyMap<string, ReadonlySet<string>>): string {
  const arrows = [...uses.values()].reduce((sum, { size }) => sum + size, 0);
  return `These are ${uses.size} rooms with ${arrows} arrows between them (imports and calls of SQL functions). No arrow runs upwards, so no rooms stand in a circle.`;
}

/** From the top down, as the rooms are listed. */
function usedBy(name: string, uses: ReadonlyMap<string, ReadonlySet<string>>): string {
  const used = uses.get(name) ?? new Set();
  if (name === 'programs') return 'all';
  const list = Object.keys(rooms).filter((each) => used.has(each));
  return list.toReversed().join(', ') || '–';
}
