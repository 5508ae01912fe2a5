import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidenceLimits } from '../../src/payments/disputes/evidence-content.js';
import { disputedSale } from '../support/disputed-sale.js';
import { Acquirer } from '../support/scenarios/acquirer.js';
import { DeskWorld, type DeskClient } from '../support/desk-world.js';
import type { ApiClient, ApiReply } from '../support/api-client.js';
import type { TestEdge } from '../support/edge.js';

/** Files of a merchant as evidence: what is taken, what it becomes, who sees it, and what attackers send. */
let world: DeskWorld<TestEdge>;
let viewer: DeskClient;
let acquirer: Acquirer;
let merchant: ApiClient;

beforeAll(async () => {
  world = await DeskWorld.edge();
  viewer = await world.operator('Sees No Account', 'viewer');
  merchant = world.api.merchant;
  acquirer = new Acquirer(world.api.manilla.simulatorUrl);
});
afterAll(() => world?.stop());

async function disputed(evidenceDueAt?: string) {
  const sale = await disputedSale(merchant, world.api.manilla.simulatorUrl, { evidenceDueAt });
  return { ...sale, path: `/api/v1/disputes/${sale.disputeId}` };
}

const binary = { 'content-type': 'application/octet-stream' };
const upload = (path: string, body: Buffer, headers: Record<string, string> = {}, by = merchant) =>
  by.send('POST', `${path}/files`, { body, headers: { ...binary, ...headers } });

const pdf = (inside = 'a receipt'): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n(${inside})\nendobj\n%%EOF\n`);

/** Every pixel another one, so that no two are the same file. */
function picture(width: number, height: number, seed = 1): Transformer {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at += 1) {
    pixels[at * 4] = (at * 7 * seed) % 251;
    pixels[at * 4 + 1] = (at * 13) % 249;
  }
  return Transformer.fromRgbaPixels(pixels, width, height);
}

/** A JPEG in which a camera has written where it was. */
async function photograph(): Promise<Buffer> {
  const bare = await picture(60, 40).jpeg();
  const note = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0 6.5244N 3.3792E', 'latin1');
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(note.length + 2, 2);
  return Buffer.concat([bare.subarray(0, 2), head, note, bare.subarray(2)]);
}

const refusal = (status: number, reason: string) => ({ status, data: { reason } });
const fault = (message: RegExp) => ({
  ...{ status: 400 },
  data: { errors: [{ field: 'file', message: expect.stringMatching(message) as string }] },
});
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a file', () => {
  it('is known by its content, goes to the acquirer with the answer, and is saved at the desk', async () => {
    const { path, disputeId, number } = await disputed();
    const taken = [
      await upload(path, pdf()),
      await upload(path, await photograph(), { 'content-type': 'image/png' }),
      await upload(path, await picture(30, 20).png(), { 'content-type': 'application/pdf' }),
    ];
    expect(taken.map(({ status, data }) => [status, data.mediaType])).toEqual([
      [200, 'application/pdf'],
      [200, 'image/jpeg'],
      [200, 'image/png'],
    ]);
    const ids = taken.map(({ data }) => String(data.fileId));
    expect((await merchant.get(path)).data.files).toEqual(taken.map(({ data }) => data));

    const documents = [
      ...ids.slice(0, 2).map((fileId) => ({ type: 'RECEIPT', fileId })),
      { type: 'TERMS', url: 'https://shop.example.ng/terms.pdf' },
    ];
    const sent = await merchant.post(`${path}/evidence`, { explanation: 'It came.', documents });
    expect(sent).toMatchObject({ status: 200, data: { answer: { type: 'EVIDENCE' } } });
    await expect
      .poll(async () => (await acquirer.chargeback(number)).answers)
      .toMatchObject([{ code: '00', evidence: { documents } }]);
    const contents = await Promise.all(ids.slice(0, 2).map((id) => content(disputeId, id)));
    expect((await acquirer.chargeback(number)).files).toEqual(
      contents.map(({ bytes }, at) => ({
        ...{ file_id: ids[at], media_type: taken[at]?.data.mediaType, calls: 1 },
        ...{ bytes: bytes.length, sha256: sha256(bytes) },
      })),
    );
    expect(contents[0]?.bytes).toEqual(pdf());

    const page = await desk(`/desk/disputes/${disputeId}`);
    for (const words of ['It came.', 'receipt', 'image/jpeg', 'https://shop.example.ng/terms.pdf'])
      expect(page.text).toContain(words);
    expect(page.text).toContain(`href="/desk/disputes/${disputeId}/files/${ids[0]}"`);
  });

  async function content(disputeId: string, fileId: string) {
    const { data } = await world.ada.get(`/disputes/${disputeId}/files/${fileId}`);
    return { mediaType: data.mediaType, bytes: Buffer.from(String(data.content), 'base64') };
  }

  async function desk(path: string, by: DeskClient = world.ada) {
    const reply = await fetch(`${world.desk.baseUrl}${path}`, { headers: { cookie: by.cookie } });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  }

  it('is saved by a browser and never shown, whatever stands in it', async () => {
    const { path, disputeId } = await disputed();
    const { data } = await upload(path, pdf('<script>alert(1)</script>'));
    const at = `/desk/disputes/${disputeId}/files/${data.fileId}`;
    const { status, headers } = await desk(at);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${data.fileId}.pdf"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await desk(at, viewer)).status).toBe(403);
    expect((await viewer.get(`/disputes/${disputeId}/files/${data.fileId}`)).status).toBe(403);
    const other = await disputed();
    expect((await desk(`/desk/disputes/${other.disputeId}/files/${data.fileId}`)).status).toBe(404);
    expect((await world.ada.get(`/disputes/${disputeId}/files/${data.fileId}x`)).status).toBe(400);
  });

  it('that is a picture has nothing of the camera left, and is no larger than paper', async () => {
    const { path, disputeId } = await disputed();
    const taken = await upload(path, await photograph());
    const kept = await content(disputeId, String(taken.data.fileId));
    expect(imageSize(kept.bytes)).toMatchObject({ type: 'jpg', width: 60, height: 40 });
    expect(kept.bytes.includes('6.5244N')).toBe(false);
    const wide = await upload(path, await picture(4_000, 50).jpeg());
    const smaller = await content(disputeId, String(wide.data.fileId));
    expect(imageSize(smaller.bytes).width).toBe(evidenceLimits.longestSide);
  });

  it('is sealed where it lies', async () => {
    const { path } = await disputed();
    const { data } = await upload(path, pdf('a name nobody has'));
    const rows = await world.api.query<{ content_sealed: Buffer; bytes: number }>(
      'select content_sealed, bytes from evidence_file where file_id = $1',
      [data.fileId],
    );
    expect(rows[0]?.bytes).toBe(data.size);
    expect(rows[0]?.content_sealed.includes('a name nobody has')).toBe(false);
  });

  it('that comes twice, also at the same time, is one', async () => {
    const { path } = await disputed();
    const file = pdf('once');
    const both = await Promise.all([upload(path, file), upload(path, file)]);
    const again = await upload(path, file);
    expect(new Set([...both, again].map(({ data }) => data.fileId)).size).toBe(1);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await merchant.get(path)).data.files).toHaveLength(1);
    const key = { 'idempotency-key': `file-${path}` };
    const first = await upload(path, pdf('by key'), key);
    expect((await upload(path, pdf('by key'), key)).data).toEqual(first.data);
    expect(await upload(path, pdf('another'), key)).toMatchObject(
      refusal(422, 'IDEMPOTENCY_KEY_REUSED'),
    );
  });
});

describe('is refused', () => {
  let path: string;
  beforeAll(async () => void ({ path } = await disputed()));

  const huge = async () => {
    const file = await picture(16, 16).png();
    file.writeUInt32BE(60_000, 16);
    file.writeUInt32BE(60_000, 20);
    return file;
  };
  it.each([
    ['nothing', () => Buffer.alloc(0), /must not be empty/],
    ['a page', () => Buffer.from('<html><script>1</script></html>'), /PDF, JPEG or PNG/],
    ['a picture with a script in its head', () => Buffer.from('GIF89a/*<svg*/'), /PDF, JPEG/],
    ['WebP', () => picture(9, 9).webp(), /PDF, JPEG or PNG/],
    ['PNG by its first bytes alone', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /cannot be/],
    ['half a JPEG', async () => (await picture(90, 90).jpeg()).subarray(0, 700), /cannot be read/],
    ['a picture of 3.6 gigapixels in 200 bytes', huge, /at most 25 megapixels/],
    ['a PDF that is a ZIP as well', () => Buffer.concat([pdf(), Buffer.from('PK\x05\x06')]), /end/],
    ['a page that is a PDF as well', () => Buffer.concat([Buffer.from('<p>'), pdf()]), /JPEG/],
    ['half a PDF', () => pdf().subarray(0, 30), /whole PDF/],
    ['a PDF with a script', () => pdf(') /JavaScript ('), /without scripts/],
    ['a PDF with a program in it', () => pdf(') /EmbeddedFile ('), /without files/],
    ['a PDF with a password', () => pdf(') /Encrypt ('), /without a password/],
  ])('%s', async (_what, make, message) => {
    expect(await upload(path, await make())).toMatchObject(fault(message));
    expect((await merchant.get(path)).data.files).toEqual([]);
  });

  it('what is larger than 10 MB, whether it says so or not', async () => {
    const large = Buffer.concat([pdf(), Buffer.alloc(evidenceLimits.bytes)]);
    expect(await upload(path, large)).toMatchObject({
      ...refusal(413, 'PAYLOAD_TOO_LARGE'),
      message: 'The file is too large. Send at most 10 MB.',
    });
    expect(await chunked(large)).toBe(413);
  });

  it('what is not a file, and a file elsewhere', async () => {
    expect(await merchant.post(`${path}/files`, { content: 'aGk=' })).toMatchObject(
      refusal(415, 'UNSUPPORTED_MEDIA_TYPE'),
    );
    expect(await upload(path, pdf(), { 'content-encoding': 'gzip' })).toMatchObject(
      refusal(415, 'UNSUPPORTED_MEDIA_TYPE'),
    );
    const elsewhere = { body: pdf(), headers: binary };
    expect(await merchant.send('POST', `${path}/evidence`, elsewhere)).toMatchObject(
      refusal(415, 'UNSUPPORTED_MEDIA_TYPE'),
    );
  });

  it('before it is read, who has no token', async () => {
    expect(await chunked(Buffer.alloc(64), {})).toBe(401);
  });

  /** Without telling how long it is. */
  function chunked(
    body: Buffer,
    headers: Record<string, string> = { authorization: `Bearer ${merchant.token}` },
  ): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = request(`${world.api.manilla.baseUrl}${path}/files`, {
        method: 'POST',
        headers: { ...binary, ...headers },
      });
      sent.on('response', (reply) => resolve(reply.resume().statusCode)).on('error', reject);
      for (let at = 0; at < body.length; at += 1_000_000)
        sent.write(body.subarray(at, at + 1_000_000));
      sent.end();
    });
  }

  it('another merchant’s dispute and another merchant’s file', async () => {
    const other = await world.api.otherMerchant();
    expect(await upload(path, pdf(), {}, other)).toMatchObject(refusal(404, 'RESOURCE_NOT_FOUND'));
    const mine = await disputed();
    const { data } = await upload(mine.path, pdf());
    const unknown = { status: 400, data: { errors: [{ field: 'documents', rule: 'known' }] } };
    for (const fileId of [data.fileId, 'fil_01KA0000000000000000000000']) {
      const documents = [{ type: 'RECEIPT', fileId }];
      expect(
        await merchant.post(`${path}/evidence`, { explanation: 'Mine.', documents }),
      ).toMatchObject(unknown);
    }
  });

  it.each([
    [{ type: 'OTHER' }, 'documents.0.url', 'required'],
    [{ type: 'OTHER', fileId: 'fil_1' }, 'documents.0.fileId', 'pattern'],
    [
      { type: 'OTHER', fileId: 'fil_01KA0000000000000000000000', url: 'https://a.ng/b' },
      'documents.0.url',
      'url',
    ],
  ])('the document %j', async (document, field, rule) => {
    const body = { explanation: 'Mine.', documents: [document] };
    const reply = await merchant.post(`${path}/evidence`, body);
    expect(reply).toMatchObject({ status: 400, data: { errors: [{ field, rule }] } });
  });

  it('an eleventh file, more than 20 MB, and what comes after the answer, the deadline or the end', async () => {
    const full = await disputed();
    const many = [];
    for (let n = 0; n < evidenceLimits.files; n += 1)
      many.push(await upload(full.path, pdf(`page ${n}`)));
    expect(many.map(({ status }) => status)).toEqual(Array(evidenceLimits.files).fill(200));
    expect(await upload(full.path, pdf('one more'))).toMatchObject(refusal(409, 'EVIDENCE_FULL'));

    const heavy = await disputed();
    const parts: ApiReply[] = [];
    for (const seed of ['a', 'b', 'c'])
      parts.push(await upload(heavy.path, pdf(seed.repeat(7.2 * 1_024 * 1_024))));
    expect(parts.map(({ status }) => status)).toEqual([200, 200, 409]);

    await merchant.post(`${full.path}/evidence`, { explanation: 'It came.' });
    expect(await upload(full.path, pdf('late'))).toMatchObject(
      refusal(409, 'DISPUTE_ALREADY_ANSWERED'),
    );
    await acquirer.closeChargeback(full.number, 'lost');
    expect((await merchant.get(full.path)).data.files).toEqual([]);

    const late = await disputed(new Date(Date.now() - 1_000).toISOString());
    expect(await upload(late.path, pdf())).toMatchObject(refusal(410, 'DISPUTE_DEADLINE_PASSED'));
    await acquirer.closeChargeback(late.number, 'won');
    expect(await upload(late.path, pdf())).toMatchObject(refusal(409, 'DISPUTE_NOT_OPEN'));
  });

  it('ten at once leave ten answers, and those that were not taken say when to come again', async () => {
    const { path: busy } = await disputed();
    const page = await picture(1_200, 900).png();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        upload(busy, n % 2 === 0 ? pdf(`at once ${n}`) : Buffer.concat([page])),
      ),
    );
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expect(reply).toMatchObject(refusal(503, 'TOO_MUCH_AT_ONCE'));
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(replies.some(({ status }) => status === 200)).toBe(true);
  });
});
