import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import { disputedSale } from '../support/disputed-sale.js';
import type { TestEdge } from '../support/edge.js';
import { Acquirer } from '../support/scenarios/acquirer.js';

/** A merchant's own evidence files: who may list and save them, how they are served, and a restart before they are named. */
let world: ApiWorld<TestEdge>;
let merchant: ApiClient;
beforeAll(async () => {
  world = await ApiWorld.edge();
  merchant = world.merchant;
});
afterAll(() => world?.stop());

const binary = { 'content-type': 'application/octet-stream' };
const pdf = (inside: string): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n(${inside})\nendobj\n%%EOF\n`);

async function withFile(inside: string) {
  const sale = await disputedSale(merchant, world.manilla.simulatorUrl, {});
  const path = `/api/v1/disputes/${sale.disputeId}`;
  const content = pdf(inside);
  const { data } = await merchant.send('POST', `${path}/files`, { body: content, headers: binary });
  return { ...sale, path, content, file: data, at: `${path}/files/${data.fileId}` };
}

it('are listed, and saved as they are kept, never shown', async () => {
  const { path, file, at, content } = await withFile('<script>alert(1)</script>');
  const listed = await merchant.get(`${path}/files`);
  expect(listed.data.items).toEqual([file]);
  expect(listed.data.page).toMatchObject({ totalItems: 1, hasMore: false });
  const saved = await merchant.file(at);
  expect(saved.status).toBe(200);
  expect(saved.bytes).toEqual(content);
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="${file.fileId}.pdf"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

it('are nobody else’s: not another merchant’s, not another dispute’s, not without the scope', async () => {
  const mine = await withFile('mine');
  const other = await world.otherMerchant('Others');
  const another = await withFile('another dispute of mine');
  const gone = { status: 404, data: { reason: 'RESOURCE_NOT_FOUND' } };
  expect(await other.get(`${mine.path}/files`)).toMatchObject(gone);
  expect(await other.get(mine.at)).toMatchObject(gone);
  expect(await merchant.get(`${another.path}/files/${mine.file.fileId}`)).toMatchObject(gone);
  expect(await merchant.get(`${mine.path}/files/fil_01KA0000000000000000000000`)).toMatchObject(
    gone,
  );
  for (const fileId of ['fil_1', '..%2F..', `${mine.file.fileId}x`]) {
    expect(await merchant.get(`${mine.path}/files/${fileId}`)).toMatchObject({
      ...{ status: 400, data: { errors: [{ field: 'fileId' }] } },
    });
  }
  const open = new ApiClient(world.manilla.baseUrl);
  expect((await open.get(mine.at)).status).toBe(401);
});

it('are kept over a restart between the upload and the answer, and after the answer', async () => {
  const { disputeId, number, path, at, file, content } = await withFile('before the restart');
  const restarted = await world.manilla.beside();
  try {
    const after = new ApiClient(restarted.baseUrl, merchant.token);
    expect((await after.file(at)).bytes).toEqual(content);
    const again = await after.send('POST', `${path}/files`, { body: content, headers: binary });
    expect(again.data).toEqual(file);
    const documents = [{ type: 'RECEIPT', fileId: file.fileId }];
    const answered = await after.post(`${path}/evidence`, { explanation: 'It came.', documents });
    expect(answered.status).toBe(200);
    const acquirer = new Acquirer(world.manilla.simulatorUrl);
    await expect
      .poll(async () => (await acquirer.chargeback(number)).files)
      .toMatchObject([{ file_id: file.fileId, bytes: content.length }]);
    // Closed: what an answer named stays.
    await acquirer.closeChargeback(number, 'lost');
    await expect
      .poll(async () => (await merchant.get(`/api/v1/disputes/${disputeId}`)).data.status)
      .toBe('LOST');
    expect((await after.file(at)).bytes).toEqual(content);
  } finally {
    await restarted.stop();
  }
});
