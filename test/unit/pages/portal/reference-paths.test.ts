import { expect, it } from 'vitest';
import {
  pathOfOrder,
  pathOfRefund,
  pathOfSettlement,
  unmarked,
} from '../../../../src/pages/portal/reference-paths.js';
import { type PortalParts, portalTable } from '../../../../src/programs/portal-pages.js';

// Ports are asked for when a page is, and none is.
const nothing: object = new Proxy(() => nothing, { get: () => nothing });
const pages = portalTable(nothing as PortalParts).filter(({ method }) => method === 'GET');

it.each([
  ['/payments', pathOfOrder],
  ['/refunds', pathOfRefund],
  ['/settlements', pathOfSettlement],
])('each page beside %s/:reference leaves a way to the thing of that name', (list, pathOf) => {
  const words = pages.flatMap(({ path }) => /^(.+)\/([^/:]+)$/.exec(path)?.slice(1) ?? []);
  const beside = words.filter((_word, at) => at % 2 === 1 && words[at - 1] === list);
  expect(beside.length).toBeGreaterThan(0);
  for (const word of beside) expect(pathOf(word)).toBe(`${list}/@${word}`);
  expect(pathOf('ORD-1:2')).toBe(`${list}/ORD-1%3A2`);
});

it('is read without its mark', () => {
  expect(unmarked({ reference: '@held', endpoint: '1' })).toEqual({
    ...{ reference: 'held', endpoint: '1' },
  });
});
