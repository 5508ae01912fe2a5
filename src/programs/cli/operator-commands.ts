import { lagosMoment } from '../../domain/lagos-day.js';
import {
  PgDoors,
  type ListedSession,
  type ListedToken,
} from '../../operators/people/door.store.js';
import { PgPersons } from '../../people/person.store.js';
import { People } from '../../operators/people/people.js';
import { PgPeople, type ListedOperator } from '../../operators/people/people.store.js';
import { isRole, type Role, roles } from '../../operators/people/permissions.js';
import { ApiError } from '../../http/api-error.js';
import { createPool } from '../../platform/database/database.js';
import { type Commands, type Given, Refused, required, textOf, UsageError } from './command.js';
import { commandActor, databaseUrlOf, deskUrlOf } from './settings.js';
import { tableOf } from './table.js';

const hourMs = 3_600_000;
const longestDays = 366;
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/**
 * The commands that manage operators. They need no token, because everyone who can log in to the database may manage
 * the operators.
 */
export const operatorCommands: Commands = {
  'operators list': {
    usage: '[--json]',
    summary: 'Lists who operates: people and machine users, their roles, and when they were seen.',
    words: [0, 0],
    options: { json: flag },
    run: list,
  },
  'operators invite': {
    usage: 'NAME --role ROLE [--hours 1] [--anew]',
    summary:
      'Prints a link by which a person signs up, once. --anew: also who has signed up, and has lost password and phone.',
    words: [1, 1],
    options: { role: text, hours: text, anew: flag },
    run: invite,
  },
  'operators link': {
    usage: '[NAME] [--hours 1]',
    summary:
      'Prints another link for who was invited and has not signed up; the one before is over. Without NAME: of the only one.',
    words: [0, 1],
    options: { hours: text },
    run: linkAgain,
  },
  'operators add': {
    usage: 'NAME --role ROLE [--days 90]',
    summary: 'Makes a machine user and prints a token of it, once.',
    words: [1, 1],
    options: { role: text, days: text },
    run: add,
  },
  'operators role': {
    usage: 'NAME ROLE --reason TEXT',
    summary: `Gives an operator another role: ${roles.join(', ')}.`,
    words: [2, 2],
    options: { reason: text },
    run: (given) =>
      change(given, (people, by, id) =>
        people.changeRole(by, id, roleOf(given.positionals[1]), true),
      ),
  },
  'operators disable': {
    usage: 'NAME --reason TEXT',
    summary: 'Shuts an operator out at once. All sessions and tokens end.',
    words: [1, 1],
    options: { reason: text },
    run: (given) => change(given, (people, by, id) => people.disable(by, id, true)),
  },
  'operators enable': {
    usage: 'NAME --reason TEXT',
    summary: 'Lets an operator in again.',
    words: [1, 1],
    options: { reason: text },
    run: (given) => change(given, (people, by, id) => people.enable(by, id)),
  },
  'operators reset': {
    usage: 'NAME --reason TEXT',
    summary:
      'Takes the second factor of who has lost the phone. The person sets another at the next sign-in.',
    words: [1, 1],
    options: { reason: text },
    run: (given) => change(given, (people, by, id) => people.resetSecondFactor(by, id)),
  },
  'operators vouch': {
    usage: 'NAME --reason TEXT',
    summary:
      'Says that a person and the administrator who let the person in are two people where two must decide.',
    words: [1, 1],
    options: { reason: text },
    run: (given) => change(given, (people, by, id) => people.vouch(by, id)),
  },
  'operators sessions': {
    usage: '[NAME] [--json]',
    summary: 'Lists the browsers that are signed in.',
    words: [0, 1],
    options: { json: flag },
    run: sessions,
  },
  'operators tokens': {
    usage: '[NAME] [--json]',
    summary: 'Lists tokens: until when they are valid, and when they were last used.',
    words: [0, 1],
    options: { json: flag },
    run: tokens,
  },
  'operators token': {
    usage: 'NAME [--label TEXT] [--role ROLE] [--days 90]',
    summary:
      'Prints one token more of an operator, once. --role: it may do no more than this role.',
    words: [1, 1],
    options: { label: text, role: text, days: text },
    run: token,
  },
  'operators end': {
    usage: 'SESSION_ID | TOKEN_ID',
    summary: 'Ends a session or a token. It is refused from then on.',
    words: [1, 1],
    options: {},
    run: end,
  },
};

async function list({ values }: Given): Promise<string> {
  const people = await withPeople(({ service }) => service.list());
  if (values['json'] === true) return JSON.stringify(people, null, 2);
  if (people.length === 0)
    return 'Nobody operates yet: manilla operators invite NAME --role administrator';
  return tableOf<ListedOperator>(
    [
      { title: 'OPERATOR', text: ({ name }) => name },
      { title: 'ROLE', text: ({ role }) => role },
      { title: 'KIND', text: ({ kind }) => kind.toLowerCase() },
      { title: 'STATE', text: ({ status }) => status.toLowerCase().replaceAll('_', ' ') },
      { title: 'LAST SEEN', text: ({ lastSeenAt }) => momentOf(lastSeenAt) },
    ],
    people,
  );
}

async function invite(given: Given): Promise<string> {
  const wish = { name: nameOf(given), role: roleOf(required(given, 'role')) };
  const hours = wholeNumber(given, 'hours', 1, 7 * 24);
  const how = { anew: given.values['anew'] === true, forMs: hours * hourMs };
  return withPeople(({ service }) => linkText(service, wish, how));
}

/** Makes another link for a person who was invited, with the role that the person was invited to. */
async function linkAgain(given: Given): Promise<string> {
  const [name] = given.positionals;
  const hours = wholeNumber(given, 'hours', 1, 7 * 24);
  return withPeople(async ({ service }) => {
    const invited = (await service.list()).filter(({ status }) => status === 'INVITED');
    const wanted = invited.filter((each) => name === undefined || each.name === name);
    const [person, ...others] = wanted;
    if (person === undefined) {
      const waiting = `Who waits to sign up: ${namesOf(invited)}.`;
      throw new Refused(name === undefined ? waiting : `${name} does not. ${waiting}`);
    }
    if (others.length > 0) throw new Refused(`Name one of: ${namesOf(invited)}.`);
    return linkText(service, person, { forMs: hours * hourMs });
  });
}

function namesOf(people: readonly ListedOperator[]): string {
  return people.map((each) => each.name).join(', ') || 'nobody';
}

async function linkText(
  service: People,
  { name, role }: { readonly name: string; readonly role: Role },
  how: { readonly anew?: boolean; readonly forMs: number },
): Promise<string> {
  const { link, expiresAt } = await service.invite(commandActor(process.env), { name, role }, how);
  return [`${name} signs up with this link, once, until ${lagosMoment(expiresAt)}:`, '', link].join(
    '\n',
  );
}

async function add(given: Given): Promise<string> {
  const [name, role] = [nameOf(given), roleOf(required(given, 'role'))];
  const days = wholeNumber(given, 'days', 90, longestDays);
  const by = commandActor(process.env);
  const made = await withPeople(async ({ service }) => {
    const operatorId = await service.addMachine(by, name, role);
    return service.addToken(by, { operatorId, label: null, role: null, days });
  });
  return tokenText(name, made);
}

async function token(given: Given): Promise<string> {
  const name = nameOf(given);
  const role = textOf(given, 'role');
  const days = wholeNumber(given, 'days', 90, longestDays);
  const wanted = {
    ...{ label: textOf(given, 'label') ?? null, days },
    role: role === undefined ? null : roleOf(role),
  };
  const made = await withPeople(async ({ service, people }) => {
    const operatorId = await idOf(people, name);
    return service.addToken(commandActor(process.env), { operatorId, ...wanted });
  });
  return tokenText(name, made);
}

function tokenText(
  name: string,
  made: { readonly tokenId: string; readonly token: string; readonly expiresAt: Date },
): string {
  return [
    `${name} has a token until ${lagosMoment(made.expiresAt)} (${made.tokenId}).`,
    'This is the only time that it is shown:',
    '',
    made.token,
  ].join('\n');
}

async function change(
  given: Given,
  act: (people: People, by: ReturnType<typeof commandActor>, operatorId: string) => Promise<void>,
): Promise<string> {
  const by = commandActor(process.env, required(given, 'reason'));
  await withPeople(async ({ service, people }) =>
    act(service, by, await idOf(people, nameOf(given))),
  );
  return 'Done.';
}

async function sessions({ positionals: [name], values }: Given): Promise<string> {
  const found = await withPeople(({ service }) => service.sessions(name ?? null));
  if (values['json'] === true) return JSON.stringify(found, null, 2);
  if (found.length === 0) return 'Nobody is signed in.';
  return tableOf<ListedSession>(
    [
      { title: 'OPERATOR', text: ({ operator }) => operator },
      { title: 'SESSION', text: ({ sessionId }) => sessionId },
      { title: 'LAST SEEN', text: ({ seenAt }) => momentOf(seenAt) },
      { title: 'FROM', text: ({ address }) => address ?? '' },
    ],
    found,
  );
}

async function tokens({ positionals: [name], values }: Given): Promise<string> {
  const found = await withPeople(({ service }) => service.tokens(name ?? null));
  if (values['json'] === true) return JSON.stringify(found, null, 2);
  if (found.length === 0) return 'No tokens.';
  return tableOf<ListedToken>(
    [
      { title: 'OPERATOR', text: ({ operator }) => operator },
      { title: 'TOKEN', text: ({ tokenId }) => tokenId },
      { title: 'STATE', text: stateOf },
      { title: 'LAST USED', text: ({ lastUsedAt }) => momentOf(lastUsedAt) },
    ],
    found,
  );
}

function stateOf({ revokedAt, expiresAt }: ListedToken): string {
  if (revokedAt !== null) return 'ended';
  return expiresAt <= new Date() ? 'expired' : `until ${lagosMoment(expiresAt).slice(0, 10)}`;
}

function momentOf(time: Date | null): string {
  return time === null ? 'never' : lagosMoment(time);
}

async function end({ positionals: [id = ''] }: Given): Promise<string> {
  const by = commandActor(process.env);
  const isEnded = await withPeople(({ doors, persons }) =>
    id.startsWith('ose_') ? persons.endSession(by, id, null) : doors.endToken(by, id, null),
  );
  if (!isEnded) throw new Refused(`No session or token with the id "${id}" is valid.`);
  return 'Ended.';
}

async function idOf(people: PgPeople, name: string): Promise<string> {
  const found = await people.find({ name });
  if (found === undefined) throw new Refused(`No operator has the name "${name}".`);
  return found.operatorId;
}

function nameOf({ positionals: [name = ''] }: Given): string {
  return name.trim();
}

function roleOf(word: string | undefined): Role {
  if (isRole(word)) return word;
  throw new UsageError(`"${word ?? ''}" is no role. The roles are ${roles.join(', ')}.`);
}

function wholeNumber(given: Given, option: string, usual: number, most: number): number {
  const number = Number(textOf(given, option) ?? usual);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageError(`--${option} must be a whole number from 1 to ${most}.`);
}

interface Rooms {
  readonly service: People;
  readonly people: PgPeople;
  readonly doors: PgDoors;
  readonly persons: PgPersons;
}

async function withPeople<Result>(work: (rooms: Rooms) => Promise<Result>): Promise<Result> {
  const pool = createPool(databaseUrlOf(process.env), { max: 1, applicationName: 'manilla-cli' });
  try {
    const [people, doors] = [new PgPeople(pool), new PgDoors(pool)];
    const persons = new PgPersons(pool, 'OPERATOR');
    const service = new People(people, doors, persons, deskUrlOf(process.env));
    return await work({ service, people, doors, persons });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw error.reason === 'VALIDATION_FAILED'
      ? new UsageError(error.message)
      : new Refused(error.message);
  } finally {
    await pool.end();
  }
}
