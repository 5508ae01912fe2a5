import { Refused } from './command.js';
import { deskSettings } from './settings.js';

const patienceMs = 30_000;

interface Envelope {
  readonly isSuccessful: boolean;
  readonly message: string;
  readonly data: {
    readonly reason?: string;
    readonly errors?: readonly { readonly message: string }[];
  };
}

/** Sends a request to the operators' API. @throws Refused with the message of the refusal */
export async function askDesk<Data>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ readonly message: string; readonly data: Data }> {
  const { url, token } = deskSettings(process.env);
  const reply = await send(`${url}/ops/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const envelope = await read(reply, url);
  if (envelope.isSuccessful) return { message: envelope.message, data: envelope.data as Data };
  const { reason = `HTTP ${reply.status}`, errors = [] } = envelope.data;
  const faults = errors.map(({ message }) => `  ${message}`);
  throw new Refused([`${envelope.message} (${reason})`, ...faults].join('\n'));
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const { cause, message } = error as Error;
    const why = (cause as { code?: string } | undefined)?.code ?? message;
    throw new Refused(
      `The desk at ${new URL(url).origin} does not answer (${why}). MANILLA_DESK_URL says where it is.`,
    );
  }
}

async function read(reply: Response, url: string): Promise<Envelope> {
  try {
    return (await reply.json()) as Envelope;
  } catch {
    throw new Refused(`What answers at ${url} is no desk (HTTP ${reply.status}).`);
  }
}
