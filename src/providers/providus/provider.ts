import { bad, clockCheck, good } from '../checks.js';
import type { OpenProvider, ProviderFolder, ProviderGiven } from '../contract.js';
import { HttpCaller } from '../http-caller.js';
import { ProvidusAccounts } from './accounts.js';
import { ProvidusBankRail } from './bank.adapter.js';
import { ProvidusNotices } from './notice.js';
import { providusSettings, readProvidusSettings, type ProvidusSettings } from './settings.js';

/** Providus Bank: README.md says what it was written from. */
export const providus: ProviderFolder = {
  name: 'providus',
  title: 'Providus Bank',
  bank: { name: 'Providus Bank', cbnCode: '101', nipCode: '000023' },
  capabilities: {
    inbound: {
      ...{ signature: 'STATIC', confirmed: true },
      ...{ creditKey: 'settlementId', sender: 'WITHOUT_BANK_CODE' },
    },
    numbers: { whose: 'THEIRS', lasting: true },
    outward: {
      reference: /^[A-Za-z0-9]{1,30}$/,
      ...{ bankCodes: 'NIP', ownBankApart: true, waitsFor: 'NOTHING' },
    },
    refunds: 'TRANSFER',
    statement: 'FILE',
    cards: null,
  },
  settings: providusSettings,
  untried: 'written from public documents, not yet tried against the provider',
  open,
};

function open(given: ProviderGiven): OpenProvider {
  const settings = readProvidusSettings(given);
  const { timeoutMs, connections, callsPerSecond } = given;
  const at = { provider: 'providus', timeoutMs, connections, callsPerSecond };
  const caller = new HttpCaller({ ...at, system: 'accounts', url: settings.url });
  const accounts = new ProvidusAccounts(settings, caller);
  const transfers = new HttpCaller({ ...at, system: 'transfers', url: settings.transferUrl });
  const bank = new ProvidusBankRail(settings, transfers, accounts);
  return {
    bank,
    cards: null,
    notices: new ProvidusNotices(settings),
    confirm: (credit) => accounts.confirm(credit),
    checks: checksOf(settings, bank, accounts, transfers),
  };
}

/** The checks of this bank. None of them opens, sends or changes anything. */
function checksOf(
  settings: ProvidusSettings,
  bank: ProvidusBankRail,
  accounts: ProvidusAccounts,
  transfers: HttpCaller,
): OpenProvider['checks'] {
  return [
    {
      what: 'account API: signing in',
      run: async () => {
        const { outcome } = await accounts.probe();
        // The probe asks for a credit that cannot exist. ABSENT shows that the bank knows us, because it tells
        // strangers nothing about credits.
        return outcome === 'ABSENT'
          ? good('it answers our signature')
          : bad('it does not answer: URL, CLIENT_ID, CLIENT_SECRET, or our address is not allowed');
      },
    },
    {
      what: 'transfer API: list of banks',
      run: async () => {
        const banks = await bank.banks().catch(() => []);
        return banks.length > 0
          ? good(`${banks.length} banks`)
          : bad('TRANSFER_URL does not answer');
      },
    },
    {
      what: 'transfer API: name of our own account',
      run: async () => {
        const asked = { accountNumber: settings.sourceAccount, bankCode: bank.institutionCode };
        const { outcome, accountName, code } = await bank.enquireName(asked);
        return outcome === 'SUCCESS'
          ? good(`it is ${accountName}'s`)
          : bad(`code ${code ?? 'none'}: USERNAME, PASSWORD or SOURCE_ACCOUNT`);
      },
    },
    {
      what: 'a code or an approval for transfers',
      run: async () => good('the bank has no such step'),
    },
    clockCheck(transfers),
  ];
}
