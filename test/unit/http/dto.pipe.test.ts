import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { CompleteRequest } from '../../../src/payments/checkouts/complete.dto.js';
import { CreateAccountRequest } from '../../../src/payments/checkouts/create-account.dto.js';
import { InitiateRequest } from '../../../src/payments/checkouts/initiate.dto.js';
import { ApiError } from '../../../src/http/api-error.js';
import { DtoPipe } from '../../../src/http/dto.pipe.js';
import { DisputeEvidenceRequest } from '../../../src/payments/disputes/answer.dto.js';
import { RotateSecretRequest } from '../../../src/notify/webhooks/endpoint.dto.js';
import { AuthenticateRequest } from '../../../src/http/access/authenticate.dto.js';
import { OwnPasswordRequest, ProofRequest } from '../../../src/operators/people/people.dto.js';
import { RefundRequest } from '../../../src/payouts/refunds/refund.dto.js';
import { SandboxCreditRequest } from '../../../src/payments/sandbox/inward-credit.dto.js';
import { InwardCreditHook } from '../../../src/payments/credits/hook.dto.js';

const pipe = new DtoPipe();

function refusalOf(metatype: new () => object, body: unknown): ApiError | undefined {
  try {
    pipe.transform(body, { metatype, type: 'body' });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return undefined;
}

const dtoOf = (metatype: new () => object, body: unknown) =>
  pipe.transform(body, { metatype, type: 'body' });

const order = {
  email: 'ada@example.ng',
  phoneNumber: '08031234567',
  firstName: 'Ada',
  lastName: 'Obi',
  amount: 1_000_000,
  paymentReference: 'ORD-1001',
};
const refuse = (changes: object) => refusalOf(InitiateRequest, { ...order, ...changes });

describe('an initiate request', () => {
  it.each([
    ['the seed document’s fields', {}],
    ['channels in any case and by other names', { channels: ['BANK-TRANSFER', 'card'] }],
    [
      'everything that may be left out as null',
      { channels: null, metadata: null, policies: null, currency: null },
    ],
    ['metadata', { metadata: { cart: 'c-1', ['k'.repeat(40)]: 'v'.repeat(500) } }],
    ['a policy', { policies: { onAccountExpiry: 'EXPIRE' } }],
    ['names of people', { firstName: "O'Neil-Ọlá", lastName: 'St. Ngũgĩ' }],
    ['an international number', { phoneNumber: '+44 (0)20 7946 0958' }],
    ['a reference of one character', { paymentReference: '7' }],
    ['the smallest and largest session', { sessionTtlMinutes: 10 }],
    ['a redirect', { redirectUrl: 'https://shop.example.ng/thanks?o=1' }],
    [
      'wishes for its page',
      {
        cancelUrl: 'https://shop.example.ng/cart',
        locale: 'pcm',
        accentColor: '#0B5d3b',
        embedOrigin: 'https://shop.example.ng:8443',
        items: [{ name: 'Shoes', quantity: 2, amount: 1 }],
      },
    ],
  ])('may have %s', (_name, changes) => {
    expect(refuse(changes)).toBeUndefined();
  });

  it.each([
    ['amount', { amount: '1000000' }, 'AMOUNT_NOT_INTEGER', 'integer'],
    ['amount', { amount: 0.1 }, 'AMOUNT_NOT_INTEGER', 'integer'],
    ['amount', { amount: true }, 'AMOUNT_NOT_INTEGER', 'integer'],
    ['amount', { amount: [1] }, 'AMOUNT_NOT_INTEGER', 'integer'],
    ['amount', { amount: 0 }, 'AMOUNT_OUT_OF_RANGE', 'min'],
    ['amount', { amount: -0 }, 'AMOUNT_OUT_OF_RANGE', 'min'],
    ['amount', { amount: -1 }, 'AMOUNT_OUT_OF_RANGE', 'min'],
    ['amount', { amount: null }, 'VALIDATION_FAILED', 'required'],
    ['amount', { amount: undefined }, 'VALIDATION_FAILED', 'required'],
    ['email', { email: 'ada' }, 'VALIDATION_FAILED', 'email'],
    ['email', { email: 'a\r\nb@example.ng' }, 'VALIDATION_FAILED', 'email'],
    ['email', { email: 5 }, 'VALIDATION_FAILED', 'type'],
    ['phoneNumber', { phoneNumber: '12345' }, 'VALIDATION_FAILED', 'pattern'],
    ['firstName', { firstName: '' }, 'VALIDATION_FAILED', 'pattern'],
    ['firstName', { firstName: '   ' }, 'VALIDATION_FAILED', 'pattern'],
    ['firstName', { firstName: 'A'.repeat(51) }, 'VALIDATION_FAILED', 'pattern'],
    ['firstName', { firstName: '<b>Ada</b>' }, 'VALIDATION_FAILED', 'pattern'],
    ['paymentReference', { paymentReference: 'a/b/c/d' }, 'VALIDATION_FAILED', 'pattern'],
    ['paymentReference', { paymentReference: '-abc' }, 'VALIDATION_FAILED', 'pattern'],
    ['paymentReference', { paymentReference: 'ORD-1\n' }, 'VALIDATION_FAILED', 'pattern'],
    ['channels', { channels: [] }, 'VALIDATION_FAILED', 'count'],
    ['channels', { channels: ['Cash'] }, 'INVALID_CHANNEL', 'oneOf'],
    ['channels', { channels: ['constructor'] }, 'INVALID_CHANNEL', 'oneOf'],
    ['channels', { channels: ['Bank', 'transfer'] }, 'VALIDATION_FAILED', 'unique'],
    ['channels', { channels: 'Bank' }, 'VALIDATION_FAILED', 'type'],
    ['currency', { currency: 'USD' }, 'VALIDATION_FAILED', 'oneOf'],
    ['metadata.a', { metadata: { a: 1 } }, 'VALIDATION_FAILED', 'type'],
    ['metadata.a', { metadata: { b: 'c', a: { b: 'c' } } }, 'VALIDATION_FAILED', 'type'],
    ['metadata.a', { metadata: { a: null } }, 'VALIDATION_FAILED', 'type'],
    ['metadata.a', { metadata: { a: 'v'.repeat(501) } }, 'VALIDATION_FAILED', 'length'],
    ['metadata.', { metadata: { '': 'v' } }, 'VALIDATION_FAILED', 'length'],
    ['metadata.ab', { metadata: { 'a\u202Eb': 'v' } }, 'VALIDATION_FAILED', 'text'],
    ['metadata.a b', { metadata: { 'a\nb': 'v' } }, 'VALIDATION_FAILED', 'text'],
    [
      `metadata.${'k'.repeat(40)}`,
      { metadata: { ['k'.repeat(41)]: 'v' } },
      'VALIDATION_FAILED',
      'length',
    ],
    [
      'metadata',
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, ''])) },
      'VALIDATION_FAILED',
      'count',
    ],
    ['metadata', { metadata: [] }, 'VALIDATION_FAILED', 'type'],
    ['sessionTtlMinutes', { sessionTtlMinutes: 9 }, 'VALIDATION_FAILED', 'min'],
    ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }, 'VALIDATION_FAILED', 'url'],
    ['cancelUrl', { cancelUrl: 'http://shop.example.ng' }, 'VALIDATION_FAILED', 'url'],
    ['locale', { locale: 'fr' }, 'VALIDATION_FAILED', 'oneOf'],
    ['accentColor', { accentColor: '#fff;}' }, 'VALIDATION_FAILED', 'pattern'],
    ['embedOrigin', { embedOrigin: 'https://shop.example.ng/' }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: "https://a.ng 'self'" }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: 'https://*' }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: 'https://*.a.ng' }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: 'https://a;script-src-elem' }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: "https://'self'" }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: 'https://a,b.ng' }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: 'https://a.ng:*' }, 'VALIDATION_FAILED', 'url'],
    ['embedOrigin', { embedOrigin: 'https://a!$&()+=_~.ng' }, 'VALIDATION_FAILED', 'url'],
    [
      'items.0.quantity',
      { items: [{ name: 'Shoes', quantity: 0, amount: 1 }] },
      'VALIDATION_FAILED',
      'min',
    ],
    [
      'items.0.price',
      { items: [{ name: 'Shoes', quantity: 1, amount: 1, price: 1 }] },
      'UNKNOWN_FIELD',
      'unknown',
    ],
    [
      'policies.onAccountExpiry',
      { policies: { onAccountExpiry: 'X' } },
      'VALIDATION_FAILED',
      'oneOf',
    ],
    ['policies.late', { policies: { late: 'ACCEPT' } }, 'VALIDATION_FAILED', 'oneOf'],
    ['policies.lateness', { policies: { lateness: 'HOLD' } }, 'UNKNOWN_FIELD', 'unknown'],
    ['status', { status: 'SUCCESSFUL' }, 'UNKNOWN_FIELD', 'unknown'],
    ['merchantId', { merchantId: 'mch_1' }, 'UNKNOWN_FIELD', 'unknown'],
  ])('is told of %s %j', (field, changes, reason, rule) => {
    const refusal = refuse(changes);
    expect(refusal?.reason).toBe(reason);
    expect(refusal?.details.errors).toMatchObject([{ field, rule }]);
  });

  it('is told of every broken field at once, each with its most basic rule', () => {
    const refusal = refuse({ email: 5, amount: 'x', paymentReferance: 'y' });
    expect(refusal?.reason).toBe('VALIDATION_FAILED');
    expect(
      refusal?.details.errors?.map(({ field, rule }) => `${field}:${rule}`).toSorted(),
    ).toEqual(['amount:integer', 'email:type', 'paymentReferance:unknown']);
  });

  it('never has its values repeated', () => {
    const refusal = refuse({
      email: 'canary-value',
      phoneNumber: 'canary-value',
      metadata: ['canary-value'],
    });
    expect(JSON.stringify([refusal?.message, refusal?.details])).not.toContain('canary-value');
  });

  it('is judged quickly, however odd its texts', () => {
    const long = `${'a'.repeat(25_000)}@${'b.'.repeat(12_500)}`;
    const begin = performance.now();
    for (const field of ['email', 'phoneNumber', 'firstName', 'paymentReference', 'redirectUrl']) {
      expect(refuse({ [field]: long })).toBeDefined();
    }
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

describe('a create-account request', () => {
  const account = { paymentReference: 'ORD-1001', prefix: '501', validity: 30, amount: 1_000_000 };

  it.each([1, 10, 45, 1_440])('may be valid for %i minutes', (validity) => {
    expect(refusalOf(CreateAccountRequest, { ...account, validity })).toBeUndefined();
  });

  it.each([0, 1.5, '30', 1_441, -1, null])('may not be valid for %j minutes', (validity) => {
    const refusal = refusalOf(CreateAccountRequest, { ...account, validity });
    expect(refusal?.reason).toBe('VALIDATION_FAILED');
    expect(refusal?.details.errors?.[0]?.field).toBe('validity');
  });

  it.each(['50', '5011', '50a', '５０１'])('may not have the prefix %s', (prefix) => {
    expect(refusalOf(CreateAccountRequest, { ...account, prefix })?.reason).toBe(
      'VALIDATION_FAILED',
    );
  });
});

describe('a complete request', () => {
  const complete = {
    paymentChannel: 'Bank',
    account: '5011234561',
    amount: 1_000_000,
    paymentReference: 'ORD-1001',
    accessCode: 'ac_x',
  };
  const reasonFor = (changes: object) =>
    refusalOf(CompleteRequest, { ...complete, ...changes })?.reason;

  it('is passed on with a bank account, or with any card token', () => {
    expect(reasonFor({})).toBeUndefined();
    expect(reasonFor({ paymentChannel: 'Card', account: 'card_tok_1' })).toBeUndefined();
  });

  it.each(['4111111111111111', '4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005'])(
    'is refused for the card number %s on either channel',
    (account) => {
      expect(reasonFor({ account })).toBe('PAN_NOT_ACCEPTED');
      expect(reasonFor({ paymentChannel: 'Card', account })).toBe('PAN_NOT_ACCEPTED');
      expect(reasonFor({ account, amount: 'x' })).toBe('PAN_NOT_ACCEPTED');
    },
  );

  it('is refused for a bank account that is not ten digits', () => {
    expect(reasonFor({ account: '501123456' })).toBe('VALIDATION_FAILED');
    expect(reasonFor({ account: 'card_tok_1' })).toBe('VALIDATION_FAILED');
  });
});

describe('a card number', () => {
  const pan = '5060990580000217499';

  it.each([
    ['paymentReference', { paymentReference: pan }],
    ['paymentReference', { paymentReference: `ORD-${pan}` }],
    ['metadata.note', { metadata: { cart: 'c-1', note: '4111 1111 1111 1111' } }],
    ['metadata', { metadata: { [pan]: 'x' } }],
    ['redirectUrl', { redirectUrl: `https://shop.example.ng/?card=${pan}` }],
    ['items.0.name', { items: [{ name: `Card ${pan}`, quantity: 1, amount: 1 }] }],
    ['email', { email: `${pan}@example.ng` }],
  ])('is refused in %s', (field, changes) => {
    const refusal = refuse(changes);
    expect(refusal?.reason).toBe('PAN_NOT_ACCEPTED');
    expect(refusal?.details.errors).toMatchObject([{ field, rule: 'pan' }]);
    expect(JSON.stringify([refusal?.message, refusal?.details])).not.toContain(pan);
  });

  it.each([
    { refundReference: pan, reason: 'Sold out' },
    { refundReference: 'RFD-1', reason: `Card ${pan} was charged twice` },
  ])('is refused in a refund %j', (body) => {
    expect(refusalOf(RefundRequest, body)?.reason).toBe('PAN_NOT_ACCEPTED');
  });

  it('is taken in a secret, whose digits may be random', () => {
    const proof = { password: `rain on tin ${pan} `, code: '123456' };
    expect(dtoOf(ProofRequest, proof)).toMatchObject(proof);
    const renewed = { password: pan, newPassword: `harmattan ${pan}`, code: '123456' };
    expect(dtoOf(OwnPasswordRequest, renewed)).toMatchObject(renewed);
    const client = { clientId: 'mid_c2FuZGJveA', clientSecret: `sk_test-${pan}` };
    expect(dtoOf(AuthenticateRequest, client)).toMatchObject(client);
    const whsec = { secret: `whsec_${pan}/AQIDBAUGBwgJ` };
    expect(dtoOf(RotateSecretRequest, whsec)).toMatchObject(whsec);
    expect(refusalOf(ProofRequest, { ...proof, code: pan })?.reason).toBe('PAN_NOT_ACCEPTED');
  });

  it('is refused in a narration', () => {
    const body = { accountNumber: '5011234561', amount: 5, narration: `From ${pan}` };
    expect(refusalOf(SandboxCreditRequest, body)?.reason).toBe('PAN_NOT_ACCEPTED');
  });
});

describe('a bank’s hook', () => {
  it('may carry fields we do not know, because money must land', () => {
    const hook = {
      sessionId: '999998261120151233000000000001',
      accountNumber: '5011234561',
      amount: 5,
    };
    expect(
      pipe.transform({ ...hook, more: 1 }, { metatype: InwardCreditHook, type: 'body' }),
    ).toEqual(hook);
  });

  it('may carry a card number, which the intake hides', () => {
    const hook = {
      sessionId: '999998261120151233000000000001',
      accountNumber: '5011234561',
      amount: 5,
      narration: 'From 4111111111111111',
    };
    expect(pipe.transform(hook, { metatype: InwardCreditHook, type: 'body' })).toEqual(hook);
  });
});

it('asks for a body where there is none', () => {
  expect(refusalOf(InitiateRequest, undefined)?.reason).toBe('MALFORMED_JSON');
});

describe('evidence of a dispute', () => {
  const explain = { explanation: 'The customer signed for the shoes.' };
  const deliver = (deliveredAt: string) =>
    refusalOf(DisputeEvidenceRequest, { ...explain, deliveredAt })?.details.errors ?? [];
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

  it('may tell of a delivery in the past, also by a clock that is a little ahead', () => {
    expect(deliver('2026-11-18T10:30:00Z')).toEqual([]);
    expect(deliver(fromNow(30_000))).toEqual([]);
  });

  it.each([fromNow(3_600_000), '2026-11-31T10:00:00Z', '2099-01-01T00:00:00Z'])(
    'may not tell of one at %s',
    (deliveredAt) => {
      expect(deliver(deliveredAt)).toMatchObject([{ field: 'deliveredAt', rule: 'date' }]);
    },
  );
});

describe('texts of a body', () => {
  const read = (changes: object) =>
    pipe.transform(
      { ...order, ...changes },
      { metatype: InitiateRequest, type: 'body' },
    ) as InitiateRequest;

  it('have no sign that nobody sees', () => {
    const texts = {
      ...{
        firstName: 'A\u202Eda',
        lastName: 'O\u200Bbi',
        description: ' Two\r\npairs \u2067of\u0007 shoes',
      },
      items: [{ name: '\u202EShoes', quantity: 1, amount: 1_000_000 }],
      metadata: { note: 'a\u202Eb' },
    };
    expect(read(texts)).toMatchObject({
      ...{ firstName: 'Ada', lastName: 'Obi', description: 'Two pairs of shoes' },
      items: [{ name: 'Shoes' }],
      metadata: { note: 'ab' },
    });
  });

  it('are not those of ids and addresses, which are refused or stay', () => {
    for (const paymentReference of ['a\u202Eb', 'a\u200Bb', 'ORD-1\n']) {
      expect(refuse({ paymentReference })?.details.errors).toMatchObject([
        { field: 'paymentReference' },
      ]);
    }
  });

  it('hide no card number', () => {
    const description = '4111\u200B1111\u200B1111\u200B1111';
    expect(refuse({ description })?.reason).toBe('PAN_NOT_ACCEPTED');
    expect(refuse({ metadata: { note: description } })?.reason).toBe('PAN_NOT_ACCEPTED');
  });

  it('are names as people type them', () => {
    const typed = { firstName: 'Mary\u00A0Ann', lastName: 'O’Brien–Ọ́lá (Mrs)' };
    expect(read(typed)).toMatchObject({ firstName: 'Mary Ann', lastName: "O'Brien-Ọ́lá (Mrs)" });
  });

  it('are as long as people see them', () => {
    expect(refuse({ firstName: 'ọ́'.repeat(50) })).toBeUndefined();
    expect(refuse({ description: 'ọ́'.repeat(255) })).toBeUndefined();
    expect(refuse({ description: 'ọ́'.repeat(256) })?.details.errors).toMatchObject([
      { field: 'description', rule: 'length' },
    ]);
    expect(refuse({ description: '\u202E' })?.details.errors).toMatchObject([
      { field: 'description', rule: 'length' },
    ]);
  });

  it('of secrets stay as they are', () => {
    const sent = { password: 'a  b\u200B', newPassword: 'harmattan on a  red road', code: '1' };
    expect(pipe.transform(sent, { metatype: OwnPasswordRequest, type: 'body' })).toEqual(sent);
  });
});
