import { describe, expect, it } from 'vitest';
import { Manilla } from '../../../../sdk/src/index.ts';
import { checkedInDocuments, operationsOf } from '../../../../scripts/docs/contract-document.ts';
import { places } from '../../../../scripts/docs/sdk/places.ts';

const [merchants] = checkedInDocuments();
const operations = operationsOf(merchants);
const named = Object.values(places).filter((place) => place !== null);

describe('scripts/docs/sdk/places.ts', () => {
  it('gives every operation of a merchant its place in the SDK, and nothing else', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(Object.keys(places).toSorted()).toEqual(ids.toSorted());
    expect(new Set(named).size).toBe(named.length);
  });

  it.each(named)('names a method that is there: manilla.%s', (place) => {
    const manilla = new Manilla({
      baseUrl: 'http://127.0.0.1:1',
      clientId: 'a',
      clientSecret: 'b',
    });
    const [resource = '', method = ''] = place.split('.');
    const methods = (manilla as unknown as Record<string, Record<string, unknown>>)[resource];
    expect(methods?.[method], `a field of sdk/src/manilla.ts: ${resource}`).toBeInstanceOf(
      Function,
    );
  });
});
