import { type MerchantAction, merchantMoves } from '../../../domain/merchant-state.js';
import type { DeskAction } from './desk-action.js';

const moves: readonly {
  readonly name: MerchantAction;
  readonly title: string;
  readonly says: string;
}[] = [
  {
    name: 'suspend',
    title: 'Suspend this shop',
    says: 'Within five seconds its keys are refused and it takes no payments. Money that is on its way is still booked, and payouts are held.',
  },
  {
    name: 'reinstate',
    title: 'Reinstate this shop',
    says: 'It takes payments again, with the keys that it had.',
  },
  {
    name: 'activate',
    title: 'Let this shop take payments',
    says: 'Its checklist must be done. From then on its customers can pay.',
  },
  {
    name: 'close',
    title: 'Close this shop for good',
    says: 'Nothing of it may be open, and no money may be left. It cannot be opened again.',
  },
];

/** The actions about a merchant. Each is the operation of the operators' API of the same name. */
export const merchantActions: readonly DeskAction[] = [
  ...moves.map(({ name, title, says }): DeskAction => ({
    kind: 'MERCHANT',
    path: `/merchants/:id/${name}`,
    permission: 'merchants:write',
    ...{ title, says, from: merchantMoves[name].from },
    run: async ({ ports, id, by }) => {
      await ports.merchants.move(id, name, by);
      return `/desk/merchants/${id}`;
    },
  })),
  {
    kind: 'MERCHANT',
    path: '/merchants/:id/revoke-key',
    permission: 'keys:write',
    title: 'Revoke a key',
    says: 'Its secret and its tokens are refused within five seconds, for good. Use this when a key may be stolen.',
    fields: async ({ ports, id }) => {
      const keys = await ports.keys.list(id);
      const live = keys.filter(({ revokedAt }) => revokedAt === null);
      return [
        {
          name: 'clientId',
          label: 'Key',
          choices: live.map(({ clientId, name }) => [clientId, `${name ?? 'Key'}: ${clientId}`]),
        },
      ];
    },
    run: async ({ ports, id, by, text }) => {
      // The key is revoked even if it is the last one: at night it is better that the merchant's programs stop than
      // that a thief goes on.
      await ports.keys.revoke({ merchantId: id, clientId: text('clientId') }, true, by);
      return `/desk/merchants/${id}`;
    },
  },
];
