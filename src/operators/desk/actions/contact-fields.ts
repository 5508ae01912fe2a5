import type { ActionField } from './desk-action.js';

const kinds = [
  ['business', 'Who answers for the business'],
  ['technical', 'Who runs the integration'],
  ['settlement', 'Who asks about payouts'],
] as const;

const parts = [
  ['name', 'name'],
  ['email', 'e-mail'],
  ['phoneNumber', 'phone number'],
] as const;

export const contactFields: readonly ActionField[] = kinds.flatMap(([kind, who]) =>
  parts.map(([part, words]) => ({ name: `${kind}.${part}`, label: `${who}: ${words}` })),
);

/** Returns the contacts that were typed; a contact without any text is left out. */
export function contactsIn(
  text: (field: string) => string,
): Record<string, Record<string, string>> {
  const typed = kinds.map(([kind]) => {
    const contact = parts.map(([part]) => [part, text(`${kind}.${part}`).trim()] as const);
    return [kind, contact] as const;
  });
  const given = typed.filter(([, contact]) => contact.some(([, value]) => value !== ''));
  return Object.fromEntries(given.map(([kind, contact]) => [kind, Object.fromEntries(contact)]));
}
