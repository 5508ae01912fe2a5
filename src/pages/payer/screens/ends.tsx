import { lagosDate, lagosTime, naira, type PageView } from '../page-view.js';
import type { ScreenOf } from '../screen.js';
import { AfterTheEnd } from './after-the-end.js';
import { Face, type FaceProps } from './face.js';
import { Money } from './money.js';

/** Shows that the order is paid, with the rows of a receipt. */
export function Paid(view: PageView<ScreenOf<'paid'>>) {
  const { t, screen, path, paymentReference, merchantName } = view;
  const { paidAt, byCard, sessionId } = screen;
  const rows = [
    [t('amountPaid'), naira(screen.acceptedMinor)],
    [t('paidTo'), merchantName],
    [t('order'), paymentReference],
    [t('paidOn'), t('lagosTime', { time: `${lagosDate(paidAt)} ${lagosTime(paidAt)}` })],
    [t('paidBy'), t(byCard ? 'card' : 'transfer')],
    [t('transaction'), screen.transactionReference],
    ...(byCard ? [] : [[t('session'), sessionId]]),
  ];
  const { title, how, ...face } = faceOf(screen);
  return (
    <>
      <div class="state">
        <Face {...face} />
        <h1 tabIndex={-1}>{t(title)}</h1>
        <p>{t(how, { amount: naira(screen.refundedMinor) })}</p>
      </div>
      <Money {...view} />
      <h2>{t('receipt')}</h2>
      <dl class="account">
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

/** Chooses the title and the picture. A screenshot must not look like a payment that the merchant still has. */
function faceOf({ isGone, later }: ScreenOf<'paid'>) {
  if (later === 'REVERSED') {
    return { title: 'reversedTitle', how: 'reversed', of: 'back', tone: 'warn' } as const;
  }
  if (isGone || later === 'REFUNDED') {
    return { title: 'refundedTitle', how: 'refundedAll', of: 'back', tone: 'calm' } as const;
  }
  if (later === 'PARTIALLY_REFUNDED') {
    return { title: 'refundedPartTitle', how: 'refundedPart', of: 'part', tone: 'calm' } as const;
  }
  return { title: 'paidTitle', how: 'paidHow', of: 'done', tone: 'good' } as const;
}

type EndFace = FaceProps & { readonly title: string; readonly how: string };

const ends = {
  EXPIRED: { title: 'expiredTitle', how: 'expiredHow', of: 'sand', tone: 'warn' },
  FAILED: { title: 'failedTitle', how: 'failedHow', of: 'card', tone: 'bad' },
  CANCELLED: { title: 'cancelledTitle', how: 'cancelledHow', of: 'cross', tone: 'over' },
} as const satisfies Record<string, EndFace>;

/** Shows that the order was not paid and can no longer be paid. */
export function Ended(view: PageView<ScreenOf<'ended'>>) {
  const { t, screen, lines } = view;
  const { title, how, ...face } = ends[screen.why];
  const { endedAccount } = screen;
  return (
    <>
      <div class="state">
        <Face {...face} />
        <h1 tabIndex={-1}>{t(title)}</h1>
        <p>{t(how)}</p>
      </div>
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
