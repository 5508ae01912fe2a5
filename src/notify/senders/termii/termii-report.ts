import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ReportReader } from '../sender.port.js';
import { jsonOf, termiiMessageId } from './termii-json.js';
import { outcomeOfStatus } from './termii-status.js';

const report = z.object({ message_id: termiiMessageId, status: z.string().max(200) });

/**
 * Reads Termii's report on an SMS. Termii signs the bytes of the body, but no time, so anybody who saw a report may
 * send it again.
 */
export function termiiReports(secret: string): ReportReader {
  return (headers, body) => {
    const given = Buffer.from(String(headers['x-termii-signature'] ?? '').toLowerCase());
    const expected = Buffer.from(createHmac('sha512', secret).update(body).digest('hex'));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const parsed = report.safeParse(jsonOf(body.toString('utf8')));
    if (!parsed.success) return undefined;
    const { message_id: reference, status } = parsed.data;
    return { reference, outcome: outcomeOfStatus(status) };
  };
}
