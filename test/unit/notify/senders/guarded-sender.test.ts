import { describe, expect, it } from 'vitest';
import { GuardedSender, SenderMetrics } from '../../../../src/notify/senders/guarded-sender.js';
import type { OutgoingMessage, SendResult } from '../../../../src/notify/senders/sender.port.js';
import { createRegistry } from '../../../../src/platform/observability/metrics.js';

const breaker = { failures: 3, minOpenMs: 3_600_000, maxOpenMs: 3_600_000 };
const accepted: SendResult = { outcome: 'ACCEPTED', reference: null };
const refused = (cause: 'ADDRESS' | 'MESSAGE' | 'SENDER'): SendResult => ({
  ...{ outcome: 'REFUSED', code: 'SMTP_550', cause, again: 'LATER' },
});
const unknown: SendResult = { outcome: 'UNKNOWN', code: 'TIMEOUT' };

/** A sender whose attempts end so, in this order. */
async function after(...ends: readonly SendResult[]) {
  const left = [...ends];
  const warned: string[] = [];
  const registry = createRegistry();
  const sender = {
    name: 'smtp',
    channel: 'EMAIL',
    concurrent: 5,
    send: async () => left.shift() ?? expect.fail('nothing more was to be sent'),
    close: async () => {},
  } as const;
  const log = { warn: (details: object) => warned.push(JSON.stringify(details)) };
  const guarded = new GuardedSender(sender, new SenderMetrics(registry), log, breaker);
  const message = { messageId: 'msg_1', to: 'ada@example.ng' } as OutgoingMessage;
  for (const end of ends) expect(await guarded.send(message)).toBe(end);
  return { allows: guarded.allows(), warned, metrics: await registry.metrics() };
}

describe('a sender', () => {
  it.each([
    ['is not known to have taken anything', unknown],
    ['refuses us', refused('SENDER')],
  ])('that %s three times in a row is left alone, and that is said once', async (_what, end) => {
    expect(await after(end, end)).toMatchObject({ allows: true, warned: [] });
    const left = await after(end, end, end);
    expect(left).toMatchObject({ allows: false, warned: [expect.stringContaining('smtp')] });
  });

  it.each([
    ['an address', refused('ADDRESS')],
    ['a message', refused('MESSAGE')],
    ['nothing', accepted],
  ])('that refuses %s has answered: what went wrong before counts no more', async (_what, end) => {
    expect((await after(end, end, end, end)).allows).toBe(true);
    expect((await after(unknown, unknown, end, unknown, unknown)).allows).toBe(true);
  });

  it('counts its attempts by outcome and code, and names nobody', async () => {
    const { metrics } = await after(accepted, unknown, refused('ADDRESS'));
    const counted = (outcome: string, code: string) =>
      `manilla_message_sendings_total{sender="smtp",outcome="${outcome}",code="${code}"} 1`;
    expect(metrics).toContain(counted('ACCEPTED', 'OK'));
    expect(metrics).toContain(counted('UNKNOWN', 'TIMEOUT'));
    expect(metrics).toContain(counted('REFUSED', 'SMTP_550'));
    expect(metrics).toContain('manilla_message_send_seconds_count{sender="smtp"} 3');
    expect(metrics).not.toMatch(/ada|example\.ng|msg_1/);
  });
});
