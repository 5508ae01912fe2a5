import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyPurpose } from '../config/key-set.js';
import { needOf, type NeedPorts } from './key-needs.js';
import type { KeyHolder, ProgramKeyUse } from './key-holders.store.js';
import type { KeyText } from './key-text.js';

/** The programs read their files every five seconds. */
const patienceMs = 90_000;
const askEveryMs = 1_000;

export interface RotationPorts extends NeedPorts {
  readonly files: { read(name: KeyPurpose): KeyText; write(name: KeyPurpose, text: KeyText): void };
  readonly store: {
    holders(): Promise<readonly KeyHolder[]>;
    uses(): Promise<readonly ProgramKeyUse[]>;
    /** The key that the last rotation has put first; null: that rotation has ended, or has not come so far. */
    promotedBefore(name: KeyPurpose): Promise<string | null>;
    record(action: `ring.${string}`, purpose: string, kids: readonly string[]): Promise<void>;
  };
  /** Seals all sealed secrets anew with the first key; returns how many. */
  sealAnew(): Promise<number>;
  /** Called at each step. */
  readonly say: (sentence: string) => void;
}

/** The programs did not take a key in time. Nothing is lost: the command may be given again. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** The state of one key of a key set. */
export interface KeyState {
  readonly purpose: KeyPurpose;
  readonly kid: string;
  readonly writes: boolean;
  /** The running programs that have the key, and all running programs. */
  readonly programs: number;
  readonly running: number;
  /** The reason that the key is still needed; null: it may be retired, or it is the one that writes. */
  readonly need: string | null;
}

/**
 * Puts a new key into a key set while everything runs. First every program can read with the key, and only then does a
 * program write with it. A rotation that was broken off goes on with its own key.
 *
 * @throws NotTaken
 */
export async function rotate(ports: RotationPorts, name: KeyPurpose): Promise<string> {
  const { files, store, say } = ports;
  // Before the first rotation the key set of hooks may still be that of the seal. A bank does not know of a rotation of the
  // seal's keys.
  if (name === 'seal') files.write('hooks', files.read('hooks'));
  const promoted = await store.promotedBefore(name);
  const { kids: standing } = files.read(name);
  const isPromoted = standing.length > 1 && standing[0] === promoted;
  if (isPromoted) say(`${name}: going on with the rotation that was broken off.`);
  const kids = isPromoted ? standing : await promoteNewKey(ports, name);
  const [kid = ''] = kids;
  say(`${name}: key ${kid} writes now. Waiting until every program writes with it.`);
  await untilAll(ports, name, ([first]) => first === kid);
  if (name === 'seal') say(`seal: ${await ports.sealAnew()} secrets were sealed anew.`);
  await store.record('ring.finish', name, kids);
  return kid;
}

/** Returns the key set with the new key first. A key that was added before and never wrote is used in place of a new one. */
async function promoteNewKey(ports: RotationPorts, name: KeyPurpose): Promise<readonly string[]> {
  const { files, store, say } = ports;
  const uses = await store.uses();
  const wrote = (kid: string | undefined) =>
    uses.some((use) => use.purpose === name && use.kid === kid && use.writtenUntil !== null);
  let text = files.read(name);
  // A command that was broken off has already added a key.
  if (text.kids.length === 1 || wrote(text.kids.at(-1))) {
    text = text.withNewKey();
    files.write(name, text);
  }
  const kid = text.kids.at(-1) ?? '';
  await store.record('ring.add', name, text.kids);
  say(`${name}: key ${kid} was added. Waiting until every program can read with it.`);
  await untilAll(ports, name, (kids) => kids.includes(kid));
  const promoted = text.withLastFirst();
  // Recorded first: a rotation is known by this record once its key stands first in the file.
  await store.record('ring.promote', name, promoted.kids);
  files.write(name, promoted);
  return promoted.kids;
}

async function untilAll(
  { store, say }: RotationPorts,
  name: KeyPurpose,
  has: (kids: readonly string[]) => boolean,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let said = -1; ; await sleep(askEveryMs)) {
    const holders = (await store.holders()).filter(({ purpose }) => purpose === name);
    const late = holders.filter(({ kids }) => !has(kids));
    const done = holders.length - late.length;
    if (done !== said) say(`  ${done} of ${holders.length} programs`);
    if (late.length === 0) return;
    said = done;
    if (performance.now() > deadline) {
      const names = late.map((each) => each.process).join(', ');
      throw new NotTaken(
        `These programs have not taken the key: ${names}. Give the command again.`,
      );
    }
  }
}

/** The state of every key of every key set. */
export async function keyStates(
  ports: RotationPorts,
  names: readonly KeyPurpose[],
): Promise<KeyState[]> {
  const [holders, uses] = await Promise.all([ports.store.holders(), ports.store.uses()]);
  const states = names.map(async (purpose) => {
    const ofPurpose = holders.filter((each) => each.purpose === purpose);
    return Promise.all(
      ports.files.read(purpose).kids.map(async (kid, at) => {
        const use = uses.find((each) => each.purpose === purpose && each.kid === kid);
        const known = use ?? { purpose, kid, writtenUntil: null, readUntil: null };
        return {
          ...{ purpose, kid, writes: at === 0 },
          programs: ofPurpose.filter(({ kids }) => kids.includes(kid)).length,
          running: ofPurpose.length,
          need: at === 0 ? null : await needOf(ports, known, new Date()),
        };
      }),
    );
  });
  return (await Promise.all(states)).flat();
}

/**
 * Removes the keys of a key set that nothing needs any more. Keys that are still needed stay, and are returned with the
 * reason.
 */
export async function retire(
  ports: RotationPorts,
  name: KeyPurpose,
): Promise<{ readonly retired: readonly string[]; readonly needed: readonly KeyState[] }> {
  const old = (await keyStates(ports, [name])).filter(({ writes }) => !writes);
  const retired = old.filter(({ need }) => need === null).map(({ kid }) => kid);
  if (retired.length > 0) {
    const text = ports.files.read(name).without(retired);
    ports.files.write(name, text);
    await ports.store.record('ring.retire', name, text.kids);
  }
  return { retired, needed: old.filter(({ need }) => need !== null) };
}
