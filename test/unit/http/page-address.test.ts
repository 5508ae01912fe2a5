import { describe, expect, it } from 'vitest';
import { InitiateRequest } from '../../../src/payments/checkouts/initiate.dto.js';
import { DtoPipe } from '../../../src/http/dto.pipe.js';
import { isPageOrigin, PageAddresses } from '../../../src/http/page-address.js';
import { CheckoutPageRequest } from '../../../src/merchants/settings/checkout-page.dto.js';
import { PaymentLinkRequest } from '../../../src/payments/links/payment-link.dto.js';

const pipe = new DtoPipe();
const base = {
  ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada', lastName: 'Obi' },
  ...{ amount: 100_000, paymentReference: 'ORD-1' },
};
const doors = [
  ['initiate redirectUrl', InitiateRequest, { ...base }, 'redirectUrl'],
  ['initiate cancelUrl', InitiateRequest, { ...base }, 'cancelUrl'],
  ['link redirectUrl', PaymentLinkRequest, { description: 'Shoes' }, 'redirectUrl'],
] as const;

async function faultOf(model: new () => object, body: object): Promise<unknown> {
  try {
    await pipe.transform(body, { type: 'body', metatype: model });
    return undefined;
  } catch (error) {
    return (error as { details?: { errors?: { field: string }[] } }).details?.errors?.[0]?.field;
  }
}

describe.each(doors)('%s', (_name, model, rest, field) => {
  it.each([
    'https://shop.example.ng/thanks?order=A%20B&x=~#done',
    'http://localhost:4050/thanks',
    'http://127.0.0.1/thanks',
    'http://127.8.9.10:1/',
    'http://[::1]:4050/thanks',
  ])('takes %s', async (address) => {
    expect(await faultOf(model, { ...rest, [field]: address })).toBeUndefined();
  });

  it.each([
    'http://shop.example.ng/thanks',
    'http://localhost.example.ng/',
    'http://128.0.0.1/',
    'http://10.0.0.1/',
    'http://[::2]/',
    'http://ada@localhost/',
    'https://ada:secret@shop.example.ng/',
    'javascript:alert(1)',
    'ftp://localhost/',
    '//shop.example.ng/thanks',
    'https://shop.example.ng/a b',
    'https://shop.example.ng/a\nb',
    'https:\\\\shop.example.ng/',
  ])('refuses %j', async (address) => {
    expect(await faultOf(model, { ...rest, [field]: address })).toBe(field);
  });
});

describe('an address with one of our parameters', () => {
  const redirects = doors.filter(([, , , field]) => field === 'redirectUrl');
  it.each(
    ['paymentReference', 'status', 'time', 'signature', '%73tatus'].flatMap((name) =>
      redirects.map(([door, model, rest]) => [door, name, model, rest] as const),
    ),
  )('is refused when it is set: %s with %s', async (_door, name, model, rest) => {
    const redirectUrl = `https://shop.example.ng/thanks?a=1&${name}=mine#x`;
    expect(await faultOf(model, { ...rest, redirectUrl })).toBe('redirectUrl');
  });

  it('may have its like', async () => {
    const redirectUrl = 'https://shop.example.ng/status?order_status=1&Status=2#status=3';
    expect(await faultOf(InitiateRequest, { ...base, redirectUrl })).toBeUndefined();
  });
});

describe('a site that may show the page', () => {
  it.each(['https://shop.example.ng', 'http://localhost:4050', 'http://127.0.0.1:8080'])(
    'is %s',
    async (origin) => {
      expect(isPageOrigin(origin)).toBe(true);
      expect(await faultOf(InitiateRequest, { ...base, embedOrigin: origin })).toBeUndefined();
      expect(await faultOf(CheckoutPageRequest, { embedOrigins: [origin] })).toBeUndefined();
    },
  );

  it.each(['http://shop.example.ng', 'http://localhost:4050/', 'https://*', 'http://localhost;x'])(
    'is not %s',
    async (origin) => {
      expect(isPageOrigin(origin)).toBe(false);
      expect(await faultOf(InitiateRequest, { ...base, embedOrigin: origin })).toBe('embedOrigin');
      expect(await faultOf(CheckoutPageRequest, { embedOrigins: [origin] })).toBe('embedOrigins');
    },
  );
});

describe('one’s own machine', () => {
  const fields = {
    redirectUrl: 'http://localhost/',
    embedOrigins: ['https://a.ng', 'http://[::1]'],
  };

  it('is an address in the sandbox', () => {
    expect(() => new PageAddresses(true).refuse(fields)).not.toThrow();
  });

  it('is none in live: every field is named', () => {
    const live = new PageAddresses(false);
    expect(() => live.refuse(fields)).toThrow('redirectUrl must be an https URL.');
    const named = ['redirectUrl', 'embedOrigins'].map((field) =>
      expect.objectContaining({ field }),
    );
    expect(() => live.refuse(fields)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ errors: named }) }),
    );
    live.refuse({
      redirectUrl: 'https://shop.example.ng',
      cancelUrl: null,
      embedOrigins: undefined,
    });
  });
});
