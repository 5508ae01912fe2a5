import { describe, expect, it } from 'vitest';
import { keyOf, readLinkForm } from '../../../../src/pages/payer/link-form.js';

const key = 'abcdefghijklmnopqrstuv';
const none = { maxQuantity: 1, fields: [] };
const bounds = { minMinor: 10_000n, maxMinor: 500_000_000n, ...none };
const good = { firstName: 'Ada', lastName: "d'Or", contact: 'ada@Example.ng', amount: '5,000' };

describe('the form of a link', () => {
  it('is read with an e-mail address, or with a phone number', () => {
    expect(readLinkForm(key, good, bounds)).toEqual({
      form: {
        ...{ key, firstName: 'Ada', lastName: "d'Or" },
        ...{ email: 'ada@Example.ng', phoneNumber: null, amountMinor: 500_000n },
        ...{ quantity: 1, answers: {} },
      },
    });
    expect(readLinkForm(key, { ...good, contact: '0803 123 4567' }, bounds)).toMatchObject({
      form: { email: null, phoneNumber: '+2348031234567' },
    });
  });

  it("takes the merchant's amount, whatever was sent", () => {
    const fixed = { minMinor: 700n, maxMinor: 700n, ...none };
    expect(readLinkForm(key, { ...good, amount: '1' }, fixed)).toMatchObject({
      form: { amountMinor: 700n },
    });
  });

  it.each([
    ['firstName', '4111 1111', 'linkWrongName'],
    ['firstName', 'Ada 4111 1111 1111 1111', 'linkWrongName'],
    ['lastName', '', 'linkWrongName'],
    ['contact', 'ada at example', 'linkWrongContact'],
    ['contact', '12345', 'linkWrongContact'],
    ['contact', '4111111111111111@example.ng', 'linkWrongContact'],
    ['amount', 'much', 'linkWrongAmount'],
    ['amount', '5000,50', 'linkWrongAmount'],
    ['amount', '99.99', 'linkWrongBounds'],
    ['amount', '5000000.01', 'linkWrongBounds'],
  ])('says what is wrong with %s %j, and keeps what was typed', (field, text, fault) => {
    const sent = { ...good, [field]: text };
    expect(readLinkForm(key, sent, bounds)).toEqual({
      filled: {
        key,
        typed: { ...sent, quantity: '' },
        faults: { [field]: fault },
        own: [],
        ownFaults: {},
      },
    });
  });

  it('names what is wrong in the order of the form', () => {
    const read = readLinkForm(key, {}, bounds);
    expect('filled' in read && Object.keys(read.filled.faults)).toEqual([
      ...['amount', 'firstName', 'lastName', 'contact'],
    ]);
  });

  it('takes no list and no long text for a field', () => {
    const sent = { ...good, firstName: ['Ada'], lastName: 'x'.repeat(9_000) };
    expect(readLinkForm(key, sent, bounds)).toMatchObject({
      filled: { typed: { firstName: '', lastName: 'x'.repeat(300) } },
    });
  });

  const many = { minMinor: 700n, maxMinor: 700n, maxQuantity: 5, fields: [] };
  it.each(['1', '2', '5'])('counts %s pieces', (quantity) => {
    expect(readLinkForm(key, { ...good, quantity }, many)).toMatchObject({
      form: { quantity: Number(quantity), amountMinor: 700n * BigInt(quantity) },
    });
  });

  it.each(['', '0', '6', '-1', '1.5', '2e0', '10000', '５'])(
    'takes no %j for pieces',
    (quantity) => {
      expect(readLinkForm(key, { ...good, quantity }, many)).toMatchObject({
        filled: { faults: { quantity: 'linkWrongQuantity' } },
      });
    },
  );

  it('counts one piece, whatever was sent, where the merchant sells one', () => {
    const fixed = { minMinor: 700n, maxMinor: 700n, ...none };
    expect(readLinkForm(key, { ...good, quantity: '3' }, fixed)).toMatchObject({
      form: { quantity: 1, amountMinor: 700n },
    });
  });

  it('has the answers to what the merchant asks, by its words', () => {
    const fields = [
      { label: 'Pupil', required: true },
      { label: '__proto__', required: false },
    ];
    const asked = { ...bounds, fields };
    expect(readLinkForm(key, { ...good, own0: 'Ada Obi' }, asked)).toMatchObject({
      form: { answers: { Pupil: 'Ada Obi' } },
    });
    for (const own0 of ['', '   ', '4111 1111 1111 1111', ['a']]) {
      expect(readLinkForm(key, { ...good, own0 }, asked)).toMatchObject({
        filled: { ownFaults: { 0: 'linkWrongField' } },
      });
    }
    const optional = readLinkForm(key, { ...good, own0: 'Ada', own1: '4111111111111111' }, asked);
    expect(optional).toMatchObject({ filled: { ownFaults: { 1: 'linkWrongField' } } });
  });

  it('has a key of ours', () => {
    expect(keyOf({ key })).toBe(key);
    for (const wrong of [{}, { key: 'short' }, { key: [key] }, { key: `${key}x` }]) {
      expect(keyOf(wrong)).toBeUndefined();
    }
  });
});
