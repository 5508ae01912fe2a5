import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageLocale, pageLocales } from '../../domain/page-locale.js';
import { readTemplate, type Template, type TemplateName, templateNames } from './template.js';

const shipped = join(import.meta.dirname, 'templates');

export type Templates = Readonly<Record<PageLocale, Readonly<Record<TemplateName, Template>>>>;

/** Templates of the installation that cannot be used; `problems` has a sentence for each fault. */
export class TemplateFault extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`These templates cannot be used:\n${problems.map((each) => `  - ${each}`).join('\n')}`);
    this.name = 'TemplateFault';
  }
}

/**
 * All templates. `folder`: one with files such as `en/receipt.txt`, each of which replaces ours.
 *
 * @throws TemplateFault
 */
export function loadTemplates(folder: string | null): Templates {
  const problems = folder === null ? [] : strangersIn(folder);
  const templates = {} as Record<PageLocale, Record<TemplateName, Template>>;
  for (const locale of pageLocales) {
    templates[locale] = {} as Record<TemplateName, Template>;
    for (const name of templateNames) {
      const file = `${locale}/${name}.txt`;
      const own = folder === null ? '' : join(folder, file);
      const path = own !== '' && existsSync(own) ? own : join(shipped, file);
      const read = readTemplate(name, readFileSync(path, 'utf8'));
      problems.push(...read.problems.map((problem) => `${file} ${problem}`));
      templates[locale][name] = read.template;
    }
  }
  if (problems.length > 0) throw new TemplateFault(problems);
  return templates;
}

/** Files that replace nothing, because their names are wrong. */
function strangersIn(folder: string): string[] {
  if (!existsSync(folder)) return [`${folder} is not there`];
  const known = new Set(
    pageLocales.flatMap((locale) => templateNames.map((name) => `${locale}/${name}.txt`)),
  );
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.txt') && !known.has(file))
    .map((file) => `${file} replaces nothing: no template has this name`);
}
