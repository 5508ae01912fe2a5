import { keyPurposes, keySetOf, type KeyPurpose } from '../../platform/config/key-set.js';
import { createSecretSeal, sealKeyId } from '../../platform/keys/secret-seal.js';
import { createPool } from '../../platform/database/database.js';
import { KeyFiles } from '../../platform/keys/key-files.js';
import { PgKeyHolders } from '../../platform/keys/key-holders.store.js';
import {
  retire,
  keyStates,
  rotate,
  type KeyState,
  type RotationPorts,
} from '../../platform/keys/rotation.js';
import { PgSealedStore } from '../../platform/keys/sealed.store.js';
import { KeptHistories } from '../../platform/temporal/kept-histories.js';
import { type Commands, type Given, UsageError } from './command.js';
import { databaseUrlOf, secretsDirOf, temporalOf } from './settings.js';
import { tableOf } from './table.js';

const names = keyPurposes.join(' | ');

/**
 * The commands for the keys of the installation. They need no operator's token, because everyone who can read the
 * installation's secrets may also change them.
 */
export const keySetCommands: Commands = {
  'key-sets': {
    usage: '[--json]',
    summary:
      'Lists the keys of the installation: which writes, who has it, and who still needs an old one.',
    words: [0, 0],
    options: { json: { type: 'boolean' } },
    run: list,
  },
  'key-sets rotate': {
    usage: names,
    summary:
      'Puts a new key into a key set while everything runs. The old one stays until it is retired.',
    words: [1, 1],
    options: {},
    run: rotateKeySet,
  },
  'key-sets retire': {
    usage: names,
    summary: 'Takes out the old keys of a key set that nothing needs any more.',
    words: [1, 1],
    options: {},
    run: retireKeys,
  },
};

async function list({ values }: Given): Promise<string> {
  const states = await withPorts((ports) => keyStates(ports, keyPurposes));
  if (values['json'] === true) return JSON.stringify(states, null, 2);
  return tableOf<KeyState>(
    [
      { title: 'PURPOSE', text: ({ purpose }) => purpose },
      { title: 'KEY', text: ({ kid }) => kid },
      { title: 'PROGRAMS', text: ({ programs, running }) => `${programs} of ${running}` },
      { title: 'STATE', text: stateOf },
    ],
    states,
  );
}

function stateOf({ writes, need }: KeyState): string {
  if (writes) return 'writes';
  return need === null ? 'reads; nothing needs it' : `reads; ${need}`;
}

async function rotateKeySet(given: Given): Promise<string> {
  const name = purposeOf(given);
  const kid = await withPorts((ports) => rotate(ports, name));
  const [old] = (await withPorts((ports) => keyStates(ports, [name]))).filter(({ need }) => need);
  const later = old === undefined ? 'now' : `later: ${old.need}`;
  return `${name}: key ${kid} is in use. The one before can be retired ${later} (manilla key-sets retire ${name}).`;
}

async function retireKeys(given: Given): Promise<string> {
  const name = purposeOf(given);
  const { retired, needed } = await withPorts((ports) => retire(ports, name));
  const lines = [
    ...retired.map((kid) => `${name}: key ${kid} is retired.`),
    ...needed.map(({ kid, need }) => `${name}: key ${kid} stays: ${need}.`),
  ];
  return lines.length === 0 ? `${name} has one key only.` : lines.join('\n');
}

function purposeOf({ positionals: [name] }: Given): KeyPurpose {
  const found = keyPurposes.find((each) => each === name);
  if (found === undefined) throw new UsageError(`The key sets are ${keyPurposes.join(', ')}.`);
  return found;
}

async function withPorts<Result>(work: (ports: RotationPorts) => Promise<Result>): Promise<Result> {
  const files = new KeyFiles(secretsDirOf(process.env));
  const pool = createPool(databaseUrlOf(process.env), { max: 2, applicationName: 'manilla-cli' });
  await using histories = new KeptHistories(temporalOf(process.env));
  try {
    return await work(portsOf(files, new PgKeyHolders(pool), new PgSealedStore(pool), histories));
  } finally {
    await pool.end();
  }
}

function portsOf(
  files: KeyFiles,
  store: PgKeyHolders,
  sealed: PgSealedStore,
  histories: KeptHistories,
): RotationPorts {
  return {
    files,
    store,
    say: (sentence) => process.stdout.write(`${sentence}\n`),
    secretsOf: (kid) => store.secretsOf(kid),
    sealedWith: (kid) => {
      const text = files.read('seal');
      const root = text.buffers[text.kids.indexOf(kid)];
      if (root === undefined) return Promise.resolve(0);
      return sealed.countOf((purpose) => sealKeyId(purpose, root));
    },
    workflowsBefore: (time) => histories.before(time),
    sealAnew: () => {
      const keySet = keySetOf('seal', files.read('seal').buffers);
      return sealed.sealAnew((purpose) => ({
        seal: createSecretSeal(keySet, purpose),
        id: sealKeyId(purpose, keySet.first.key),
      }));
    },
  };
}
