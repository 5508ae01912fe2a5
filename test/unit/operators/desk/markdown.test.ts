import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { Markdown } from '../../../../src/operators/desk/markdown.js';

const html = (text: string): string => render(h(Markdown, { text }));

describe('a case’s Markdown', () => {
  it.each([
    ['one **bold** and `code`', '<p>one <b>bold</b> and <code>code</code></p>'],
    ['a\nb\n\nc', '<p>a b</p><p>c</p>'],
    ['- a\n- **b**', '<ul><li>a</li><li><b>b</b></li></ul>'],
    ['### Title\ntext', '<p><b>Title</b></p><p>text</p>'],
    [
      '```\n{"a":1}\n\n**b**\n```\nafter',
      '<pre><code>{&quot;a&quot;:1}\n\n**b**</code></pre><p>after</p>',
    ],
    [
      '| | |\n| --- | --- |\n| Amount | `1` |',
      '<table><tbody><tr><td>Amount</td><td><code>1</code></td></tr></tbody></table>',
    ],
    [
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    ],
    [String.raw`a \*star\* and \| bar`, '<p>a *star* and | bar</p>'],
    ['', ''],
  ])('%j', (text, page) => {
    expect(html(text)).toBe(page);
  });

  it.each([
    '<script>alert(1)</script>',
    '**<img src=x onerror=alert(1)>**',
    '`</code><script>`',
    '| <b onclick=x> | |\n| --- | --- |\n| <i> | |',
    '[a](javascript:alert(1))',
    '```\n</pre><script>\n```',
  ])('%j makes no tag of its own', (text) => {
    expect(html(text)).not.toMatch(/<(?:script|img|i|a|b) ?[^>]*(?:on\w+|src|href|>alert)/);
    expect(html(text)).not.toContain('<script');
  });
});
