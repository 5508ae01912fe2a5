import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageLocales } from '../../../../src/domain/page-locale.js';
import { loadTemplates, TemplateFault } from '../../../../src/pages/mails/template-files.js';
import {
  filled,
  readTemplate,
  type TemplateName,
  templateRules,
} from '../../../../src/pages/mails/template.js';
import { manilla } from '../../../support/manilla-cli.js';

const names = Object.keys(templateRules) as TemplateName[];
const shipped = join(import.meta.dirname, '../../../../src/pages/mails/templates');
const textOf = (locale: string, name: string): string =>
  readFileSync(join(shipped, locale, `${name}.txt`), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manilla-templates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const replace = (file: string, text: string): void => {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const faults = (): readonly string[] => {
  try {
    loadTemplates(folder);
    return [];
  } catch (error) {
    return (error as TemplateFault).problems;
  }
};

describe.each(pageLocales)('the templates in %s', (locale) => {
  it.each(names)('%s may each be replaced by a copy of ours', (name) => {
    replace(`${locale}/${name}.txt`, textOf(locale, name));
    expect(faults()).toEqual([]);
    replace(`${locale}/${name}.txt`, `${textOf(locale, name)}\n\n{secret}`);
    expect(faults()).toEqual([`${locale}/${name}.txt names {secret}, which is not known here`]);
  });
});

describe('a template', () => {
  const receipt = textOf('en', 'receipt');
  const problems = (text: string, name: TemplateName = 'receipt') =>
    readTemplate(name, text).problems;

  it.each([
    ['no subject', receipt.replace(/^Subject:.*\n/m, ''), 'has no line "Subject: …"'],
    [
      'no amount in its subject',
      receipt.replace('{amount}', ''),
      'must name {amount} in its subject',
    ],
    [
      'no order in its subject',
      receipt.replace('{reference}', ''),
      'must name {reference} in its subject',
    ],
    [
      'no link in its SMS',
      receipt.replace(/(^Sms:.*)\{page\}/m, '$1'),
      'must name {page} in its SMS',
    ],
    ['no SMS', receipt.replace(/^Sms:.*\n/m, ''), 'has no line "Sms: …"'],
    ['no button', receipt.replaceAll(/^\[button\].*$/gm, ''), 'must have a line [button]'],
    ['no facts', receipt.replaceAll('[facts]', ''), 'must have a line [facts]'],
    ['an empty file', '', 'has no line "Subject: …"'],
  ])('with %s says so', (_what, text, problem) => {
    expect(problems(text)).toContain(problem);
  });

  it('may come with the line ends of Windows', () => {
    expect(problems(receipt.replaceAll('\n', '\r\n'))).toEqual([]);
  });

  it('is filled once: what a value holds is no placeholder', () => {
    const values = { merchant: '{amount}', amount: '₦1.00' };
    expect(filled('{merchant} {amount} {until}', values)).toBe('{amount} ₦1.00 {until}');
  });
});

describe('manilla senders templates', () => {
  const run = (...args: string[]) => manilla(['senders', 'templates', ...args], {});

  it('lists what each may and must name', async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^receipt +\{amount\} \{reference\} +\{merchant\} \{reference\} \{amount\} \{page\} +\[facts\] \[button\]/m,
    );
  });

  it('says of a folder whether it can be used, file by file', async () => {
    replace('yo/receipt.txt', textOf('yo', 'receipt'));
    expect((await run(folder)).stdout).toContain(`Those of ${folder} can be used.`);
    replace('en/reciept.txt', 'x');
    replace('ha/receipt.txt', textOf('ha', 'receipt').replace('{amount}', '{amont}'));
    const { code, stderr } = await run(folder);
    expect(code).toBe(1);
    expect(stderr).toContain('en/reciept.txt replaces nothing: no template has this name');
    expect(stderr).toContain('ha/receipt.txt names {amont}, which is not known here');
    expect(stderr).toContain('ha/receipt.txt must name {amount} in its subject');
    expect((await run(join(folder, 'nowhere'))).stderr).toContain('is not there');
  });
});
