import { lagosMoment } from '../../domain/lagos-day.js';
import type { MerchantView } from '../../operators/merchants/merchant-views.dto.js';

/** Formats a merchant for the terminal. */
export function merchantText(merchant: MerchantView): string {
  const { limits, settlement, contacts } = merchant;
  const since = lagosMoment(new Date(merchant.statusChangedAt));
  const lines: (readonly [string, string])[] = [
    ['Merchant', `${merchant.merchantId} · ${merchant.name} (${merchant.tradeName})`],
    ['Status', `${merchant.status} since ${since}${because(merchant.statusReason)}`],
    ...Object.entries(contacts).map(([kind, contact]) => {
      const text = contact ? `${contact.name}, ${contact.email}, ${contact.phoneNumber}` : 'none';
      return [`Contact (${kind})`, text] as const;
    }),
    ...merchant.channels.map(channelLine),
    ['Prefixes', merchant.prefixes.map(prefixText).join(', ') || 'none'],
    ['One order', `${limits.minAmountMinor} to ${limits.maxAmountMinor} kobo`],
    ['A day', `${limits.dailyLimitMinor ?? 'no limit'} received`],
    ['', `${limits.dailySettlementLimitMinor ?? 'no limit'} paid out on demand`],
    ['Open accounts', String(limits.openAccountLimit)],
    ['Paid out', `${settlement.schedule}, from ${settlement.minimumPayoutMinor} kobo on`],
    ['Important', merchant.isImportant ? 'yes: its failing webhooks are told at once' : 'no'],
    ['Granted', merchant.grantedScopes.join(', ') || 'nothing beyond the usual'],
    ...merchant.checklist.map(({ item, done, todo }, at) => {
      const text = done ? `[x] ${item}` : `[ ] ${item}: ${todo ?? ''}`;
      return [at === 0 ? 'Checklist' : '', text] as const;
    }),
  ];
  const width = Math.max(...lines.map(([title]) => title.length));
  return lines.map(([title, text]) => `${title.padEnd(width)}  ${text}`).join('\n');
}

function because(reason: string | null): string {
  return reason === null ? '' : `: ${reason}`;
}

function channelLine(channel: MerchantView['channels'][number]): readonly [string, string] {
  const { channel: name, place, feePlanId, feeBearer, next } = channel;
  const coming = next.map((each) => `, ${each.feePlanId} from ${each.from} on`).join('');
  const offered = place === null ? 'not offered' : `offered as number ${place}`;
  const plan = `plan ${feePlanId ?? 'none'}${coming}`;
  return [`Channel ${name}`, `${offered}, ${plan}, fee borne by the ${feeBearer.toLowerCase()}`];
}

function prefixText({ prefix, isDefault, status }: MerchantView['prefixes'][number]): string {
  return `${prefix}${isDefault ? ' (default)' : ''}${status === 'ACTIVE' ? '' : ' (suspended)'}`;
}
