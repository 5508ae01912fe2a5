import { describe, expect, it } from 'vitest';
import { accentStyle, contrast } from '../../../../src/pages/payer/accent.js';

/** What the page's style sheet gives both papers. */
const papers = ['#ffffff', '#1b1f24'] as const;

function coloursOf(style: string): { accent: string; text: string }[] {
  const pairs = style.matchAll(/--accent:(#[0-9a-f]{6});--on-accent:(#[0-9a-f]{6})/g);
  return [...pairs].map(([, accent = '', text = '']) => ({ accent, text }));
}

describe('the accent of a merchant', () => {
  it('knows the contrasts of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#abcdef', '#abcdef')).toBe(1);
  });

  it('stays as it is where it can be read', () => {
    expect(coloursOf(accentStyle('#0b5d3b'))[0]).toEqual({ accent: '#0b5d3b', text: '#ffffff' });
  });

  it('can be read on both papers, and its text on it, whatever it is', () => {
    const parts = ['00', '33', '66', '99', 'cc', 'ff'];
    const all = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)));
    for (const color of all) {
      const pairs = coloursOf(accentStyle(color));
      expect(pairs).toHaveLength(papers.length);
      for (const [at, { accent, text }] of pairs.entries()) {
        expect(contrast(accent, papers[at] ?? ''), color).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent, text), color).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});
