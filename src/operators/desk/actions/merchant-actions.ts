import { type MerchantAction, merchantMoves } from '../../../domain/merchant-state.js';
import { UpdateMerchantRequest } from '../../merchants/merchant-requests.dto.js';
import { readForm } from '../../../pages/parts/forms.js';
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

/** The actions about a merchant. Each corresponds to the operation of the same name in the operators' API. */
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
      // The key is revoked even if it is the last one: in an emergency at night, stopping the merchant's programs is
      // better than letting a thief go on.
      await ports.keys.revoke({ merchantId: id, clientId: text('clientId') }, true, by);
      return `/desk/merchants/${id}`;
    },
  },
];

/** The merchant's page shows it after all others. */
export const importanceAction: DeskAction = {
  kind: 'MERCHANT',
  path: '/merchants/:id/important',
  permission: 'merchants:write',
  title: 'Say whether it is important',
  says: 'When the webhooks of an important shop fail, operators are told at once; of any other, when more than 50 wait.',
  fields: async () => [
    {
      name: 'isImportant',
      label: 'Important',
      choices: [
        ['yes', 'yes'],
        ['no', 'no'],
      ],
    },
  ],
  run: async ({ ports, id, by, text }) => {
    const asked = { isImportant: text('isImportant') === 'yes' };
    await ports.merchants.update(id, readForm(UpdateMerchantRequest, asked), by);
    return `/desk/merchants/${id}`;
  },
};
