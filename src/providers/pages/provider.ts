import {
  type OpenProvider,
  type ProviderFolder,
  type ProviderGiven,
  SettingsFault,
} from '../contract.js';
import { PageCardRail } from './card.adapter.js';

/** A sandbox acquirer whose own page asks for the card: the example for real ones. The simulator runs its server. */
export const pages: ProviderFolder = {
  name: 'pages',
  title: 'The simulator’s page acquirer',
  bank: null,
  capabilities: {
    ...{ inbound: null, numbers: null, outward: null, refunds: null, statement: null },
    cards: { first: 'PAGE' },
  },
  settings: [],
  untried: null,
  open,
};

function open(given: ProviderGiven): OpenProvider {
  const { simulatorUrl, timeoutMs, connections, callsPerSecond } = given;
  // The provider is refused where the simulator stands for no bank: simulated money must not be taken for real.
  if (simulatorUrl === null) throw new SettingsFault(['the page acquirer stands for nobody here']);
  const url = `${simulatorUrl}/page-acquirer`;
  const at = { url, timeoutMs, connections, callsPerSecond };
  return {
    ...{ bank: null, notices: null, confirm: null, checks: [] },
    // The secret of the test server, which protects nothing.
    cards: new PageCardRail({ ...at, provider: 'page-acquirer', secret: 'sk_test_manilla' }),
  };
}
