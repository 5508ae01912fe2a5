import { createHmac, timingSafeEqual } from 'node:crypto';

/** The base of an address that begins with its path. */
const origin = 'https://shop.invalid';

export interface ReceivedReturn {
  /** The address at which the customer came back: whole, or from its path on. */
  readonly url: string | URL;
  /** `returnSecret` of the reply to initiate; the same for all your checkouts. */
  readonly secret: string;
  /** How old it may be, and how far ahead; an hour unless told. */
  readonly toleranceSeconds?: number | undefined;
}

export interface VerifiedReturn {
  readonly paymentReference: string;
  /** Status of the checkout when the customer left the page. It may have changed since. */
  readonly status: string;
  readonly time: Date;
}

/** The return is not the engine's, or too old: treat the customer as one who came by themselves. */
export class ReturnError extends Error {
  override readonly name = 'ReturnError';
}

/**
 * How the payment stood when the customer left the checkout page, if the address is the engine's. Show it to the customer;
 * deliver the goods when the webhook or a query says that the checkout is paid.
 *
 * @throws ReturnError when the signature or the time is wrong
 */
export function verifyReturn({
  url,
  secret,
  toleranceSeconds = 3_600,
}: ReceivedReturn): VerifiedReturn {
  // Anybody can sign with an empty key.
  if (secret === '') throw new TypeError('The return secret is empty');
  // Anybody can ask for an address such as `//`.
  if (!URL.canParse(String(url), origin)) throw new ReturnError('url is no address');
  const { searchParams } = new URL(url, origin);
  const [reference, status, time, signature] = [
    'paymentReference',
    'status',
    'time',
    'signature',
  ].map((name) => only(searchParams, name));
  const mac = createHmac('sha256', secret).update(`${reference}\n${status}\n${time}`).digest();
  const given = Buffer.from(signature ?? '', 'base64url');
  if (given.length !== mac.length || !timingSafeEqual(given, mac)) {
    throw new ReturnError('signature is not ours');
  }
  const at = new Date(time ?? '');
  if (!(Math.abs(Date.now() - at.getTime()) <= toleranceSeconds * 1_000)) {
    throw new ReturnError(`time is more than ${toleranceSeconds} seconds from now`);
  }
  return { paymentReference: reference ?? '', status: status ?? '', time: at };
}

/** @throws ReturnError unless it is there once: of two, another program may believe the other. */
function only(parameters: URLSearchParams, name: string): string {
  const [value, ...more] = parameters.getAll(name);
  if (value === undefined || more.length > 0) throw new ReturnError(`${name} is missing`);
  return value;
}
