import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageKinds } from '../../../../src/domain/message-kinds.js';
import { contactStoryOf } from '../../../../src/pages/mails/contact-stories.js';

const sources = join(import.meta.dirname, '../../../../src');
const filesOf = (extension: string): readonly string[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => readFileSync(join(sources, file), 'utf8'));

/** A call by which people are told of an entry of the audit. Mails of changed rights name no action. */
const tells =
  /\b(?:notify_security|notify_people|notify_owners|notify_contacts_of_key|note_account_proposal|audit_person|ask_second_people)\(/;
const named = /'((?:person|passkey|key|webhook|refund|settlement-account)\.[a-z-]+)'/g;

function actions(): Set<string> {
  const functions = filesOf('.sql')
    .flatMap((text) => text.split(/^create function /m))
    .filter((text) => tells.test(text));
  const found = functions.flatMap((text) => [
    ...[...text.matchAll(named)].map(([, action = '']) => action),
    // The verbs of a person's own account, of which the SQL makes `person.…`.
    ...[...text.matchAll(/person_action\(\w+, ([^)]*)\)/g)].flatMap(([, verbs = '']) =>
      [...verbs.replace(/\bwhen '\w+'/g, '').matchAll(/'([a-z-]+)'/g)].map(
        ([, verb = '']) => `person.${verb}`,
      ),
    ),
  ]);
  const changes = filesOf('.sql').flatMap((text) => [
    ...text.matchAll(/note_account_change\(\w+, '(\w+)'/g),
  ]);
  return new Set([
    ...found,
    ...changes.map(
      ([, what = '']) => `settlement-account.${what.toLowerCase().replaceAll('_', '-')}`,
    ),
    ...filesOf('team.ts').flatMap((text) =>
      [...text.matchAll(named)].map(([, action = '']) => action),
    ),
  ]);
}

it('says in words what was done, whatever the action of the audit', () => {
  const all = actions();
  expect(all.size).toBeGreaterThan(20);
  // A refund that needs no second person is told to nobody.
  all.delete('refund.ask');
  const wordless = [...all].filter((action) => {
    const { values } = contactStoryOf('PEOPLE_CHANGED', { merchant: 'Shop', action });
    return values.what === '';
  });
  expect(wordless).toEqual([]);
});

it('counts in words what a digest stands for', () => {
  const alone = new Set<string>(['DIGEST', 'INVITATION', 'PASSWORD_LINK', 'ATTENTION']);
  const kinds = messageKinds.filter((kind) => !alone.has(kind));
  const counted = Object.fromEntries(kinds.map((kind) => [kind, 2]));
  const { facts } = contactStoryOf('DIGEST', { merchant: 'Shop', messages: '2', kinds: counted });
  expect(facts.map(([name]) => name).filter((name) => /^[A-Z_]+$/.test(name))).toEqual([]);
});
