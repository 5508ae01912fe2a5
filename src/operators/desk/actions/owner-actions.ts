import type { DeskAction } from './desk-action.js';

/** Actions that invite a merchant's first owner, or let a sole owner sign in again. */
export const ownerActions: readonly DeskAction[] = [
  {
    kind: 'MERCHANT',
    path: '/merchants/:id/invite-owner',
    permission: 'merchants:write',
    title: 'Invite the owner',
    says: 'The first owner signs up to the portal by a link that works once, and invites the others. The shop’s contacts are told.',
    fields: async () => [
      { name: 'name', label: 'Name' },
      { name: 'email', label: 'E-mail', hint: 'Of one of its contacts. The link goes there.' },
    ],
    run: async ({ ports, id, by, text }) => {
      const wanted = { merchantId: id, name: text('name'), email: text('email') };
      const { link } = await ports.team.inviteOwner(by, wanted);
      const back = `/desk/merchants/${id}`;
      if (link === null) return back;
      return {
        title: 'Invite the owner',
        says: 'Give this link to the person. It works once, for three days, and is shown only now.',
        facts: [],
        link,
        back,
      };
    },
  },
  {
    kind: 'MERCHANT',
    path: '/merchants/:id/give-owner-back',
    permission: 'merchants:write',
    title: 'Give an owner a new way in',
    says: 'For a sole owner who has lost password, phone and recovery codes. A second operator confirms it. All contacts are told, and the link works after a day.',
    fields: async ({ ports, id }) => {
      const members = await ports.team.list(id);
      const owners = members.filter(({ role }) => role === 'owner');
      const choices = owners.map(
        ({ personId, name, email }) => [personId, `${name}, ${email}`] as const,
      );
      return [{ name: 'personId', label: 'Owner', choices }];
    },
    run: async ({ ports, id, by, text }) => {
      const { personId, name } = await ports.team.find(id, text('personId'));
      await ports.errands.propose(by, {
        ...{ kind: 'OWNER', subject: personId, merchantId: id, wish: {} },
        says: `Give ${name}, owner of ${await ports.forMerchants.about('MERCHANT', id)}, a new way in after a day`,
      });
      return '/desk/schedules?done=proposed';
    },
  },
];
