import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { KeySet } from '../config/key-set.js';

/** The purposes of sealing; each has a key of its own. */
export type SealPurpose =
  | 'webhook secret'
  | 'idempotent reply'
  | 'second factor'
  | 'link'
  | 'message copy'
  | 'evidence file'
  | 'approval code'
  | 'kept notice'
  | 'shown once';

interface DerivedKey {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** Layout of a sealed secret: version (1) ‖ key id (4) ‖ nonce (12) ‖ tag (16) ‖ ciphertext. */
const VERSION = 1;
const KEY_ID_AT = 1;
const NONCE_AT = 5;
const TAG_AT = 17;
const TEXT_AT = 33;

/**
 * Keeps webhook secrets, and whatever else may not lie open, unreadable at rest (AES-256-GCM). A sealed secret is bound to
 * its owner: copied into another merchant's row it does not open.
 */
export interface SecretSeal extends ByteSeal {
  seal(secret: string, merchantId: string): Buffer;
  /** Throws when the secret was tampered with, belongs to another merchant, or its key is not known here. */
  open(sealed: Buffer, merchantId: string): string;
}

/** Seals bytes, as `SecretSeal` seals text. */
export interface ByteSeal {
  sealBytes(bytes: Uint8Array, owner: string): Buffer;
  openBytes(sealed: Buffer, owner: string): Buffer;
}

/**
 * @param keySet the first key seals, all of them open
 * @param purpose each has keys of its own: a secret that was sealed for one does not open for another
 */
export function createSecretSeal(
  keySet: KeySet,
  purpose: SealPurpose = 'webhook secret',
): SecretSeal {
  const context = (header: Buffer, owner: string) => contextOf(purpose, header, owner);
  const derived = new WeakMap<Buffer, DerivedKey>();
  const derive = (root: Buffer): DerivedKey => {
    const known = derived.get(root) ?? deriveKeyFor(purpose, root);
    derived.set(root, known);
    return known;
  };

  const seal: ByteSeal = {
    sealBytes(bytes, owner) {
      const current = derive(keySet.first.key);
      const nonce = randomBytes(12);
      const header = Buffer.concat([Buffer.of(VERSION), current.id]);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(
        context(header, owner),
      );
      const parts = [cipher.update(bytes), cipher.final()];
      return Buffer.concat([header, nonce, cipher.getAuthTag(), ...parts]);
    },
    openBytes(sealed, owner) {
      const id = sealed.subarray(KEY_ID_AT, NONCE_AT);
      const key = keySet.keys
        .map((each) => derive(each.key))
        .find((each) => each.id.equals(id))?.key;
      if (sealed[0] !== VERSION || key === undefined || sealed.length < TEXT_AT) {
        throw new Error('the secret was sealed with a key that is not configured here');
      }
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(NONCE_AT, TAG_AT), {
        authTagLength: 16,
      })
        .setAAD(context(sealed.subarray(0, NONCE_AT), owner))
        .setAuthTag(sealed.subarray(TAG_AT, TEXT_AT));
      return Buffer.concat([decipher.update(sealed.subarray(TEXT_AT)), decipher.final()]);
    },
  };
  return {
    ...seal,
    seal: (secret, merchantId) => seal.sealBytes(Buffer.from(secret, 'utf8'), merchantId),
    open: (sealed, merchantId) => seal.openBytes(sealed, merchantId).toString('utf8'),
  };
}

/** Returns the key's id, which stands in bytes 2 to 5 of each secret sealed with this key. */
export function sealKeyId(purpose: SealPurpose, sealKey: Buffer): Buffer {
  return deriveKeyFor(purpose, sealKey).id;
}

/** Derives a key for this purpose alone, because the seal key is the root of other keys as well. */
function deriveKeyFor(purpose: SealPurpose, sealKey: Buffer): DerivedKey {
  if (sealKey.length !== 32) throw new Error('a seal key must have 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', sealKey, '', `manilla ${purpose} v1`, 32));
  const id = createHash('sha256').update(key).digest().subarray(0, 4);
  return { id, key: createSecretKey(key) };
}

function contextOf(purpose: string, header: Buffer, owner: string): Buffer {
  return Buffer.concat([header, Buffer.from(`${purpose.replace(' ', '-')}/${owner}`, 'utf8')]);
}
