import { testEventType } from '../../domain/event-type.js';
import { WebhookCollectionPayload } from './collection-payload.dto.js';
import { WebhookSecurityPayload } from './security-payload.dto.js';
import { WebhookSettlementAccountPayload } from './settlement-account-payload.dto.js';
import { WebhookSettlementPayload } from './settlement-payload.dto.js';
import { WebhookTestPayload } from './test-payload.dto.js';

/** Returns the shape of a webhook's body. SQL writes the body, and tests compare each body with this shape. */
export function eventPayload(type: string) {
  if (type === testEventType) return WebhookTestPayload;
  if (type === 'security.changed') return WebhookSecurityPayload;
  if (type === 'settlement.account_changed') return WebhookSettlementAccountPayload;
  return type.startsWith('settlement.') ? WebhookSettlementPayload : WebhookCollectionPayload;
}
