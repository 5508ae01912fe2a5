import { contactsView } from './contacts.js';
import type { Actor } from '../../domain/actor.js';
import {
  type KindChoice,
  mutableMessageKinds,
  payerMessageKinds,
} from '../../domain/message-kinds.js';
import { ApiError } from '../../http/api-error.js';
import type { MessageChoices } from '../../notify/messages/message-choices.js';
import type { MessageSettingsRequest, MessageSettingsView } from './message-settings.dto.js';
import type { MessageSettingsFound, PgMessageSettings } from './message-settings.store.js';

const usual: KindChoice = { email: true, sms: false, copy: false };

/** Reads and replaces what the payers and contacts of a merchant are sent, and how. The merchant or an operator may do both. */
export class MessageSettings {
  constructor(private readonly store: PgMessageSettings) {}

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string): Promise<MessageSettingsView> {
    const found = await this.store.find(merchantId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return viewOf(found);
  }

  /**
   * Replaces all choices. A choice that is not given gets its default.
   *
   * @throws ApiError VALIDATION_FAILED for a name that is another's, RESOURCE_NOT_FOUND, MERCHANT_STATE when it is closed
   */
  async replace(
    merchantId: string,
    asked: MessageSettingsRequest,
    by: Actor,
  ): Promise<MessageSettingsView> {
    const choices = choicesOf(asked);
    if (choices.copyTo === undefined && asked.kinds?.some(({ copy }) => copy === true)) {
      throw invalid('copyTo', 'required', 'is needed for copies');
    }
    const outcome = await this.store.choose(merchantId, choices, by);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome === 'CLOSED') {
      throw new ApiError('MERCHANT_STATE', { message: 'The merchant is closed for good.' });
    }
    if (outcome === 'NAME_TAKEN') {
      throw invalid('senderName', 'oneOf', 'looks like the name of another business or of a bank');
    }
    return this.find(merchantId);
  }
}

function choicesOf({ kinds, muted, ...fields }: MessageSettingsRequest) {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const chosen = (kinds ?? []).map(({ kind, email, sms, copy }) => [
    kind,
    { email: email ?? usual.email, sms: sms ?? usual.sms, copy: copy ?? usual.copy },
  ]);
  const silent = (muted ?? []).map((kind) => [kind, { email: false }]);
  return {
    ...Object.fromEntries(given),
    kinds: Object.fromEntries([...chosen, ...silent]),
  } as MessageChoices;
}

function viewOf({ choices, contacts, channels }: MessageSettingsFound): MessageSettingsView {
  const { senderName, replyTo, copyTo, locale, summary, kinds = {} } = choices;
  return {
    senderName: senderName ?? null,
    replyTo: replyTo ?? null,
    copyTo: copyTo ?? null,
    locale: locale ?? null,
    kinds: payerMessageKinds.map((kind) => ({ kind, ...usual, ...kinds[kind] })),
    summary: summary ?? 'DAILY',
    muted: mutableMessageKinds.filter((kind) => kinds[kind]?.email === false),
    channels: [...channels],
    contacts: contactsView(contacts),
  };
}

function invalid(field: string, rule: 'required' | 'oneOf', rest: string): ApiError {
  const message = `${field} ${rest}`;
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule, message }],
  });
}
