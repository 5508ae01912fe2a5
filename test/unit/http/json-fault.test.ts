import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault, findJsonFaults } from '../../../src/http/json-fault.js';

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a JSON text that means what it says', () => {
  it.each([
    ['an object', '{"a":1,"b":[true,false,null,"x"]}'],
    ['the largest safe number', '{"amount":9007199254740991}'],
    ['the smallest safe number', '{"amount":-9007199254740991}'],
    ['a whole number with an exponent', '{"amount":1e3}'],
    ['a whole number with a fraction of zeros', '{"amount":1000000.00}'],
    ['a whole number with both', '{"amount":1.50e1}'],
    ['a fraction, which the fields judge', '{"amount":0.1}'],
    ['minus zero, which the fields judge', '{"amount":-0}'],
    ['the same key in different objects', '{"a":{"x":1},"b":{"x":1},"x":1}'],
    ['escaped text', String.raw`{"a":"\"\\\/\b\f\n\r\t\u00e9"}`],
    ['a whole surrogate pair', String.raw`{"a":"\ud83d\ude00"}`],
    ['text that looks like JSON', '{"a":"{\\"b\\":1e400,\\"b\\":1}"}'],
    ['white space everywhere', ' {\n "a" : [ 1 , 2 ] ,\t"b" : { } }\r\n'],
    ['sixteen levels', deep(16)],
    ['numbers at the end of arrays and objects', '[1,[2],{"a":3}]'],
  ])('has no fault: %s', (_name, text) => {
    expect(findJsonFault(text)).toBeUndefined();
  });
});

describe('a JSON text that a parser silently changes', () => {
  it.each([
    ['a number that becomes another', '{"amount":9007199254740993}', 'amount', 'integer'],
    ['a number that becomes Infinity', '{"amount":1e400}', 'amount', 'integer'],
    ['a whole number beyond the safe ones', '{"amount":1e21}', 'amount', 'integer'],
    ['a fraction that becomes whole', '{"amount":1.00000000000000000001}', 'amount', 'integer'],
    ['a fraction beyond the safe ones', '{"amount":9007199254740991.5}', 'amount', 'integer'],
    ['the smallest number that is too small', '{"amount":-9007199254740992}', 'amount', 'integer'],
    ['a key given twice', '{"amount":1,"amount":2}', 'amount', 'duplicate'],
    [
      'a key given twice, once escaped',
      String.raw`{"amount":1,"\u0061mount":2}`,
      'amount',
      'duplicate',
    ],
    ['a key given twice further down', '{"a":[{"b":1},{"b":1,"b":2}]}', 'a.1.b', 'duplicate'],
    ['a prototype key', '{"__proto__":{"polluted":1}}', '__proto__', 'unknown'],
    ['an escaped prototype key', String.raw`{"\u005f_proto__":{}}`, '__proto__', 'unknown'],
    ['a constructor key', '{"metadata":{"constructor":{}}}', 'metadata.constructor', 'pattern'],
    ['a prototype key by its name', '{"prototype":1}', 'prototype', 'unknown'],
    ['NUL in a text', String.raw`{"firstName":"a\u0000b"}`, 'firstName', 'text'],
    ['half a surrogate pair', String.raw`{"firstName":"\ud83d"}`, 'firstName', 'text'],
    ['NUL in a key', String.raw`{"a\u0000":1}`, '', 'text'],
    ['seventeen levels', deep(17), '0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0', 'depth'],
  ])('is refused: %s', (_name, text, field, rule) => {
    JSON.parse(text);
    expect(findJsonFault(text)).toMatchObject({ field, rule });
  });

  it('never repeats the value in the message', () => {
    const fault = findJsonFault('{"amount":9007199254740993}');
    expect(fault?.message).not.toContain('9007199254740993');
  });
});

it('finds no fault in anything that JSON.stringify writes of safe values', () => {
  const key = fc.string({ unit: 'binary', maxLength: 5 }).filter((text) => !isRefused(text));
  const text = fc.string({ unit: 'binary', maxLength: 5 }).filter((value) => !isRefused(value));
  const safe = fc.maxSafeInteger();
  const value = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      text,
      safe,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
    ),
  })).tree;
  fc.assert(
    fc.property(value, (tree) => {
      expect(findJsonFault(JSON.stringify(tree))).toBeUndefined();
    }),
  );
});

it('finds every whole number that is not exactly the one written', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,24}$/);
  fc.assert(
    fc.property(digits, (literal) => {
      const safe = BigInt(literal) <= BigInt(Number.MAX_SAFE_INTEGER);
      expect(findJsonFault(`[${literal}]`) === undefined).toBe(safe);
    }),
  );
});

function isRefused(text: string): boolean {
  const names = ['__proto__', 'constructor', 'prototype'];
  return names.includes(text) || text.includes('\0') || !text.isWellFormed();
}

describe('the faults of all members', () => {
  it('are told once for each, however deep and many they are', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const found = findJsonFaults(`{"a":${deep},"b":1,"c":[1e999,1e999],"c":2}`);
    expect(found.map(({ member, error: { rule } }) => [member, rule])).toEqual([
      ['a', 'depth'],
      ['c', 'integer'],
    ]);
  });
});
