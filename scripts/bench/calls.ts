import type { Pool } from 'undici';
import { Problem } from '../stack/problem.ts';
import type { Sandbox } from '../stack/sandbox.ts';

interface Reply {
  readonly status: number;
  readonly bytes: Buffer;
}

interface Envelope {
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/**
 * One request, by undici's innermost interface: the bench shares the processors with what it measures, and a stream for each
 * reply would cost it half as much again.
 */
export function exchange(
  pool: Pool,
  path: string,
  body?: object,
  authorization?: string,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    pool.dispatch(
      {
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(authorization && { authorization }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => resolve({ status, bytes: Buffer.concat(chunks) }),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/** What the reply's envelope holds; throws a Problem unless it is 200/00. */
export async function send(pool: Pool, path: string, body?: object, authorization?: string) {
  const { status, bytes } = await exchange(pool, path, body, authorization);
  const { code, data } = JSON.parse(bytes.toString()) as Envelope;
  if (status === 429) {
    throw new Problem(
      'The stack limits how often one may ask: start it with MANILLA_RATE_LIMIT_MERCHANT=off MANILLA_RATE_LIMIT_ADDRESS=off.',
    );
  }
  if (status !== 200 || code !== '00' || data === null) {
    throw new Problem(`${path} answered HTTP ${status}/${code}: ${JSON.stringify(data)}`);
  }
  return data;
}

/** A new access token of the sandbox's merchant. */
export async function tokenOf(pool: Pool, { clientId, clientSecret }: Sandbox): Promise<string> {
  const data = await send(pool, '/api/v1/merchant/authenticate', { clientId, clientSecret });
  const { access_token: token, expires_in: lifetime, token_type: type } = data;
  if (typeof token !== 'string' || lifetime !== 3_600 || type !== 'Bearer') {
    throw new Problem(`authenticate answered ${JSON.stringify(data)}`);
  }
  return token;
}
