import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { termiiReports } from '../../../../src/notify/senders/termii/termii-report.js';

describe('a delivery report', () => {
  const readReport = termiiReports('TERMII_SECRET');
  const read = (body: string, secret = 'TERMII_SECRET', headers = {}) =>
    readReport(
      {
        'x-termii-signature': createHmac('sha512', secret).update(body).digest('hex'),
        ...headers,
      },
      Buffer.from(body),
    );
  const report = (status: string) =>
    read(
      JSON.stringify({ type: 'outbound', message_id: 'm-1', receiver: '2348031234567', status }),
    );

  it.each([
    ['Delivered', 'DELIVERED'],
    ['DELIVERED | Message delivered to handset', 'DELIVERED'],
    ['Message Sent', null],
    ['Message Failed', 'REFUSED'],
    ['DND Active on Phone Number', 'REFUSED'],
    ['Rejected', 'REFUSED'],
    ['Expired', 'REFUSED'],
    ['Queued at the operator', null],
  ])('that says %s', (status, outcome) => {
    expect(report(status)).toEqual({ reference: 'm-1', outcome });
  });

  it('has the signature of the published example', () => {
    const body =
      '{"type":"outbound","message_id":"5964465985113503103","receiver":"2348012345678","sender":"Manilla","status":"Delivered"}';
    const signature = createHmac('sha512', 'TERMII_SECRET').update(body).digest('hex');
    expect(signature).toMatch(/^69e397cde4cc2556.*642080596e8abb$/);
    expect(read(body)).toEqual({ reference: '5964465985113503103', outcome: 'DELIVERED' });
  });

  it('that is not signed, signed with another key, altered or no report is none', () => {
    const body = '{"message_id":"m-1","status":"Delivered"}';
    expect(read(body, 'another')).toBeUndefined();
    expect(read(body, 'TERMII_SECRET', { 'x-termii-signature': undefined })).toBeUndefined();
    expect(read(body, 'TERMII_SECRET', { 'x-termii-signature': 'é'.repeat(64) })).toBeUndefined();
    const good = createHmac('sha512', 'TERMII_SECRET').update(body).digest('hex');
    const altered = Buffer.from(body.replace('m-1', 'm-2'));
    expect(readReport({ 'x-termii-signature': good }, altered)).toBeUndefined();
    expect(read('not JSON')).toBeUndefined();
    expect(read('{"status":"Delivered"}')).toBeUndefined();
  });
});
