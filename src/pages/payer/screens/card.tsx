import { naira, type PageView } from '../page-view.js';
import type { ScreenOf } from '../screen.js';

/** A card that is being charged. */
export function Card({ t, screen }: PageView<ScreenOf<'card'>>) {
  const { step, actionUrl } = screen;
  if (step === 'UNKNOWN') return <Wait title={t('unknownTitle')} how={t('unknownHow')} />;
  if (actionUrl === null) return <Wait title={t('chargingTitle')} how={t('chargingHow')} />;
  return (
    <>
      <h1 tabIndex={-1}>{t('confirmTitle')}</h1>
      <p>{t(step === 'OTP' ? 'confirmOtp' : 'confirm3ds')}</p>
      <a class="go" href={actionUrl} target="_top">
        {t('goToBank')}
      </a>
    </>
  );
}

/** Money that was seen and is being booked. */
export function Booking({ t }: PageView<ScreenOf<'booking'>>) {
  return <Wait title={t('bookingTitle')} how={t('bookingHow')} />;
}

interface ConfirmProps {
  readonly view: PageView;
  readonly amountMinor: bigint;
  /** The acquirer's token of the card. */
  readonly card: string;
}

/** The card was chosen at the acquirer's: nothing is charged before the payer says so here. */
export function ConfirmCard({ view: { t, path }, amountMinor, card }: ConfirmProps) {
  const amount = naira(amountMinor);
  return (
    <>
      <h1 tabIndex={-1}>{t('cardConfirmTitle', { amount })}</h1>
      <form method="post" action={`${path}/card`}>
        <input type="hidden" name="card" value={card} />
        <input type="hidden" name="amount" value={String(amountMinor)} />
        <button class="go">{t('cardConfirm', { amount })}</button>
      </form>
      <a class="go other" href={path}>
        {t('cardOther')}
      </a>
    </>
  );
}

function Wait({ title, how }: { readonly title: string; readonly how: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p class="wait" aria-hidden="true">
        <i />
      </p>
      <p>{how}</p>
    </>
  );
}
