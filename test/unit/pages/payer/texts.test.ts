import { describe, expect, it } from 'vitest';
import { pageLocales } from '../../../../src/domain/page-locale.js';
import { catalogues, textsIn } from '../../../../src/pages/payer/texts.js';

const holesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted();

describe.each(pageLocales)('the texts in %s', (locale) => {
  const catalogue = catalogues[locale];

  it('are all there, and no others', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(catalogues.en));
    expect(Object.values(catalogue).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('name what the English texts name', () => {
    const wrong = Object.entries(catalogues.en)
      .filter(([key, text]) => {
        const theirs = new Set(holesIn(catalogue[key as keyof typeof catalogue]));
        return [...new Set(holesIn(text)), ...theirs].some(
          (hole) => !theirs.has(hole) || !text.includes(hole),
        );
      })
      .map(([key]) => key);
    expect(wrong).toEqual([]);
  });

  it('say whether a native speaker has read them', () => {
    const expected = locale === 'en' ? 'reviewed' : 'not yet reviewed by a native speaker';
    expect(catalogue._review).toBe(expected);
  });
});

it('fills what is given each time, and what is always known', () => {
  const t = textsIn('en', { merchant: 'Sheyi Shoes' });
  expect(t('refundedPart', { amount: '₦1.00' })).toBe('Sheyi Shoes has sent ₦1.00 of it back.');
});

it('fills nothing twice: a name with braces stays as it is', () => {
  expect(textsIn('en', { merchant: '{amount}' })('backByShop', { amount: '₦1.00' })).toBe(
    '{amount} is sending ₦1.00 back.',
  );
});
