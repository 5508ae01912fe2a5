import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One thing that docs/operators-walk.md says is done. */
export type WalkStep = { readonly line: number; readonly text: string } & (
  | { readonly kind: 'SHELL'; readonly script: string }
  | { readonly kind: 'PICTURE'; readonly file: string }
  | { readonly kind: 'STEP' }
);

const page = join(import.meta.dirname, '../../docs/operators-walk.md');
const part = /^```sh\n(?<script>[\s\S]*?)^```$|^!\[.*\]\((?<file>.*)\)$|^- (?<step>.*)$/gm;

/** What the page says, in its order. */
export function walkSteps(): WalkStep[] {
  const whole = readFileSync(page, 'utf8');
  return [...whole.matchAll(part)].map(({ 0: text, index, groups = {} }) => {
    const line = whole.slice(0, index).split('\n').length;
    const { script, file, step } = groups;
    if (script !== undefined) return { line, text, kind: 'SHELL', script };
    if (file !== undefined) return { line, text, kind: 'PICTURE', file };
    return { line, text: step ?? '', kind: 'STEP' };
  });
}
