import { request } from 'undici';
import { z } from 'zod';
import type { TermiiSettings } from '../../../platform/config/sender-settings.js';
import { boundedText } from '../../../platform/bounded-text.js';
import type { MessageSender, OutgoingMessage, SendResult } from '../sender.port.js';
import { jsonOf, termiiMessageId } from './termii-json.js';

const timeoutMs = 15_000;
const maxAnswerBytes = 64 * 1024;

const accepted = z.object({
  code: z.string().optional(),
  message_id: termiiMessageId.optional(),
});

/** Statuses by which Termii refuses whatever we send at the moment. */
const ours: ReadonlyMap<number, string> = new Map([
  [401, 'KEY_REFUSED'],
  [402, 'NO_BALANCE'],
  [403, 'KEY_REFUSED'],
  [404, 'NO_ROUTE'],
  [405, 'NO_ROUTE'],
  [429, 'TOO_MANY'],
]);

/** Sends SMS by Termii, a Nigerian gateway. Its answer says that Termii has a message, not that the phone has it. */
export class TermiiSender implements MessageSender {
  readonly name = 'termii';
  readonly channel = 'SMS';
  readonly concurrent = 5;

  constructor(
    private readonly settings: TermiiSettings,
    private readonly answerTimeoutMs = timeoutMs,
  ) {}

  async send({ to, text }: OutgoingMessage): Promise<SendResult> {
    const { url, apiKey, senderId, route } = this.settings;
    const body = JSON.stringify({
      api_key: apiKey,
      to: to.replace(/^\+/, ''),
      from: senderId,
      sms: text,
      type: isPlainSms(text) ? 'plain' : 'unicode',
      channel: route,
    });
    const signal = AbortSignal.timeout(this.answerTimeoutMs);
    try {
      const reply = await request(`${url}/api/sms/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal,
      });
      const answer = await boundedText(reply.body, maxAnswerBytes);
      return verdictOf(reply.statusCode, answer, reply.headers['retry-after']);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      // No connection was made, so nobody has read the message. In all other cases Termii may have read it before the
      // connection broke.
      return neverReached.has(code)
        ? { outcome: 'REFUSED', code: 'UNREACHABLE', cause: 'SENDER', again: 'LATER' }
        : { outcome: 'UNKNOWN', code: signal.aborted ? 'TIMEOUT' : 'CUT' };
    }
  }

  async close(): Promise<void> {}
}

const neverReached: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function verdictOf(
  status: number,
  answer: string,
  retryAfter: string | string[] | undefined,
): SendResult {
  if (status >= 200 && status < 300) {
    const parsed = accepted.safeParse(jsonOf(answer));
    const isOk = parsed.success && (parsed.data.code ?? 'ok') === 'ok';
    // The answer is a page, or has a word that we do not know. The message may have been sent.
    if (!isOk) return { outcome: 'UNKNOWN', code: 'GARBAGE' };
    return { outcome: 'ACCEPTED', reference: parsed.data.message_id ?? null };
  }
  const code = ours.get(status);
  const waitMs = Number(retryAfter) * 1_000;
  if (code !== undefined) {
    const wait = Number.isFinite(waitMs) ? { waitMs } : {};
    return { outcome: 'REFUSED', code, cause: 'SENDER', again: 'LATER', ...wait };
  }
  if (status >= 300 && status < 400) {
    return { outcome: 'REFUSED', code: 'REDIRECTED', cause: 'SENDER', again: 'LATER' };
  }
  if (status >= 500) return { outcome: 'UNKNOWN', code: 'HTTP_STATUS' };
  return badRequest(answer);
}

/** Judges an answer with status 400 by its words: they tell in prose whether the fault is ours or the number's. */
function badRequest(answer: string): SendResult {
  const { message } = z
    .object({ message: z.string().catch('') })
    .catch({ message: '' })
    .parse(jsonOf(answer));
  if (/balance|insufficient/i.test(message)) {
    return { outcome: 'REFUSED', code: 'NO_BALANCE', cause: 'SENDER', again: 'LATER' };
  }
  const isNumber = /phone|number|destination|recipient/i.test(message);
  const isOurs = /sender ?id|application sender|account|route|device|api ?key/i.test(message);
  if (isOurs || (!isNumber && /active/i.test(message))) {
    return { outcome: 'REFUSED', code: 'ACCOUNT', cause: 'SENDER', again: 'LATER' };
  }
  const cause = isNumber ? 'ADDRESS' : 'MESSAGE';
  return { outcome: 'REFUSED', code: isNumber ? 'BAD_NUMBER' : 'HTTP_400', cause, again: 'NEVER' };
}

/** Letters that an SMS of 160 signs can hold; others, such as those of Yoruba or a backtick, make it a unicode one of 70. */
function isPlainSms(text: string): boolean {
  return /^[\n\r !-_a-~£¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿äöñüà]*$/u.test(text);
}
