import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageLocale, pageLocales } from '../../domain/page-locale.js';
import {
  type ContactTemplateName,
  contactTemplateNames,
  payerTemplateNames,
  type PayerTemplateName,
  readTemplate,
  type Template,
  type TemplateName,
} from './template.js';

const shipped = join(import.meta.dirname, 'templates');

/** The templates of messages to payers in each language, and to contacts in English. */
export interface Templates {
  readonly payers: Readonly<Record<PageLocale, Readonly<Record<PayerTemplateName, Template>>>>;
  readonly contacts: Readonly<Record<ContactTemplateName, Template>>;
}

/** Thrown for templates of the installation that cannot be used; `problems` has a sentence for each fault. */
export class TemplateFault extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`These templates cannot be used:\n${problems.map((each) => `  - ${each}`).join('\n')}`);
    this.name = 'TemplateFault';
  }
}

/**
 * Loads all templates. `folder`: a folder with files such as `en/receipt.txt`, each of which replaces ours.
 *
 * @throws TemplateFault
 */
export function loadTemplates(folder: string | null): Templates {
  const problems = folder === null ? [] : strangersIn(folder);
  const load = (locale: PageLocale, name: TemplateName): Template => {
    const file = `${locale}/${name}.txt`;
    const own = folder === null ? '' : join(folder, file);
    const path = own !== '' && existsSync(own) ? own : join(shipped, file);
    const read = readTemplate(name, readFileSync(path, 'utf8'));
    problems.push(...read.problems.map((problem) => `${file} ${problem}`));
    return read.template;
  };
  const loadAll = <Name extends TemplateName>(locale: PageLocale, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, load(locale, name)])) as Record<Name, Template>;
  const templates = {
    payers: Object.fromEntries(
      pageLocales.map((locale) => [locale, loadAll(locale, payerTemplateNames)]),
    ) as Templates['payers'],
    contacts: loadAll('en', contactTemplateNames),
  };
  if (problems.length > 0) throw new TemplateFault(problems);
  return templates;
}

/** Files that replace nothing, because their names are wrong. */
function strangersIn(folder: string): string[] {
  if (!existsSync(folder)) return [`${folder} is not there`];
  const known = new Set([
    ...pageLocales.flatMap((locale) => payerTemplateNames.map((name) => `${locale}/${name}.txt`)),
    ...contactTemplateNames.map((name) => `en/${name}.txt`),
  ]);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.txt') && !known.has(file))
    .map((file) => `${file} replaces nothing: no template has this name`);
}
