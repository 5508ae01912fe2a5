import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import proto from '@temporalio/proto';
import { LRUCache } from 'lru-cache';

const PayloadMessage = proto.temporal.api.common.v1.Payload;

const encoding = 'binary/encrypted';
const nonceBytes = 12;
const tagBytes = 16;
const saltBytes = 16;
/** With random 96-bit nonces a GCM key is safe below 2^32 messages; a subkey is left long before. */
const messagesPerSubkey = 2 ** 24;

/** The payload cannot be read: an unknown key, a changed byte, or a payload moved from another workflow. */
export class CodecError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CodecError';
  }
}

interface Subkey {
  readonly kid: string;
  readonly salt: Buffer;
  readonly key: KeyObject;
  uses: number;
}

/**
 * Encrypts every payload before it leaves the process, so that Temporal stores and shows ciphertext only.
 *
 * AES-256-GCM under a subkey HKDF-SHA-256(master, salt); the data is nonce ‖ ciphertext ‖ tag. Key id, salt and the
 * workflow's id travel as metadata and are bound to the ciphertext, so a payload cannot be moved to another workflow.
 * Payloads that are not encrypted are read as they are: an operator may send one from the UI.
 */
export class EncryptionCodec implements PayloadCodec {
  readonly #masters: ReadonlyMap<string, Buffer>;
  readonly #activeKid: string;
  /** As KeyObjects: Node looks at a key in a Buffer for longer than it takes to encrypt with it. */
  readonly #subkeys = new LRUCache<string, KeyObject>({ max: 1_000 });
  #current: Subkey | undefined;

  /** `keys`: 32 bytes each; the first encrypts, all of them decrypt. */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    this.#masters = new Map(keys.map((key) => [keyId(key), key]));
    this.#activeKid = keyId(keys[0]);
  }

  encode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    return Promise.resolve(
      payloads.map((payload) => this.#encrypt(payload, context?.workflowId ?? '')),
    );
  }

  /** @throws CodecError (as a rejection) */
  async decode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    return payloads.map((payload) => this.#decrypt(payload, context?.workflowId));
  }

  #encrypt(payload: Payload, workflowId: string): Payload {
    const { kid, salt, key } = this.#nextSubkey();
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundData(kid, workflowId));
    const plain = PayloadMessage.encode(payload).finish();
    return {
      metadata: {
        encoding: Buffer.from(encoding),
        'enc-kid': Buffer.from(kid),
        'enc-salt': salt,
        'enc-ctx': Buffer.from(workflowId),
      },
      data: Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
    };
  }

  #decrypt(payload: Payload, workflowId: string | undefined): Payload {
    if (!isEncrypted(payload)) return payload;
    const kid = metadataText(payload, 'enc-kid');
    const boundTo = metadataText(payload, 'enc-ctx');
    if (workflowId !== undefined && boundTo !== '' && boundTo !== workflowId) {
      throw new CodecError(`a payload of ${boundTo} was found in ${workflowId}`);
    }
    const data = Buffer.from(payload.data ?? []);
    const key = this.#subkey(kid, Buffer.from(payload.metadata?.['enc-salt'] ?? []));
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(boundData(kid, boundTo))
        .setAuthTag(data.subarray(-tagBytes));
      const plain = [decipher.update(data.subarray(nonceBytes, -tagBytes)), decipher.final()];
      return PayloadMessage.decode(Buffer.concat(plain));
    } catch {
      // The cipher's own message says no more than this, and never why.
      throw new CodecError('a payload does not decrypt: it was changed after it was written');
    }
  }

  /** One derivation serves many messages, because deriving costs four times what encrypting does. */
  #nextSubkey(): Subkey {
    if (this.#current === undefined || this.#current.uses >= messagesPerSubkey) {
      const salt = randomBytes(saltBytes);
      this.#current = {
        kid: this.#activeKid,
        salt,
        key: this.#subkey(this.#activeKid, salt),
        uses: 0,
      };
    }
    this.#current.uses += 1;
    return this.#current;
  }

  #subkey(kid: string, salt: Buffer): KeyObject {
    const name = `${kid}.${salt.toString('base64')}`;
    const known = this.#subkeys.get(name);
    if (known !== undefined) return known;
    const master = this.#masters.get(kid);
    if (master === undefined) throw new CodecError(`there is no key ${kid}`);
    const bytes = hkdfSync('sha256', master, salt, 'tmprl-payload-v1', 32);
    const subkey = createSecretKey(new Uint8Array(bytes));
    this.#subkeys.set(name, subkey);
    return subkey;
  }
}

/** Whether this codec has written the payload. */
export function isEncrypted(payload: Payload): boolean {
  return metadataText(payload, 'encoding') === encoding;
}

/** Names a key without telling it. */
function keyId(key: Buffer): string {
  return createHash('sha256')
    .update('manilla-codec-kid')
    .update(key)
    .digest('base64url')
    .slice(0, 8);
}

function boundData(kid: string, workflowId: string): Buffer {
  return Buffer.from([encoding, kid, workflowId].join('\0'));
}

function metadataText(payload: Payload, name: string): string {
  return Buffer.from(payload.metadata?.[name] ?? []).toString();
}
