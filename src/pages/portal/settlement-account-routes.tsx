import { may } from '../../http/access/may.js';
import { SettlementAccountRequest } from '../../payouts/accounts/account.dto.js';
import type { AccountChangeOutcome } from '../../payouts/accounts/account-proposals.js';
import { readForm, textOf } from '../parts/forms.js';
import { type AccountPorts, merchantIn } from './account-ports.js';
import { filledOf } from './form-values.js';
import { givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import { SettlementAccountsPage } from './pages/settlement-accounts.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';

const path = '/settlements/accounts';
const words = {
  done: 'Done. Your contacts are told by e-mail.',
  proposed: 'Proposed. Another person must confirm it.',
  confirmed: 'Confirmed and done.',
  withdrawn: 'Withdrawn.',
};
type DoneWord = keyof typeof words;

const after: Readonly<Record<AccountChangeOutcome, DoneWord>> = {
  DONE: 'done',
  PROPOSED: 'proposed',
};

/** The pages of the accounts that the merchant is paid to. Each form needs a fresh confirmation of the identity. */
export function settlementAccountRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const { accountProposals: proposals } = ports;
  const form = (end: string, work: (call: PortalCall) => Promise<DoneWord>): PortalRoute => ({
    ...{ method: 'POST', path: `${path}${end}`, right: 'settlements:write', fresh: true },
    handler: (call) =>
      tried(
        () => ports.forms.run(call, async () => ({ to: `${path}?done=${await work(call)}` })),
        (notice) => show(ports, call, notice),
      ),
  });
  const change = (end: string, what: 'MAKE_DEFAULT' | 'REMOVE') =>
    form(`/:accountId/${end}`, async ({ viewer, params, actor }) => {
      const { accountId = '' } = params;
      return after[await proposals.change(viewer.merchantId, what, accountId, actor)];
    });
  return [
    {
      ...{ method: 'GET', path, right: 'settlements:read' },
      handler: (call) => show(ports, call, noticeOf(call, words)),
    },
    form('', async ({ viewer, actor, body }) => {
      const asked = readForm(SettlementAccountRequest, {
        ...filledOf(body, 'accountNumber', 'bankCode', 'accountName'),
        makeDefault: textOf(body, 'makeDefault') !== '',
      });
      const merchant = await merchantIn(ports, viewer.merchantId);
      return after[await proposals.register(merchant, asked, actor)];
    }),
    form('/by-two', async ({ viewer, actor, body }) => {
      const wanted = textOf(body, 'wanted') === 'yes';
      return after[await proposals.chooseByTwo(viewer.merchantId, wanted, actor)];
    }),
    form('/proposals/:proposalId/confirm', async ({ viewer, params, actor }) => {
      await proposals.confirm(viewer.merchantId, params['proposalId'] ?? '', actor);
      return 'confirmed';
    }),
    form('/proposals/:proposalId/withdraw', async ({ viewer, params, actor }) => {
      await proposals.withdraw(viewer.merchantId, params['proposalId'] ?? '', actor);
      return 'withdrawn';
    }),
    change('default', 'MAKE_DEFAULT'),
    change('remove', 'REMOVE'),
  ];
}

async function show(ports: AccountPorts, call: PortalCall, notice: Notice): Promise<PortalAnswer> {
  const { viewer } = call;
  const { merchantId } = viewer;
  const seesWhole = may(viewer, 'accounts:read');
  const given = givenTo(call, 'settlements:write');
  const [accounts, waiting, isByTwo, banks] = await Promise.all([
    ports.settlementAccounts.standing(merchantId),
    ports.accountProposals.waiting(merchantId),
    ports.accountProposals.isByTwo(merchantId),
    given.mayWrite ? banksOf(ports, merchantId) : [],
  ]);
  if (seesWhole && accounts.length + waiting.length > 0) {
    await ports.notes.note(call.actor, merchantId, {
      ...{ action: 'account.read', subjectKind: 'settlement-account', subject: merchantId },
      facts: { accounts: accounts.length, proposals: waiting.length },
    });
  }
  const children = (
    <SettlementAccountsPage
      {...{ accounts, isByTwo, banks, given, baseUrl: ports.baseUrl }}
      proposals={waiting}
      seesWhole={seesWhole}
      personId={viewer.personId}
    />
  );
  return said(notice, { title: 'Accounts that you are paid into', here: 'settlements', children });
}

/** Returns no banks on failure: a missing list of banks must not hide the accounts. */
async function banksOf(ports: AccountPorts, merchantId: string) {
  try {
    const banks = await ports.banks.list(await merchantIn(ports, merchantId));
    return banks.map(({ institutionCode, name }) => ({ code: institutionCode, name }));
  } catch {
    return [];
  }
}
