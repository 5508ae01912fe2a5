import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import proto from '@temporalio/proto';
import { LRUCache } from 'lru-cache';
import type { KeySet } from '../config/key-set.js';

const PayloadMessage = proto.temporal.api.common.v1.Payload;

const encoding = 'binary/encrypted';
const nonceBytes = 12;
const tagBytes = 16;
const saltBytes = 16;
/**
 * A subkey counts its nonces, so none comes twice. The subkey is replaced long before the counter's 48 bits are used
 * up.
 */
const messagesPerSubkey = 2 ** 24;

/** The payload cannot be read: an unknown key, a changed byte, or a payload moved from another workflow. */
export class CodecError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CodecError';
  }
}

/** A key of this process alone: its salt is random, so no other process encrypts under the same key. */
interface Subkey {
  readonly kid: string;
  readonly kidBytes: Buffer;
  readonly salt: Buffer;
  readonly key: KeyObject;
  uses: number;
}

const encodingBytes = Buffer.from(encoding);

/**
 * Encrypts every payload before it leaves the process, so that Temporal stores and shows ciphertext only.
 *
 * AES-256-GCM under a subkey HKDF-SHA-256(master, salt of this process); the data is nonce ‖ ciphertext ‖ tag. Key id,
 * salt and the workflow's id travel as metadata and are bound to the ciphertext (the salt by the subkey), so a payload
 * cannot be moved to another workflow.
 * Payloads that are not encrypted are shown as they are, and workers do not believe them.
 */
export class EncryptionCodec implements PayloadCodec {
  readonly #keySet: KeySet;
  /** KeyObjects, because Node takes longer to parse a key in a Buffer than to encrypt with it. */
  readonly #subkeys = new LRUCache<string, KeyObject>({ max: 1_000 });
  #current: Subkey | undefined;
  readonly #believesPlain: boolean;

  /**
   * `keySet`: the first key encrypts, all of them decrypt. When `believesPlain` is false, a payload that was not encrypted
   * with one of the keys is read as `{"unsealed": true}`, so that only programs with a key are believed.
   */
  constructor(keySet: KeySet, believesPlain = true) {
    this.#keySet = keySet;
    this.#believesPlain = believesPlain;
  }

  encode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    return Promise.resolve(
      payloads.map((payload) => this.#encrypt(payload, ownerOf(context?.workflowId ?? ''))),
    );
  }

  /** @throws CodecError (as a rejection) */
  async decode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    return payloads.map((payload) => this.#decrypt(payload, context?.workflowId));
  }

  #encrypt(payload: Payload, workflowId: string): Payload {
    const { kid, kidBytes, salt, key, uses } = this.#nextSubkey();
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeUIntBE(uses, nonceBytes - 6, 6);
    const bound = boundData(kid, workflowId);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
    const plain = PayloadMessage.encode(payload).finish();
    return {
      metadata: {
        encoding: encodingBytes,
        'enc-kid': kidBytes,
        'enc-salt': salt,
        'enc-ctx': Buffer.from(workflowId),
      },
      data: Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
    };
  }

  #decrypt(payload: Payload, workflowId: string | undefined): Payload {
    if (!isEncrypted(payload)) return this.#believesPlain ? payload : unsealed;
    const kid = metadataText(payload, 'enc-kid');
    const boundTo = metadataText(payload, 'enc-ctx');
    if (workflowId !== undefined && boundTo !== '' && boundTo !== ownerOf(workflowId)) {
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
      // The cipher's own error is left out, because it says no more than this message, and never why.
      throw new CodecError('a payload does not decrypt: it was changed after it was written');
    }
  }

  /** One derivation serves many messages, because deriving a key costs several times as much as encrypting. */
  #nextSubkey(): Subkey {
    const { kid } = this.#keySet.first;
    let current = this.#current;
    if (current?.kid !== kid || current.uses >= messagesPerSubkey) {
      const salt = randomBytes(saltBytes);
      current = { kid, kidBytes: Buffer.from(kid), salt, key: this.#subkey(kid, salt), uses: 0 };
      this.#current = current;
    }
    current.uses += 1;
    return current;
  }

  #subkey(kid: string, salt: Buffer): KeyObject {
    const name = `${kid}.${salt.toString('latin1')}`;
    const known = this.#subkeys.get(name);
    if (known !== undefined) return known;
    const master = this.#keySet.find(kid);
    if (master === undefined) throw new CodecError(`there is no key ${kid}`);
    const derived = Buffer.from(hkdfSync('sha256', master, salt, 'tmprl-payload-v1', 32));
    const subkey = createSecretKey(derived);
    this.#subkeys.set(name, subkey);
    return subkey;
  }
}

/** The payload that is shown in place of one that was not written by a holder of a key. */
const unsealed: Payload = {
  metadata: { encoding: Buffer.from('json/plain') },
  data: Buffer.from('{"unsealed":true}'),
};

/** Tells whether this codec has written the payload. */
export function isEncrypted({ metadata }: Payload): boolean {
  const written = metadata?.['encoding'];
  return written !== undefined && encodingBytes.equals(written);
}

/**
 * The owner of a workflow's payloads. All runs of a schedule are one owner, because a run gets its arguments from the
 * schedule, and the result of the run before. The server names a run by the schedule's id and the time; ids of all other
 * workflows have a slash.
 */
function ownerOf(workflowId: string): string {
  return workflowId.replace(/^([^/]+)-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, '$1');
}

function boundData(kid: string, workflowId: string): Buffer {
  return Buffer.from([encoding, kid, workflowId].join('\0'));
}

function metadataText(payload: Payload, name: string): string {
  return Buffer.from(payload.metadata?.[name] ?? []).toString();
}
