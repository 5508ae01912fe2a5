import { glob } from 'node:fs/promises';
import { getMetadataStorage } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { InitiateRequest } from '../../../src/payments/checkouts/initiate.dto.js';
import { ApiError } from '../../../src/http/api-error.js';
import { ruleOfConstraint } from '../../../src/http/field-error.js';
import { DtoPipe } from '../../../src/http/dto.pipe.js';
import { InwardCreditHook } from '../../../src/payments/credits/hook.dto.js';

const pipe = new DtoPipe();
const order = {
  ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada', lastName: 'Obi' },
  ...{ amount: 1_000_000, paymentReference: 'ORD-1001' },
};

function refuse(changes: object): ApiError | undefined {
  try {
    pipe.transform({ ...order, ...changes }, { metatype: InitiateRequest, type: 'body' });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return undefined;
}

it('every list that a request may hold has a length, which is looked at first', async () => {
  const root = new URL('../../../src/', import.meta.url).pathname;
  const classes = await requestClasses(root);
  const lists: string[] = [];
  for (const each of classes) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(
      each as never,
      '',
      false,
      false,
    );
    const named = (name: string) =>
      new Set(rules.filter((rule) => rule.name === name).map((rule) => rule.propertyName));
    const bounds = named('arrayMaxSize');
    for (const field of named('isArray')) {
      lists.push(field);
      expect(bounds, `${each.name}.${field}`).toContain(field);
    }
  }
  expect(lists).toEqual(expect.arrayContaining(['items', 'legs', 'scopes', 'events']));
});

it('every rule of a field has a name that programs know', async () => {
  const unnamed = new Set<string>();
  for (const each of await requestClasses(new URL('../../../src/', import.meta.url).pathname)) {
    const [storage, target] = [getMetadataStorage(), each as never];
    for (const { type, name } of storage.getTargetValidationMetadatas(target, '', false, false)) {
      const isConstraint = !['conditionalValidation', 'whitelistValidation'].includes(type);
      const known = name ?? type;
      if (isConstraint && !(known in ruleOfConstraint)) unnamed.add(`${each.name}: ${known}`);
    }
  }
  expect([...unnamed]).toEqual([]);
});

/** All classes of files that hold requests. */
async function requestClasses(root: string): Promise<readonly { readonly name: string }[]> {
  const classes: { readonly name: string }[] = [];
  for await (const file of glob('**/{dto/*,*.dto}.ts', { cwd: root })) {
    const room = (await import(`${root}${file}`)) as Record<string, unknown>;
    for (const each of Object.values(room)) if (typeof each === 'function') classes.push(each);
  }
  return classes;
}

describe('a request', () => {
  it('has lists that are too long for their field refused before an element is looked at', () => {
    const untouched = new Proxy(
      {},
      {
        get: () => expect.fail('an element was read'),
        ownKeys: () => expect.fail('an element was read'),
      },
    );
    const tail = Array.from({ length: 20_000 }, () => untouched);
    const line = { name: 'Shoes', quantity: 1, amount: 1 };
    const items = [...Array.from({ length: 21 }, () => line), ...tail];
    expect(refuse({ items })?.details.errors).toEqual([
      {
        ...{ field: 'items', rule: 'count' },
        message: 'items must contain no more than 20 elements',
      },
    ]);
    expect(refuse({ channels: ['Bank', 'Card', 'Bank', ...tail] })?.reason).toBe(
      'VALIDATION_FAILED',
    );
  });

  it.each([
    ['fields', Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, 1]))],
    ['notes', { metadata: Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [i, 'v'])) }],
    ['lists in a line', { items: [{ name: Array.from({ length: 9_000 }, () => ({})) }] }],
    ['lists for an object', { policies: Array.from({ length: 9_000 }, () => ({})) }],
    ['lists for a number', { amount: Array.from({ length: 9_000 }, () => ({})) }],
    ['lists in lists', { metadata: [[[Array.from({ length: 9_000 }, () => [])]]] }],
  ])('may not hold thousands of %s', (_name, changes) => {
    const refusal = refuse(changes);
    expect(refusal?.reason).toBe('VALIDATION_FAILED');
    expect(refusal?.details.errors).toEqual([
      { field: '', rule: 'count', message: 'the request must hold at most 500 values' },
    ]);
  });
});

describe('a hook', () => {
  it('may carry thousands of fields we do not know, which cost nothing', () => {
    const hook = {
      sessionId: '999998261120151233000000000001',
      accountNumber: '5011234561',
      amount: 5,
    };
    const more = Array.from({ length: 9_000 }, () => ({}));
    expect(pipe.transform({ ...hook, more }, { metatype: InwardCreditHook, type: 'body' })).toEqual(
      hook,
    );
  });
});

it('no transfer may claim so much that a balance with two of them could not be told', () => {
  const hook = { sessionId: '999998261120151233000000000001', accountNumber: '5011234561' };
  const claim = (amount: number): unknown => {
    try {
      return pipe.transform({ ...hook, amount }, { metatype: InwardCreditHook, type: 'body' });
    } catch (error) {
      return error;
    }
  };
  expect(claim(100_000_000_000_000)).toMatchObject({ amount: 100_000_000_000_000 });
  expect(claim(100_000_000_000_001)).toMatchObject({ reason: 'AMOUNT_OUT_OF_RANGE' });
});
