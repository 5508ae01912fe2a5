import type { RowOf } from '../../platform/database/columns.js';
import type { Delivery } from './notification-store.port.js';

/** A row of the view `delivery_read`. */
export type DeliveryRow = RowOf<Delivery>;

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    merchantId: row.merchant_id,
    endpoint: row.endpoint,
    checkoutId: row.checkout_id,
    paymentReference: row.payment_reference,
    url: row.url,
    secretSealed: row.secret_sealed,
    formerSecretsSealed: row.former_secrets_sealed,
    body: row.body,
    attempts: row.attempts,
    status: row.status,
  };
}

/** The same row as PostgreSQL's `to_jsonb` writes it: bytes are hex after a backslash and an x. */
export type DeliveryJson = Omit<DeliveryRow, 'secret_sealed' | 'former_secrets_sealed'> & {
  secret_sealed: string | null;
  former_secrets_sealed: string[];
};

export function fromJson(json: DeliveryJson): Delivery {
  return toDelivery({
    ...json,
    secret_sealed: json.secret_sealed === null ? null : bytesOf(json.secret_sealed),
    former_secrets_sealed: json.former_secrets_sealed.map(bytesOf),
  });
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
