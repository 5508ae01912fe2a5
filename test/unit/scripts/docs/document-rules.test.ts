import { describe, expect, it } from 'vitest';
import { faultsOfDocument } from '../../../../scripts/docs/document-rules.ts';

const good = { type: 'string', description: 'Name of the shop.', example: 'Ada' };

function faultsWith(property: object, name = 'property'): string[] {
  return faultsOfDocument({
    paths: {},
    components: { schemas: { Shop: { properties: { [name]: property } } } },
  });
}

describe('the rules of the document', () => {
  it('pass a property with a type, a description and an example', () => {
    expect(faultsWith(good)).toEqual([]);
  });

  it('ask for a description unless the choices that are referred to have one', () => {
    const faultsOf = (choices: object) =>
      faultsOfDocument({
        paths: {},
        components: {
          schemas: {
            Shop: { properties: { status: { $ref: '#/components/schemas/ShopStatus' } } },
            ShopStatus: choices,
          },
        },
      });
    expect(faultsOf({ description: 'OPEN: it sells.' })).toEqual([]);
    expect(faultsOf({})).toEqual(['Shop.status has no description']);
  });

  it.each([
    ['a number', { ...good, type: 'number' }, 'is a number'],
    ['an integer of any size', { ...good, type: 'integer' }, 'without format'],
    ['a truth value with choices', { ...good, type: 'boolean', enum: [true] }, 'with choices'],
    ['no description', { ...good, description: '' }, 'no description'],
    ['no example', { ...good, example: undefined }, 'no example'],
    ['a default', { ...good, default: 'Ada' }, 'has a default'],
  ])('refuse %s', (_, property, fault) => {
    expect(faultsWith(property)).toEqual([expect.stringContaining(`Shop.property`)]);
    expect(faultsWith(property)[0]).toContain(fault);
  });

  it.each([
    ['listKeys', [], true],
    ['listKeys', ['items'], true],
    ['getCalendar', ['items'], true],
    ['listKeys', ['items', 'page'], false],
    ['getKey', ['groups'], false],
  ])('want a list to have items and page: %s with %j', (operationId, names, isFault) => {
    const properties = Object.fromEntries(names.map((name) => [name, good]));
    const $ref = '#/components/schemas/KeyListResponse';
    const content = { 'application/json': { schema: { $ref } } };
    const envelope = { isSuccessful: good, code: good, message: good };
    const faults = faultsOfDocument({
      paths: { '/keys': { get: { operationId, responses: { 200: { content } } } } },
      components: {
        schemas: {
          KeyListResponse: {
            properties: { ...envelope, data: { $ref: '#/components/schemas/KeyList' } },
          },
          KeyList: { description: 'The keys.', properties },
        },
      },
    });
    expect(faults).toEqual(isFault ? ['get /keys is a list without `items` and `page`'] : []);
  });

  it.each([
    ['settlementStatus', good],
    ['channels', { ...good, type: 'array', items: { type: 'string' } }],
  ])('refuse a %s of any text', (name, property) => {
    const choices = { enum: ['Ada'] };
    const closed = 'items' in property ? { items: { ...property.items, ...choices } } : choices;
    expect(faultsWith(property, name)).toEqual([`Shop.${name} has no choices: name its values`]);
    expect(faultsWith({ ...property, ...closed }, name)).toEqual([]);
  });
});
