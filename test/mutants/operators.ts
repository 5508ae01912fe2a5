import type { Mutant } from './mutant.ts';

const cases = 'test/integration/operators/cases/case.store.test.ts';
const journals = 'test/integration/operators/journals/journal-proposal.store.test.ts';
const tokens = 'test/integration/operators/people/operator.store.test.ts';

/** Who decides, and that two persons do where one could take money. */
export const operators: readonly Mutant[] = [
  {
    name: 'own-proposal-confirmed',
    cost: 'One operator alone releases a payout to a changed account.',
    file: 'src/operators/cases/cases.sql',
    replace: `else coalesce(why_not_two(standing ->> 'operatorId', p_by ->> 'partnerId'),`,
    by: `else coalesce(null,`,
    seenBy: {
      file: cases,
      test: 'is confirmed by another operator who has seen it, once, and by nobody who asks the same',
    },
  },
  {
    name: 'confirmed-with-another-account',
    cost: 'An operator confirms a refund to an account, and it goes to another one.',
    file: 'src/operators/cases/cases.sql',
    replace: `when standing ->> 'shownHash' is distinct from p_shown_hash then 'CHANGED'`,
    by: `when false then 'CHANGED'`,
    seenBy: {
      file: cases,
      test: 'is confirmed by another operator who has seen it, once, and by nobody who asks the same',
    },
  },
  {
    name: 'proposed-for-a-closed-case',
    cost: 'A decision is taken about what needs none any more.',
    file: 'src/operators/cases/cases.sql',
    replace: `when c.status <> 'OPEN' then 'CLOSED'`,
    by: `when false then 'CLOSED'`,
    seenBy: { file: cases, test: 'is of an open case and of a valid decision only' },
  },
  {
    name: 'undone-decision-not-asked-again',
    cost: 'After a restore of the database, held money waits for a decision that nobody is asked for.',
    file: 'src/operators/cases/cases.sql',
    replace: `where x.case_number = p_case and x.status = 'OPEN' and is_case_over(x)`,
    by: `where x.case_number = p_case and x.status = 'OPEN'`,
    seenBy: {
      file: 'test/workflows/upkeep/case-watch.test.ts',
      test: 'about a refund that has failed',
    },
  },
  {
    name: 'own-journal-posted',
    cost: 'One operator alone changes the books.',
    file: 'src/operators/journals/journals.sql',
    replace: `else why_not_two(p.operator_id, p_by ->> 'operatorId') end`,
    by: `end`,
    seenBy: { file: journals, test: 'is in the books when a second operator has posted it, once' },
  },
  {
    name: 'puppet-is-a-second-person',
    cost: 'An administrator invites somebody, and decides as two.',
    file: 'src/people/people.sql',
    replace: `when person_of(one) = person_of(other) then 'LET_IN'`,
    by: `when false then 'LET_IN'`,
    seenBy: {
      file: 'test/integration/operators/people/two-people.test.ts',
      test: 'are two a day after the sign-up, and never with who has let one of them in',
    },
  },
  {
    name: 'journal-of-merchants-money',
    cost: 'Two operators write a merchant’s balance off by a journal.',
    file: 'src/operators/journals/journals.sql',
    replace: `in ('1100', '1110', '1200', '1400', '5300')`,
    by: `in ('1100', '1110', '1200', '1400', '5300', '2100', '2110')`,
    seenBy: { file: journals, test: 'never touches what merchants have, nor what is in suspense' },
  },
  {
    name: 'journal-taken-back-twice',
    cost: 'A journal is reversed twice, and the books are wrong by its amount.',
    file: 'src/operators/journals/journals.sql',
    replace: `p.reverses = reversed and p.status <> 'WITHDRAWN'`,
    by: `p.reverses = reversed and p.status = 'POSTED'`,
    seenBy: { file: journals, test: 'takes a journal back once, whichever two propose it' },
  },
  {
    name: 'sessions-outlive-a-password',
    cost: 'Who has stolen a browser’s session keeps it after the password was changed because of that.',
    file: 'src/people/people.sql',
    replace: 'perform end_sessions_of(p_person_id, p_kept);',
    by: '',
    seenBy: {
      file: 'test/edge/desk/own-password.test.ts',
      test: 'is changed at the desk by who knows the old one',
    },
  },
  {
    name: 'own-password-guessed',
    cost: 'Who sits at an open browser guesses the password without being slowed down.',
    file: 'src/people/sign-ins.ts',
    replace: 'unlessWrong(this.#names, both, ',
    by: 'unlessWrong(this.#names, String(Math.random()), ',
    seenBy: {
      file: 'test/unit/people/sign-ins.test.ts',
      test: 'at the door of an own password as well',
    },
  },
  {
    name: 'revoked-token-lets-in',
    cost: 'An operator who has left still decides.',
    file: 'src/operators/people/operator.store.ts',
    replace: 'where t.token_hash = $1 and t.revoked_at is null and o.disabled_at is null',
    by: 'where t.token_hash = $1 and o.disabled_at is null',
    seenBy: { file: tokens, test: 'ends, and is unknown when it was ended or never made' },
  },
  {
    name: 'idle-session-lets-in',
    cost: 'A browser that somebody has left open decides the next day.',
    file: 'src/operators/people/operator.store.ts',
    replace: "s.expires_at <= now() or s.seen_at < now() - interval '1 hour' as expired",
    by: 's.expires_at <= now() as expired',
    seenBy: { file: tokens, test: 'is over after twelve hours, or one without a click' },
  },
  {
    name: 'session-without-second-factor',
    cost: 'A password alone opens the desk.',
    file: 'src/operators/people/operator.store.ts',
    replace: 'and o.second_factor_sealed is not null',
    by: '',
    seenBy: {
      file: tokens,
      test: 'is nobody’s once the person is disabled or has no second factor',
    },
  },
  {
    name: 'live-on-a-slow-sandbox-database',
    cost: 'Payers of a shop pay into a sandbox until its database has answered.',
    file: 'src/platform/database/database.ts',
    replace: '    ...verification(options.environment),',
    by: '',
    seenBy: {
      file: 'test/e2e/api/health.test.ts',
      test: 'serves nobody from a database that is slow to tell its environment',
    },
  },
  {
    name: 'live-on-a-database-that-became-a-sandbox',
    cost: 'A program that was started before the first migration serves from a database of the other environment.',
    file: 'src/platform/database/database.ts',
    replace: '    if (databaseOfNobody.has(client)) end(client);',
    by: '',
    seenBy: {
      file: 'test/integration/platform/database/database.test.ts',
      test: 'of one environment leaves a database of nobody that becomes one of the other',
    },
  },
  {
    name: 'broken-off-rotation-adds-a-key',
    cost: 'Each time that a rotation of the seal is given again it adds a key, and never ends.',
    file: 'src/platform/keys/rotation.ts',
    replace: 'standing.length > 1 && standing[0] === promoted;',
    by: 'false;',
    seenBy: {
      file: 'test/unit/platform/keys/rotation.test.ts',
      test: 'that was broken off while secrets were sealed anew goes on',
    },
  },
  {
    name: 'new-key-for-its-writer-only',
    cost: 'Root rotates a key, and no program can start again.',
    file: 'src/platform/keys/key-files.ts',
    replace: 'chmodSync(fresh, former.mode);',
    by: '',
    seenBy: {
      file: 'test/unit/platform/keys/rotation.test.ts',
      test: 'keeps its mode and, when root writes it, its owner',
    },
  },
  {
    name: 'proxies-of-any-kind',
    cost: 'The API ends with an error of a library that names no setting.',
    file: 'src/platform/config/fields.ts',
    replace: 'if (parts.every(isRange)) return parts;',
    by: 'if (parts.every(isRange) || true) return parts;',
    seenBy: {
      file: 'test/unit/platform/config/config.test.ts',
      test: 'without repeating it',
    },
  },
];
