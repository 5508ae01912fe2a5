import { expect, it } from 'vitest';
import { nameWords } from '../../../src/domain/name-words.js';

it.each([
  ['Ada Obi', ['ADA', 'OBI']],
  ['Ọládélé  Adébáyọ̀', ['OLADELE', 'ADEBAYO']],
  ["D'Angelo & Sons (Lagos)-2", ['D', 'ANGELO', 'SONS', 'LAGOS', '2']],
  [`') | & !:*`, []],
])('%s', (name, words) => {
  expect(nameWords(name)).toEqual(words);
});
