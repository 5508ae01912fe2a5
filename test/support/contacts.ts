import type { OutgoingMessage } from '../../src/notify/senders/sender.port.js';
import type { MessageWorld } from './message-world.js';
import { byTest } from './operators.js';

export const contacts = {
  BUSINESS: { name: 'Bola', email: 'bola@shop.example.ng', phoneNumber: '+2348030000001' },
  TECHNICAL: { name: 'Tayo', email: 'tayo@shop.example.ng', phoneNumber: '+2348030000002' },
  SETTLEMENT: { name: 'Sade', email: 'sade@shop.example.ng', phoneNumber: '+2348030000003' },
};
export const byOperator = {
  ...byTest,
  ...({ kind: 'OPERATOR', actor: 'Ngozi', door: 'DESK' } as const),
};

/** An operator, or whoever is named, changes a merchant and its contacts. */
export async function changeMerchant(
  { shop }: MessageWorld,
  changes: object,
  people: object = {},
  { by = byOperator as object, merchantId = shop.merchantId } = {},
): Promise<void> {
  await shop.pool.query('select change_merchant($1, $2, $3, $4, $5)', [
    ...[merchantId, 'merchant.change', JSON.stringify(changes)],
    ...[JSON.stringify(people), JSON.stringify(by)],
  ]);
}

/** Who is told, of what, and what they would read; `kind` is OVERTAKEN for what is not told any more. */
export interface ReceivedMessage {
  readonly to: string;
  readonly kind: string;
  readonly mail: OutgoingMessage | undefined;
}

/** What waits to be sent, drawn as if its time had come, in the order of its readers. */
export async function tellNow(world: MessageWorld): Promise<ReceivedMessage[]> {
  await world.shop.pool.query(`update message set due_at = now() where status = 'PENDING'`);
  const all: ReceivedMessage[] = [];
  for (const message of await world.claim(['EMAIL'])) {
    const mail = await world.mails().render(message);
    const { address: to } = message;
    all.push(
      'notSent' in mail
        ? { to, kind: mail.notSent, mail: undefined }
        : { to, kind: message.kind, mail },
    );
  }
  return all.toSorted((one, other) => one.to.localeCompare(other.to));
}
