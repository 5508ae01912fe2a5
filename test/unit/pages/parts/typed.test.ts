import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { Input } from '../../../../src/pages/parts/parts.js';
import { TypedFields } from '../../../../src/pages/parts/typed.js';

const again = (input: Parameters<typeof Input>[0]) =>
  render(h(TypedFields, { value: { field: 'typed "before"' }, children: h(Input, input) }));

describe('a field of a form that was refused', () => {
  it('shows what was typed into it', () => {
    expect(again({ name: 'field', label: 'Name', value: 'former' })).toContain(
      'value="typed &quot;before&quot;"',
    );
    expect(again({ name: 'other', label: 'Name', value: 'former' })).toContain('value="former"');
  });

  it.each([
    { type: 'password', autocomplete: 'current-password' },
    { type: 'password', autocomplete: 'new-password' },
    { type: 'password' },
    { type: 'text', autocomplete: 'one-time-code' },
    { autocomplete: 'one-time-code' },
  ] as const)('shows no secret again: %o', (kind) => {
    expect(again({ name: 'field', label: 'Secret', ...kind })).not.toContain('typed');
  });
});
