import { simulatorKeys } from '../hook-signature.js';
import type { OpenProvider, ProviderFolder, ProviderGiven } from '../contract.js';
import { SettingsFault } from '../contract.js';
import { SimulatorBankRail } from './bank.adapter.js';
import { SimulatorCardRail } from './card.adapter.js';
import { SimulatorNotices } from './notice.js';

/** The bank and the acquirer that we play ourselves: the model of every other folder. */
export const simulator: ProviderFolder = {
  name: 'simulator',
  title: 'The simulator',
  bank: { name: 'Simulator MFB', cbnCode: '50547', nipCode: '090547' },
  capabilities: {
    inbound: {
      ...{ signature: 'TIMED_HMAC', confirmed: false },
      ...{ creditKey: 'the session id of NIP', sender: 'WHOLE' },
    },
    numbers: { whose: 'OURS', lasting: true },
    outward: {
      reference: /^\d{30}$/,
      ...{ bankCodes: 'NIP', ownBankApart: false, waitsFor: 'CODE' },
    },
    refunds: 'TRANSFER',
    statement: 'LINES',
    cards: { first: 'TOKEN' },
  },
  settings: [],
  untried: null,
  open,
};

function open({ simulatorUrl, hookKeys, timeoutMs, connections }: ProviderGiven): OpenProvider {
  // The provider is refused where the simulator stands for no bank: simulated money must not be taken for real.
  if (simulatorUrl === null) throw new SettingsFault(['the simulator stands for no bank here']);
  const keys = simulatorKeys(hookKeys);
  const post = { url: simulatorUrl, keys, timeoutMs, connections };
  const bank = new SimulatorBankRail(post);
  return {
    bank,
    cards: new SimulatorCardRail(post),
    notices: new SimulatorNotices(keys),
    confirm: null,
    checks: [
      {
        what: 'list of banks',
        run: async () => {
          const banks = await bank.banks().catch(() => []);
          return { verdict: banks.length > 0 ? 'GOOD' : 'BAD', words: `${banks.length} banks` };
        },
      },
    ],
  };
}
