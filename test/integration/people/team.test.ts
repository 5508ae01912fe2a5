import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantRoleNames, merchantRoles } from '../../../src/people/rights.js';
import { MerchantPeople, type SomebodyOfMerchant } from '../../support/merchant-people.js';

let people: MerchantPeople;
beforeAll(async () => {
  people = await MerchantPeople.open();
  // Whatever happens below, an owner is left.
  await people.add('owner');
});
afterAll(() => people?.[Symbol.asyncDispose]());

/** Undefined when it was done, else the words of the refusal. */
const outcomeOf = async (act: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await act();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
const lacking = 'You cannot give a right that you lack, nor change somebody who has more.';
const covers = (one: keyof typeof merchantRoles, other: keyof typeof merchantRoles) =>
  merchantRoles[other].every((right) => (merchantRoles[one] as readonly string[]).includes(right));
const pairs = merchantRoleNames.flatMap((actor) =>
  merchantRoleNames.map((other) => [actor, other] as const),
);

describe.each(pairs)('a person who is %s', (role, other) => {
  const { merchantId } = { merchantId: () => people.merchantId };
  const expected = covers(role, other) ? undefined : lacking;

  it(`and changes, resets, removes or invites one who is ${other}: ${expected ?? 'done'}`, async () => {
    const { team } = people;
    const { by } = await people.add(role);
    const acts: readonly ((to: SomebodyOfMerchant) => Promise<unknown>)[] = [
      // To what the other is now, from what nobody lacks, and the other way round.
      ({ personId }) =>
        team.changeRole(by, merchantId(), personId, other === 'support' ? 'viewer' : 'support'),
      ({ personId }) => team.resetSecondFactor(by, merchantId(), personId),
      ({ personId }) => team.remove(by, merchantId(), personId),
    ];
    for (const act of acts) {
      const target = await people.add(other);
      const isViewer = act === acts[0] && other === 'support' && !covers(role, 'viewer');
      expect(await outcomeOf(() => act(target))).toBe(isViewer ? lacking : expected);
    }
    const waiting = await people.add(other, { signedUp: false });
    const invite = (email: string, to: string) =>
      team.invite(by, { merchantId: merchantId(), name: 'Bisi', email, role: to });
    expect(await outcomeOf(() => invite(waiting.email, 'support'))).toBe(expected);
    expect(await outcomeOf(() => invite(`new-${waiting.email}`, other))).toBe(expected);
  });
});

describe('a person who leaves, or whose second factor is reset', () => {
  const settled = async () => {
    const one = await people.add('viewer');
    await people.session(one);
    await people.passkey(one);
    await people.persons.changeRecoveryCodes(one.by, one.personId, [Buffer.alloc(32, 1)]);
    await people.link(one, 'APP');
    expect(await people.has(one)).toEqual({ sessions: 1, passkeys: 1, codes: 1, links: 1 });
    return one;
  };

  it('has nothing any more to come in with', async () => {
    const { by } = await people.add('owner');
    const gone = await settled();
    await people.team.remove(by, people.merchantId, gone.personId);
    expect(await people.has(gone)).toEqual({ sessions: 0, passkeys: 0, codes: 0, links: 0 });
    expect(await people.session(gone)).toBeUndefined();
    expect(await people.passkey(gone)).toBe(false);
    expect(
      await people.persons.changePassword(gone.by, {
        ...{ personId: gone.personId, oldHash: 'hash', newHash: 'other' },
        keptSessionId: '',
      }),
    ).toBe(false);
  });

  it('has only the link by which the person sets another', async () => {
    const { by } = await people.add('owner');
    const reset = await settled();
    await people.team.resetSecondFactor(by, people.merchantId, reset.personId);
    expect(await people.has(reset)).toMatchObject({ sessions: 0, passkeys: 0, codes: 0 });
  });
});

describe('the last owner', () => {
  it('stays, can sign in, and is not one who was only invited', async () => {
    await using own = await MerchantPeople.open();
    const { by, personId } = await own.add('owner');
    await own.add('owner', { signedUp: false });
    const last = 'This is the last owner who can sign in. Make another owner first.';
    const { team, merchantId } = own;
    const acts = [
      () => team.changeRole(by, merchantId, personId, 'admin'),
      () => team.remove(by, merchantId, personId),
      () => team.resetSecondFactor(by, merchantId, personId),
    ];
    for (const act of acts) expect(await outcomeOf(act)).toBe(last);
    await own.add('owner');
    expect(await outcomeOf(acts[0] as () => Promise<void>)).toBeUndefined();
  });

  it('gets no other way in while another owner has one', async () => {
    await using own = await MerchantPeople.open();
    const { by, personId } = await own.add('owner');
    const operator = { ...by, kind: 'OPERATOR', operatorId: 'opr_1', personId: undefined } as never;
    await own.add('owner');
    expect(await outcomeOf(() => own.team.giveBack(operator, own.merchantId, personId))).toContain(
      'Another owner can sign in',
    );
  });
});

describe('a role of the merchant’s own', () => {
  it('with more than one has is neither changed nor ended by one, and not ended while people have it', async () => {
    const { team, merchantId } = people;
    const [owner, admin] = [await people.add('owner'), await people.add('admin')];
    await team.putRole(owner.by, merchantId, {
      ...{ roleId: null, name: 'Deputy' },
      rights: ['owners:write', 'team:read'],
    });
    const [role] = await team.roles(merchantId);
    if (role === undefined) throw new Error('there is no role');
    const narrower = { roleId: role.roleId, name: 'Deputy', rights: ['team:read'] };
    expect(await outcomeOf(() => team.putRole(admin.by, merchantId, narrower))).toBe(lacking);
    expect(await outcomeOf(() => team.endRole(admin.by, merchantId, role.roleId))).toBe(lacking);
    const deputy = await people.add(role.roleId);
    expect(await outcomeOf(() => team.endRole(owner.by, merchantId, role.roleId))).toBe(
      'People have this role. Give them another one first.',
    );
    await team.remove(owner.by, merchantId, deputy.personId);
    expect(await outcomeOf(() => team.endRole(owner.by, merchantId, role.roleId))).toBeUndefined();
    expect(
      await outcomeOf(() => team.changeRole(owner.by, merchantId, admin.personId, role.roleId)),
    ).toBe('There is no such role.');
  });
});
