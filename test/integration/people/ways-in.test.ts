import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MerchantPeople } from '../../support/merchant-people.js';

let people: MerchantPeople;
beforeAll(async () => {
  people = await MerchantPeople.open();
});
afterAll(() => people?.[Symbol.asyncDispose]());

describe('a link', () => {
  it.each([
    [{}, true],
    [{ from: '1 minute', until: '1 hour' }, false],
    [{ from: '-1 hour', until: '-1 second' }, false],
  ])('that may be used %j is taken: %s, and once', async (times, isTaken) => {
    const one = await people.add('viewer');
    const hash = await people.link(one, 'SIGN_UP', times);
    expect(await people.take(one, hash)).toBe(isTaken);
    expect(await people.take(one, hash)).toBe(false);
  });

  it.each([
    // Who signs up by a link becomes the person: nobody else's device may stay.
    ['SIGN_UP', 0, true],
    ['APP', 1, true],
    // Only who has no second factor sets one with nothing but the password.
    ['ENROL', 1, false],
  ] as const)('of %s leaves %i passkeys', async (kind, passkeys, isTaken) => {
    const one = await people.add('viewer');
    await people.session(one);
    await people.passkey(one);
    expect(await people.take(one, await people.link(one, kind))).toBe(isTaken);
    expect(await people.has(one)).toMatchObject({ sessions: isTaken ? 0 : 1, passkeys });
  });

  it('for another app is over with the session that asked for it', async () => {
    const one = await people.add('viewer');
    const session = (await people.session(one)) ?? '';
    const hash = await people.link(one, 'APP');
    const open = () => people.persons.openInvitation(hash, Buffer.from([1]));
    expect(await open()).toMatchObject({ personId: one.personId });
    await people.persons.endSession(one.by, session, one.personId);
    expect([await open(), await people.take(one, hash)]).toEqual([undefined, false]);
  });

  it('that works later is over as soon as its person signs in: nothing was lost', async () => {
    const one = await people.add('owner');
    await people.link(one, 'SIGN_UP', { from: '1 minute', until: '1 hour' });
    await people.session(one);
    expect(await people.has(one)).toMatchObject({ links: 0 });
  });
});

describe('a recovery code', () => {
  it('is taken once, of its person alone', async () => {
    const [one, other] = [await people.add('viewer'), await people.add('viewer')];
    const code = randomBytes(32);
    await people.persons.changeRecoveryCodes(one.by, one.personId, [code]);
    const use = (who: typeof one) => people.persons.useRecoveryCode(who.by, who.personId, code);
    expect([await use(other), await use(one), await use(one)]).toEqual([false, true, false]);
  });
});

describe('a session', () => {
  it('is ended by its own person, and freshened while it lasts', async () => {
    const [one, other] = [await people.add('viewer'), await people.add('viewer')];
    const session = (await people.session(one)) ?? '';
    const { persons } = people;
    expect(await persons.endSession(other.by, session, other.personId)).toBe(false);
    expect(await persons.freshen(session, new Date(Date.now() + 1_000))).toBe(true);
    await people.pool.query(
      `update person_session set expires_at = now() - interval '1 second' where session_id = $1`,
      [session],
    );
    expect(await persons.freshen(session, new Date(Date.now() + 1_000))).toBe(false);
    expect(await persons.endSession(one.by, session, one.personId)).toBe(true);
  });
});

describe('a passkey', () => {
  it('is one of ten at most', async () => {
    const one = await people.add('viewer');
    const added: boolean[] = [];
    for (let at = 0; at < 11; at += 1) added.push(await people.passkey(one));
    expect(added).toEqual([...Array.from({ length: 10 }, () => true), false]);
  });

  it('signs what its person was asked, in time and once', async () => {
    const [one, other] = [await people.add('viewer'), await people.add('viewer')];
    const { passkeys } = people;
    const asked = async (personId: string | null, forMs = 60_000) => {
      const challenge = randomBytes(16).toString('base64url');
      await passkeys.ask(challenge, personId, forMs);
      return challenge;
    };
    const own = await asked(one.personId);
    expect(await passkeys.wasAsked(own, one.personId)).toBe(true);
    expect(await passkeys.wasAsked(own, one.personId)).toBe(false);
    expect(await passkeys.wasAsked(await asked(other.personId), one.personId)).toBe(false);
    expect(await passkeys.wasAsked(await asked(null), one.personId)).toBe(false);
    expect(await passkeys.wasAsked(await asked(one.personId), null)).toBe(false);
    expect(await passkeys.wasAsked(await asked(null, -1_000), null)).toBe(false);
    expect(await passkeys.wasAsked('never asked', null)).toBe(false);
  });

  it.each([
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])('that counted %i and counts %i is itself: %s', async (before, now, isItself) => {
    const one = await people.add('viewer');
    await people.passkey(one);
    const { rows } = await people.pool.query(
      'update person_passkey set counter = $2 where person_id = $1 returning passkey_id',
      [one.personId, before],
    );
    expect(await people.passkeys.use(rows[0].passkey_id, now)).toBe(isItself);
  });
});
