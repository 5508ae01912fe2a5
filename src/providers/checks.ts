import type { CheckResult, ProviderCheck } from './contract.js';
import type { HttpCaller } from './http-caller.js';
import type { NoticeReader, RawNotice } from './notice.js';

export const good = (words: string): CheckResult => ({ verdict: 'GOOD', words });
export const bad = (words: string): CheckResult => ({ verdict: 'BAD', words });
const unknown = (words: string): CheckResult => ({ verdict: 'UNKNOWN', words });

/** `Date` headers have whole seconds, and a signature or a window of minutes bears some of them. */
const mostSkewMs = 30_000;

/**
 * Compares our clock with that of a provider, by the provider's last answer. So this check follows one that calls the
 * provider.
 */
export function clockCheck(http: Pick<HttpCaller, 'skewMs'>): ProviderCheck {
  return {
    what: 'clock',
    run: () => {
      const { skewMs } = http;
      if (skewMs === null) return Promise.resolve(unknown('its answers have no Date'));
      const seconds = Math.round(Math.abs(skewMs) / 1_000);
      const words = `ours is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} its clock`;
      return Promise.resolve(Math.abs(skewMs) <= mostSkewMs ? good(words) : bad(words));
    },
  };
}

const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

/**
 * Sends a notice that nobody signed to our own address, as the provider would. When the address, the certificate and the
 * proxy before it lead to the API, the API answers in the provider's words. The notice books nothing.
 */
export function reachCheck(
  provider: string,
  { baseUrl, notices }: { readonly baseUrl: string; readonly notices: NoticeReader },
): ProviderCheck {
  const address = `${baseUrl}/api/v1/providers/${provider}/notice`;
  return {
    what: 'its notices reach us',
    run: async () => {
      const said = await answered(address);
      if (said === undefined) return bad(`${address} does not answer`);
      const raw: RawNotice = { headers: {}, body: Buffer.from('{}'), part: null };
      const refusal = notices.answer('NOT_GENUINE', raw);
      const isOurs =
        said.status === refusal.status &&
        said.text ===
          (typeof refusal.body === 'string' ? refusal.body : JSON.stringify(refusal.body));
      if (!isOurs) return bad(`${address} answers ${said.status}, and not in its words`);
      return own.test(new URL(baseUrl).hostname)
        ? unknown(`${address} takes them, but is an address of this machine: set MANILLA_BASE_URL`)
        : good(`${address} takes them, asked from here; give it to the provider`);
    },
  };
}

async function answered(address: string) {
  try {
    const reply = await fetch(address, {
      ...{ method: 'POST', body: '{}', signal: AbortSignal.timeout(10_000) },
      headers: { 'content-type': 'application/json' },
    });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return undefined;
  }
}
