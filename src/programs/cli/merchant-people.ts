import type {
  InvitedOwnerView,
  MerchantPeopleView,
} from '../../operators/merchants/merchant-people.dto.js';
import { type Commands, required } from './command.js';
import { askDesk } from './desk-client.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const at = (merchantId: string): string => `/merchants/${encodeURIComponent(merchantId)}/people`;

/** The commands by which operators manage a merchant's people. */
export const merchantPeopleCommands: Commands = {
  'merchants people': {
    usage: 'MERCHANT_ID [--json]',
    summary: 'Lists the people of a merchant, who sign in to the portal.',
    words: [1, 1],
    options: { json: flag },
    run: async ({ positionals: [merchantId = ''], values }) => {
      const { data } = await askDesk<MerchantPeopleView>('GET', at(merchantId));
      if (values['json']) return JSON.stringify(data, null, 2);
      if (data.items.length === 0) return 'Nobody: invite the owner.';
      return tableOf(
        [
          { title: 'NAME', text: ({ name }) => name },
          { title: 'E-MAIL', text: ({ email }) => email },
          { title: 'ROLE', text: ({ role }) => role },
          { title: 'STATUS', text: ({ status }) => status },
        ],
        data.items,
      );
    },
  },
  'merchants invite-owner': {
    usage: 'MERCHANT_ID --name NAME --email EMAIL [--json]',
    summary: 'Invites the first owner of a merchant to the portal.',
    words: [1, 1],
    options: { name: text, email: text, json: flag },
    run: async (given) => {
      const [merchantId = ''] = given.positionals;
      const body = { name: required(given, 'name'), email: required(given, 'email') };
      const path = `${at(merchantId)}/owner`;
      const { data } = await askDesk<InvitedOwnerView>('POST', path, body);
      if (given.values['json']) return JSON.stringify(data, null, 2);
      return data.link === null
        ? 'Invited. The link goes by e-mail.'
        : `Invited. The link works once, for three days:\n\n${data.link}`;
    },
  },
};
