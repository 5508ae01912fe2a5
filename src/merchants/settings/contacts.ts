import type { ContactsView } from './message-settings.dto.js';

type ContactKind = 'BUSINESS' | 'TECHNICAL' | 'SETTLEMENT';

interface MerchantContact {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
}

/** The people of a merchant, by what they are asked about. */
export type Contacts = Readonly<Partial<Record<ContactKind, MerchantContact>>>;

/** Null: nobody is named. */
export function contactsView(contacts: Contacts): ContactsView {
  return {
    business: contacts.BUSINESS ?? null,
    technical: contacts.TECHNICAL ?? null,
    settlement: contacts.SETTLEMENT ?? null,
  };
}
