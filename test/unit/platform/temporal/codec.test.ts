import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter, type SerializationContext } from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import {
  CodecError,
  EncryptionCodec,
  isEncrypted,
} from '../../../../src/platform/temporal/codec.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';

const key = randomBytes(32);
const codec = new EncryptionCodec(keySetOf('codec', [key]));
const inWorkflow = (workflowId: string): SerializationContext => ({
  type: 'workflow',
  namespace: 'default',
  workflowId,
});
const context = inWorkflow('checkout/mch_1/order-1');
const payload = defaultPayloadConverter.toPayload({ creditId: 'txn_1', amountMinor: '1000000' });

async function encrypted() {
  const [first] = await codec.encode([payload], context);
  if (first === undefined) throw new Error('nothing was encoded');
  return first;
}

describe('the payload codec', () => {
  test('gives back what it was given, whatever its size', async () => {
    const payloads = [0, 1, 15, 16, 17, 100_000].map((size) => ({
      metadata: { encoding: Buffer.from('binary/plain') },
      data: Uint8Array.from(randomBytes(size)),
    }));
    const decoded = await codec.decode(await codec.encode(payloads, context), context);
    expect(decoded.map(({ data }) => Buffer.from(data ?? []))).toEqual(
      payloads.map(({ data }) => Buffer.from(data)),
    );
  });

  test('leaves nothing readable, and never writes the same twice', async () => {
    const [one, other] = [await encrypted(), await encrypted()];
    const bytes = Buffer.from(one.data ?? []);
    expect(isEncrypted(one)).toBe(true);
    expect(bytes.includes('txn_1')).toBe(false);
    expect(bytes.equals(Buffer.from(other.data ?? []))).toBe(false);
  });

  test('passes on what is not encrypted, such as what an operator sends from the UI', async () => {
    expect(await codec.decode([payload], context)).toEqual([payload]);
  });

  test('lets the runs of a schedule read what the schedule and the run before gave them', async () => {
    const [first, second] = ['2026-11-21T10:17:00Z', '2026-11-21T10:18:00Z'].map((at) =>
      inWorkflow(`sweep-${at}`),
    );
    const given = await codec.encode([payload], inWorkflow('sweep'));
    const result = await codec.encode([payload], first);
    const read = await codec.decode([...given, ...result], second);
    expect(read.map((each) => defaultPayloadConverter.fromPayload(each))).toEqual(
      [payload, payload].map((each) => defaultPayloadConverter.fromPayload(each)),
    );
    await expect(codec.decode(result, inWorkflow('other-2026-11-21T10:18:00Z'))).rejects.toThrow(
      CodecError,
    );
  });

  test('does not take a reference that looks like a run of a schedule for one', async () => {
    const [moved] = await codec.encode([payload], inWorkflow('checkout/m/A-2026-11-21T10:17:00Z'));
    const other = inWorkflow('checkout/m/A-2026-11-21T10:18:00Z');
    await expect(codec.decode([moved as never], other)).rejects.toThrow(CodecError);
  });

  test('refuses a payload that was moved to another workflow', async () => {
    const moved = codec.decode([await encrypted()], inWorkflow('checkout/mch_1/order-2'));
    await expect(moved).rejects.toThrow(CodecError);
  });

  test('refuses a payload whose workflow was rewritten to match', async () => {
    const one = await encrypted();
    const metadata = { ...one.metadata, 'enc-ctx': Buffer.from('checkout/mch_1/order-2') };
    const forged = codec.decode([{ ...one, metadata }], inWorkflow('checkout/mch_1/order-2'));
    await expect(forged).rejects.toThrow(/does not decrypt/);
  });

  test('refuses a payload with any byte changed', async () => {
    const one = await encrypted();
    for (const at of [0, 12, (one.data?.length ?? 0) - 1]) {
      const data = Buffer.from(one.data ?? []);
      data.writeUInt8((data[at] ?? 0) ^ 1, at);
      await expect(codec.decode([{ ...one, data }], context)).rejects.toThrow(CodecError);
    }
  });

  test('refuses what is too short to be one of its own', async () => {
    const one = await encrypted();
    const data = Buffer.from(one.data ?? []).subarray(0, 20);
    await expect(codec.decode([{ ...one, data }], context)).rejects.toThrow(CodecError);
  });

  test('decrypts under an older key, and says so when it has no such key', async () => {
    const one = await encrypted();
    const rotated = new EncryptionCodec(keySetOf('codec', [randomBytes(32), key]));
    const [decoded] = await rotated.decode([one], context);
    expect(Buffer.from(decoded?.data ?? [])).toEqual(Buffer.from(payload.data ?? []));
    const stranger = new EncryptionCodec(keySetOf('codec', [randomBytes(32)]));
    await expect(stranger.decode([one], context)).rejects.toThrow(/there is no key/);
  });

  test('shows payloads without a workflow to the codec server', async () => {
    const [decoded] = await codec.decode([await encrypted()]);
    expect(Buffer.from(decoded?.data ?? []).toString()).toContain('txn_1');
  });
});
