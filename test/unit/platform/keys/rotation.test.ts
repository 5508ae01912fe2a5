import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyPurpose } from '../../../../src/platform/config/key-set.js';
import type { KeyHolder, ProgramKeyUse } from '../../../../src/platform/keys/key-holders.store.js';
import { KeyFiles } from '../../../../src/platform/keys/key-files.js';
import { KeyText } from '../../../../src/platform/keys/key-text.js';
import {
  retire,
  keyStates,
  rotate,
  type RotationPorts,
} from '../../../../src/platform/keys/rotation.js';

let written: KeyText[];
let ofHooks: KeyText | undefined;
let holders: KeyHolder[];
let uses: ProgramKeyUse[];
let recorded: string[];
/** The key of the last rotation, when it was put first and the rotation has not ended. */
let promoted: string | null;
let needed: { secrets: number; sealed: number; workflows: number };
let ports: RotationPorts;

beforeEach(() => {
  written = [KeyText.read('pepper', randomBytes(32).toString('base64url'))];
  [holders, uses, recorded] = [[], [], []];
  [ofHooks, promoted] = [undefined, null];
  needed = { secrets: 0, sealed: 0, workflows: 0 };
  ports = {
    files: {
      read: (name: KeyPurpose) =>
        KeyText.read(
          name,
          ((name === 'hooks' ? ofHooks : undefined) ?? (written.at(-1) as KeyText)).text,
        ),
      write: (name, text) => {
        if (name === 'hooks') return void (ofHooks = text);
        written.push(text);
        // A program that runs takes what was written.
        holders = holders.map((each) => ({ ...each, kids: text.kids }));
      },
    },
    store: {
      holders: () => Promise.resolve(holders),
      uses: () => Promise.resolve(uses),
      promotedBefore: () => Promise.resolve(promoted),
      record: (action, _purpose, [first]) => {
        recorded.push(action);
        promoted = action === 'ring.promote' ? (first ?? null) : null;
        return Promise.resolve();
      },
    },
    say: () => undefined,
    secretsOf: () => Promise.resolve(needed.secrets),
    sealedWith: () => Promise.resolve(needed.sealed),
    workflowsBefore: () => Promise.resolve(needed.workflows),
    sealAnew: () => Promise.resolve(0),
  };
});
const kids = () => (written.at(-1) as KeyText).kids;

describe('a rotation', () => {
  it('adds the key to all before one writes with it, and tells the record of changes', async () => {
    const [old = ''] = kids();
    holders = [{ process: 'api', purpose: 'pepper', kids: [old] }];
    const kid = await rotate(ports, 'pepper');
    expect(written.map((text) => text.kids)).toEqual([[old], [old, kid], [kid, old]]);
    expect(recorded).toEqual(['ring.add', 'ring.promote', 'ring.finish']);
  });

  it('that was broken off goes on with the key that it had added', async () => {
    const [old = ''] = kids();
    uses = [{ purpose: 'pepper', kid: old, writtenUntil: new Date(), readUntil: null }];
    written.push((written[0] as KeyText).withNewKey());
    const added = kids()[1];
    expect(await rotate(ports, 'pepper')).toBe(added);
    expect(kids()).toEqual([added, old]);
  });

  it.each<[string, (failing: Error) => Partial<RotationPorts>]>([
    [
      'while the programs took the first key',
      (failing) => ({
        store: {
          ...ports.store,
          holders: () =>
            recorded.includes('ring.promote') ? Promise.reject(failing) : Promise.resolve(holders),
        },
      }),
    ],
    ['while secrets were sealed anew', (failing) => ({ sealAnew: () => Promise.reject(failing) })],
  ])('that was broken off %s goes on, and the next one has a key of its own', async (_, broken) => {
    written = [KeyText.read('seal', (written[0] as KeyText).text)];
    const [old = ''] = kids();
    holders = [{ process: 'api', purpose: 'seal', kids: [old] }];
    const failing = new Error('the database is away');
    await expect(rotate({ ...ports, ...broken(failing) }, 'seal')).rejects.toBe(failing);
    const [added] = kids();
    uses = kids().map((kid) => ({
      ...{ purpose: 'seal', kid, writtenUntil: new Date(), readUntil: null },
    }));
    expect(await rotate(ports, 'seal')).toBe(added);
    expect(kids()).toEqual([added, old]);
    expect(await rotate(ports, 'seal')).not.toBe(added);
    expect(kids()).toHaveLength(3);
  });

  it('that put its key first, and whose other keys were retired, is over', async () => {
    [promoted = ''] = ports.files.read('seal').kids;
    const old = promoted;
    expect(await rotate(ports, 'seal')).not.toBe(old);
  });
});

describe('the file of a key set', () => {
  let folder: string;
  const path = (name: string) => join(folder, name);
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'manilla-keys-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const text = KeyText.read('seal', randomBytes(32).toString('base64url'));

  it('keeps its mode and, when root writes it, its owner, because the programs read it', () => {
    writeFileSync(path('MANILLA_SEAL_KEY'), text.text);
    chmodSync(path('MANILLA_SEAL_KEY'), 0o640);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(path('MANILLA_SEAL_KEY'), 1234, 1235);
    const before = statSync(path('MANILLA_SEAL_KEY'));
    const files = new KeyFiles(folder);
    files.write('seal', text.withNewKey());
    files.write('hooks', text);
    for (const name of ['MANILLA_SEAL_KEY', 'MANILLA_HOOK_KEY']) {
      const { uid, gid, mode } = statSync(path(name));
      expect([uid, gid, mode]).toEqual([before.uid, before.gid, before.mode]);
    }
    expect(files.read('seal').kids).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

it('a rotation of the seal leaves the keys of hooks as they are', async () => {
  const shared = ports.files.read('hooks').kids;
  await rotate(ports, 'seal');
  expect(ports.files.read('hooks').kids).toEqual(shared);
  expect(ports.files.read('seal').kids).toHaveLength(2);
});

describe('an old key', () => {
  it('is retired when nothing needs it, and stays with the reason when something does', async () => {
    const [old = ''] = kids();
    const kid = await rotate(ports, 'pepper');
    needed = { ...needed, secrets: 3 };
    expect(await retire(ports, 'pepper')).toMatchObject({
      retired: [],
      needed: [{ kid: old, need: '3 secrets of merchants were not used since it was replaced' }],
    });
    needed = { ...needed, secrets: 0 };
    expect(await retire(ports, 'pepper')).toEqual({ retired: [old], needed: [] });
    expect(kids()).toEqual([kid]);
  });

  it.each<[KeyPurpose, Partial<ProgramKeyUse>, typeof needed, string | null]>([
    [
      'tokens',
      { writtenUntil: new Date() },
      { secrets: 0, sealed: 0, workflows: 0 },
      'valid until',
    ],
    [
      'tokens',
      { writtenUntil: new Date(Date.now() - 3_700_000) },
      { secrets: 0, sealed: 0, workflows: 0 },
      null,
    ],
    ['codec', { writtenUntil: new Date() }, { secrets: 0, sealed: 0, workflows: 7 }, '7 histories'],
    ['codec', { writtenUntil: new Date() }, { secrets: 0, sealed: 0, workflows: 0 }, null],
    ['seal', {}, { secrets: 0, sealed: 2, workflows: 0 }, '2 secrets'],
    ['seal', {}, { secrets: 0, sealed: 0, workflows: 0 }, null],
    ['hooks', { readUntil: new Date() }, { secrets: 0, sealed: 0, workflows: 0 }, 'may still sign'],
    [
      'hooks',
      { readUntil: new Date(Date.now() - 3_600_000) },
      { secrets: 0, sealed: 0, workflows: 0 },
      null,
    ],
  ])('of %s with %j and %j', async (name, use, counts, words) => {
    needed = counts;
    const text = name === 'tokens' ? '{"keys":[{"kid":"new"},{"kid":"old"}]}' : undefined;
    written = [
      text === undefined
        ? KeyText.read(
            name,
            [randomBytes(32), randomBytes(32)].map((k) => k.toString('base64url')).join(','),
          )
        : KeyText.read(name, text),
    ];
    uses = [{ purpose: name, kid: kids()[1] ?? '', writtenUntil: null, readUntil: null, ...use }];
    const [first, old] = await keyStates(ports, [name]);
    expect(first).toMatchObject({ writes: true, need: null });
    expect(old?.need).toEqual(words === null ? null : expect.stringContaining(words));
  });
});
