import fastify, { type FastifyRequest } from 'fastify';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { Reason } from '../../../../src/domain/result-code.js';
import { ApiError } from '../../../../src/http/api-error.js';
import type { PayRoutesPorts } from '../../../../src/pages/payer/pay-ports.js';
import { PageProblem, type PageProblemKind } from '../../../../src/pages/payer/page-problem.js';
import { addPayRoutes } from '../../../../src/pages/payer/pay-routes.js';
import { checkout } from '../../../support/shown-checkout.js';

/** The routes of a page whose payer presses a button while the step fails for `reason`. */
let reason: Reason = 'PROVIDER_UNAVAILABLE';
let headers: Record<string, string> = {};
let problem: PageProblemKind | undefined;
const shop = 'https://shop.example.ng';
const fail = () => Promise.reject(new ApiError(reason, { headers }));
const app = fastify();
app.decorateRequest('note', { getter: () => ({}) as FastifyRequest['note'] });
addPayRoutes(app, {
  pages: {
    checkoutOf: (token: string) => (token === 'pg_1' ? 'chk_1' : undefined),
    find: async () => ({
      ...{ checkout: checkout(), wishes: { embedOrigin: shop } },
      merchantPage: {},
    }),
    viewOf: () => ({ path: '/pay/pg_1', screen: { kind: 'booking' } }),
    startTransfer: () =>
      problem === undefined ? fail() : Promise.reject(new PageProblem(problem)),
    ...{ startCard: fail, giveUpCard: fail },
  },
  limits: { ofPage: async () => {}, ofAddress: async () => {} },
  load: { admit: () => {} },
  assets: { style: '', paths: { script: '/script', style: '', font: '' } },
  logger: { error: () => {} },
} as unknown as PayRoutesPorts);
afterAll(() => app.close());
afterEach(() => (problem = undefined));

const press = (path: string) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url: `/pay/pg_1/${path}`, headers, payload: 'card=card_1' });
};

it.each(['PROVIDER_UNAVAILABLE', 'MAINTENANCE', 'TOO_MUCH_AT_ONCE'] as const)(
  'a press that fails for the moment says to wait: %s',
  async (passing) => {
    reason = passing;
    const { statusCode, headers, body } = await press('transfer');
    expect([statusCode, headers['retry-after']]).toEqual([503, '30']);
    expect(body).toContain('Please wait a moment');
  },
);

it.each([
  ['7', 'Load this page again in a minute'],
  ['60', 'Load this page again in a minute'],
  ['61', 'You can go on after'],
  ['80000', 'You can go on after'],
])('whoever asks too often reads how long to wait: %s seconds', async (seconds, text) => {
  [reason, headers] = ['RATE_LIMITED', { 'retry-after': seconds }];
  const page = await press('transfer');
  expect([page.statusCode, page.headers['retry-after']]).toEqual([429, seconds]);
  expect(page.body).toContain(text);
});

it('a fault of ours is none that passes', async () => {
  reason = 'INTERNAL_ERROR';
  expect((await press('transfer')).statusCode).toBe(500);
});

it.each(['transfer', 'card', 'card/give-up'])(
  'after a press that failed, loading again leads to the page: %s',
  async (path) => {
    reason = 'MAINTENANCE';
    const { body } = await press(path);
    const href = /<a [^>]*href(?:="([^"]*)")?/.exec(body)?.[1] ?? '';
    const again = new URL(href, `http://localhost/pay/pg_1/${path}`);
    const { statusCode, headers } = await app.inject({ method: 'GET', url: again.pathname });
    expect([statusCode, headers.location]).toEqual([303, '/pay/pg_1']);
  },
);

it.each([
  ['opening', 202],
  ['unavailable', 503],
] as const)(
  'a press in a dialog of the shop is answered in the dialog: %s',
  async (kind, status) => {
    problem = kind;
    const { statusCode, headers } = await press('transfer');
    expect(statusCode).toBe(status);
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${shop}`);
  },
);

it('a press in a dialog that fails for the moment says so in the dialog, and another page does not', async () => {
  reason = 'MAINTENANCE';
  for (const path of ['transfer', 'card', 'card/give-up']) {
    expect((await press(path)).headers['content-security-policy']).toContain(shop);
  }
  const { statusCode, headers } = await app.inject({ method: 'GET', url: '/pay/pg_2' });
  expect(statusCode).toBe(404);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});
