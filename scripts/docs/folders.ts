import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { mermaid, page, table } from './page.ts';

const root = join(import.meta.dirname, '..', '..');
const product = ['src', 'workflows', 'activities'];

interface RuleSet {
  readonly forbidden: readonly { readonly name: string; readonly comment: string }[];
  readonly options: ICruiseOptions;
}

const { forbidden, options } = createRequire(import.meta.url)(
  join(root, '.dependency-cruiser.cjs'),
) as RuleSet;

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

/** docs/folders.md: which folder imports which, as it is, and the rules that keep it so. */
export async function foldersPage(imports?: ICruiseResult): Promise<string> {
  return page(
    'Who imports whom',
    'the imports of src, workflows and activities',
    'Arrows are imports between folders; dotted ones are of types only. The programs `src/main.ts`, `src/worker.ts`, `src/desk.ts`, `src/cli.ts` and `src/simulator.ts` and the Nest modules, which wire everything, are left out.',
    mermaid(['flowchart LR', ...edges(imports ?? (await readImports(product)))]),
    '## Rules',
    'Kept by dependency-cruiser (`.dependency-cruiser.cjs`) in `npm run check`.',
    table(
      ['rule', 'what it says'],
      // A rule may stand once for each room.
      [...new Map(forbidden.map(({ name, comment }) => [`\`${name}\``, comment]))],
    ),
  );
}

function edges(result: ICruiseResult): string[] {
  const valueEdges = new Set<string>();
  const typeEdges = new Set<string>();
  for (const { source, dependencies } of result.modules) {
    if (isWiring(source)) continue;
    for (const { resolved, dependencyTypes } of dependencies) {
      const [from, to] = [folderOf(source), folderOf(resolved)];
      if (from === undefined || to === undefined || from === to || isWiring(resolved)) continue;
      (dependencyTypes.includes('type-only') ? typeEdges : valueEdges).add(`${from} ${to}`);
    }
  }
  const dotted = [...typeEdges].filter((edge) => !valueEdges.has(edge));
  return [
    ...[...valueEdges].toSorted().map((edge) => `  ${edge.replace(' ', ' --> ')}`),
    ...dotted.toSorted().map((edge) => `  ${edge.replace(' ', ' -.-> ')}`),
  ];
}

function isWiring(path: string): boolean {
  return path.endsWith('.module.ts') || /^src\/[^/]+$/.test(path);
}

function folderOf(path: string): string | undefined {
  return /^(src\/[^/]+|workflows|activities)\//.exec(path)?.[1];
}
