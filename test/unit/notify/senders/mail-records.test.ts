import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkRecords } from '../../../../src/notify/senders/smtp/mail-records.js';
import type { SmtpSettings } from '../../../../src/platform/config/smtp-address.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const settings: SmtpSettings = {
  ...{ host: 'mail.shop.example.ng', port: 587, isImplicitTls: false, demandsTls: true },
  ...{ user: null, password: null, from: { address: 'pay@Shop.example.ng', name: null } },
  dkim: {
    selector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
};
const places = {
  SPF: 'shop.example.ng',
  DKIM: 's1._domainkey.shop.example.ng',
  DMARC: '_dmarc.shop.example.ng',
};

async function judged(name: keyof typeof places, ...texts: string[]) {
  const records = await checkRecords(settings, async (at) =>
    at === places[name] ? texts.map((text) => [text.slice(0, 200), text.slice(200)]) : [],
  );
  return records.find((record) => record.name === name);
}

describe('a record of the domain that mail comes from', () => {
  it.each([
    ['SPF', 'v=spf1 a:mail.shop.example.ng -all', 'GOOD'],
    ['SPF', 'v=spf1 include:_spf.example.ng ~all', 'GOOD'],
    ['SPF', 'v=spf1 redirect=_spf.example.ng', 'GOOD'],
    ['SPF', 'v=spf1 a mx ?all', 'WEAK'],
    ['SPF', 'v=spf1 a mx', 'WEAK'],
    ['SPF', 'v=spf1 +all', 'WRONG'],
    ['SPF', 'v=spf1 all', 'WRONG'],
    ['SPF', 'google-site-verification=1', 'MISSING'],
    ['SPF', 'v=spf10 -all', 'MISSING'],
    ['DKIM', `v=DKIM1; k=rsa; p=${key}`, 'GOOD'],
    ['DKIM', `p = ${key.slice(0, 50)} ${key.slice(50)} ;`, 'GOOD'],
    ['DKIM', `v=DKIM1; p=${key.slice(0, -4)}`, 'WRONG'],
    ['DKIM', 'v=DKIM1; p=', 'WRONG'],
    ['DKIM', 'v=spf1 -all', 'MISSING'],
    ['DMARC', 'v=DMARC1; p=reject', 'GOOD'],
    ['DMARC', 'v=DMARC1;p=Quarantine;pct=50', 'GOOD'],
    ['DMARC', 'v=DMARC1; p=none; sp=reject', 'WEAK'],
    ['DMARC', 'v=DMARC1', 'WRONG'],
    ['DMARC', 'p=reject', 'MISSING'],
  ] as const)('%s "%s" is %s', async (name, text, verdict) => {
    expect(await judged(name, text)).toMatchObject({ at: places[name], verdict });
  });

  it.each(['SPF', 'DKIM', 'DMARC'] as const)(
    '%s is told as it should be, and that is good',
    async (name) => {
      const { should = '' } = (await judged(name)) ?? {};
      expect(await judged(name, 'another text', should)).toMatchObject({ verdict: 'GOOD' });
      expect(await judged(name, should, should)).toMatchObject({ verdict: 'WRONG' });
    },
  );

  it('is UNKNOWN when DNS does not answer, and MISSING when there is no such name', async () => {
    const failing = (code: string) =>
      checkRecords(settings, () => Promise.reject(Object.assign(new Error(code), { code })));
    const verdicts = async (code: string) => (await failing(code)).map(({ verdict }) => verdict);
    expect(await verdicts('ETIMEOUT')).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
    expect(await verdicts('ECONNREFUSED')).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
    expect(await verdicts('ENOTFOUND')).toEqual(['MISSING', 'MISSING', 'MISSING']);
    expect(await verdicts('ENODATA')).toEqual(['MISSING', 'MISSING', 'MISSING']);
  });

  it('is not asked for DKIM where Manilla signs nothing', async () => {
    const records = await checkRecords({ ...settings, dkim: null }, async () => []);
    expect(records.map(({ name }) => name)).toEqual(['SPF', 'DMARC']);
  });
});
