import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { type EncryptionCodec, isEncrypted } from './codec.js';

export type History = ReturnType<typeof historyFromJSON>;

/** The JSON files that the paths name: each file, and all files below each folder, in order. */
export function historyFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(path, name));
  });
}

/** Reads an exported history, decrypting it if need be. Throws with a sentence for whoever exported it. */
export async function readHistory(
  file: string,
  codec: EncryptionCodec | undefined,
): Promise<History> {
  let exported: unknown;
  try {
    exported = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`it is not JSON (${(error as Error).message})`);
  }
  const withEvents = Array.isArray(exported) ? { events: exported } : exported;
  if (typeof withEvents !== 'object' || withEvents === null || !('events' in withEvents)) {
    throw new Error('it is not an exported history: there are no events in it');
  }
  return historyFromJSON(await decrypted(withEvents, codec));
}

/** A payload as protobuf's JSON has it: bytes in base64. */
interface JsonPayload {
  readonly metadata: Readonly<Record<string, string>>;
  readonly data?: string;
}

/** A copy in which every payload that our codec has encrypted is readable; throws when there is no key for one. */
export async function decrypted(
  json: unknown,
  codec: EncryptionCodec | undefined,
): Promise<unknown> {
  if (Array.isArray(json)) return Promise.all(json.map((item) => decrypted(item, codec)));
  if (typeof json !== 'object' || json === null) return json;
  if (isJsonPayload(json)) return decryptedPayload(json, codec);
  const entries = Object.entries(json).map(async ([name, value]) => [
    name,
    await decrypted(value, codec),
  ]);
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
}

function isJsonPayload(json: object): json is JsonPayload {
  return 'metadata' in json && typeof json.metadata === 'object' && 'data' in json;
}

async function decryptedPayload(
  json: JsonPayload,
  codec: EncryptionCodec | undefined,
): Promise<JsonPayload> {
  const payload = {
    metadata: bytesOf(json.metadata),
    data: Buffer.from(json.data ?? '', 'base64'),
  };
  if (!isEncrypted(payload)) return json;
  if (codec === undefined) throw new Error('it is encrypted: set MANILLA_CODEC_KEY to its key');
  const [plain] = await codec.decode([payload]);
  const metadata = Object.entries(plain?.metadata ?? {}).map(([name, value]) => [
    name,
    Buffer.from(value).toString('base64'),
  ]);
  return {
    metadata: Object.fromEntries(metadata) as Record<string, string>,
    data: Buffer.from(plain?.data ?? []).toString('base64'),
  };
}

function bytesOf(metadata: Readonly<Record<string, string>>): Record<string, Uint8Array> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  );
}
