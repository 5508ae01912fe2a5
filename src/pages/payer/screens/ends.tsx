import { lagosDate, lagosTime, naira, type PageView } from '../page-view.js';
import type { ScreenOf } from '../screen.js';
import { AfterTheEnd } from './after-the-end.js';
import { Money } from './money.js';

/** Paid, with the rows of a receipt. */
export function Paid(view: PageView<ScreenOf<'paid'>>) {
  const { t, screen, path, paymentReference, merchantName } = view;
  const { paidAt, byCard, later } = screen;
  const rows = [
    [t('amountPaid'), naira(screen.acceptedMinor)],
    [t('paidTo'), merchantName],
    [t('order'), paymentReference],
    [t('paidOn'), t('lagosTime', { time: `${lagosDate(paidAt)} ${lagosTime(paidAt)}` })],
    [t('paidBy'), t(byCard ? 'card' : 'transfer')],
    [t('transaction'), screen.transactionReference],
  ];
  const refunded = naira(screen.refundedMinor);
  return (
    <>
      <h1 tabIndex={-1} class={screen.isGone ? undefined : 'good'}>
        {t(titleOf(screen))}
      </h1>
      {!screen.isGone && <p>{t('paidHow')}</p>}
      {later === 'PARTIALLY_REFUNDED' && (
        <p class="note">{t('refundedPart', { amount: refunded })}</p>
      )}
      {later === 'REFUNDED' && <p class="note">{t('refundedAll')}</p>}
      {later === 'REVERSED' && <p class="note">{t('reversed')}</p>}
      <Money {...view} />
      <h2>{t('receipt')}</h2>
      <dl class="receipt">
        {rows.map(([name, text]) => (
          <div>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <a class="go other" href={`${path}/receipt.pdf`}>
        {t('receipt')} (PDF)
      </a>
    </>
  );
}

/** A picture of the page must not look like a payment that the merchant has. */
function titleOf({ isGone, later }: ScreenOf<'paid'>) {
  if (!isGone) return 'paidTitle';
  return later === 'REVERSED' ? 'reversedTitle' : 'refundedTitle';
}

const endTexts = {
  EXPIRED: ['expiredTitle', 'expiredHow'],
  FAILED: ['failedTitle', 'failedHow'],
  CANCELLED: ['cancelledTitle', 'cancelledHow'],
} as const;

/** Not paid, and it cannot be paid any more. */
export function Ended(view: PageView<ScreenOf<'ended'>>) {
  const { t, screen, lines } = view;
  const [title, how] = endTexts[screen.why];
  const { endedAccount } = screen;
  return (
    <>
      <h1 tabIndex={-1}>{t(title)}</h1>
      <p>{t(how)}</p>
      {endedAccount !== null && lines.length === 0 && (
        <AfterTheEnd
          view={view}
          account={endedAccount}
          {...(screen.why === 'EXPIRED' ? {} : { always: 'REFUND' as const })}
        />
      )}
    </>
  );
}
