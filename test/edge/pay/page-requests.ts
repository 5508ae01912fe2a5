import { expect } from 'vitest';
import type { JsonBody } from '../../support/api-client.js';
import type { AnyWorld } from '../../support/api-world.js';

export interface OpenPage {
  readonly url: string;
  readonly reference: string;
}

export async function openPage(world: AnyWorld, changes: JsonBody = {}): Promise<OpenPage> {
  const { reference, reply } = await world.initiated(changes);
  return { reference, url: String(reply.data.checkoutUrl) };
}

/** As a browser asks, but without going where it is sent. */
export async function load(url: string, headers: Record<string, string> = {}) {
  const reply = await fetch(url, { headers, redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, html: await reply.text() };
}

export async function press(url: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    headers: reply.headers,
    html: await reply.text(),
  };
}

/** Asks for an account as the payer does. */
export async function openPageWithAccount(world: AnyWorld, changes: JsonBody = {}) {
  const page = await openPage(world, changes);
  expect(await press(`${page.url}/transfer`)).toMatchObject({ status: 303 });
  const { data } = await world.merchant.query(page.reference);
  return { ...page, accountNumber: String(data.virtualAccount.accountNumber) };
}

export const naira = (kobo: number) =>
  `₦${(kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;

export const textOf = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
