import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/http/api-error.js';
import { parseJsonBody } from '../../../src/http/json-body.js';

function reasonFor(bytes: Buffer): string {
  try {
    parseJsonBody(bytes);
  } catch (error) {
    if (error instanceof ApiError) return error.reason;
    throw error;
  }
  return 'accepted';
}

describe('reading a body', () => {
  it('reads one JSON object in UTF-8', () => {
    expect(parseJsonBody(Buffer.from('{"firstName":"Adé"}'))).toEqual({ firstName: 'Adé' });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half an object', Buffer.from('{"a":')],
    ['two objects', Buffer.from('{}{}')],
    ['a list', Buffer.from('[]')],
    ['a text', Buffer.from('"a"')],
    ['null', Buffer.from('null')],
    ['a byte order mark', Buffer.from('\ufeff{}')],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a raw NUL', Buffer.from('{"a":"\0"}')],
    ['a comment', Buffer.from('{/**/}')],
    ['NaN', Buffer.from('{"a":NaN}')],
    ['a number with a leading zero', Buffer.from('{"a":01}')],
  ])('refuses %s', (_name, bytes) => {
    expect(reasonFor(bytes)).toBe('MALFORMED_JSON');
  });

  it('gives a fault the reason its field has', () => {
    expect(reasonFor(Buffer.from('{"amount":9007199254740993}'))).toBe('AMOUNT_NOT_INTEGER');
    expect(reasonFor(Buffer.from('{"validity":1e400}'))).toBe('VALIDATION_FAILED');
    expect(reasonFor(Buffer.from('{"__proto__":1}'))).toBe('UNKNOWN_FIELD');
    expect(reasonFor(Buffer.from('{"a":1,"a":1}'))).toBe('VALIDATION_FAILED');
  });

  it('leaves no trace of a prototype key', () => {
    reasonFor(Buffer.from('{"__proto__":{"polluted":true}}'));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
