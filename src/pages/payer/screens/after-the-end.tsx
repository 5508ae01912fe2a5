import type { PageView } from '../page-view.js';
import type { TextKey } from '../texts.js';

const lateTexts = {
  REFUND: 'lateRefund',
  ACCEPT_LATE: 'lateAccept',
  HOLD: 'lateHold',
} as const satisfies Record<PageView['latePolicy'], TextKey>;

interface Props {
  readonly view: PageView;
  readonly account: string;
  /** Set for a cancelled order, whose money always goes back. */
  readonly always?: 'REFUND';
}

/** Answers payers who have sent money to an account whose time is over, because they fear to pay twice. */
export function AfterTheEnd({ view: { t, latePolicy }, account, always }: Props) {
  return (
    <div class="note">
      <p>{t('accountEnded', { number: account })}</p>
      <p>
        <strong>{t('alreadySent')}</strong> {t(lateTexts[always ?? latePolicy])}
      </p>
    </div>
  );
}
