import { naira, type PageView } from '../page-view.js';
import type { ScreenOf } from '../screen.js';
import { Face, type FaceProps } from './face.js';
import { SumTitle } from './sum.js';

/** A card that is being charged. */
export function Card({ t, screen }: PageView<ScreenOf<'card'>>) {
  const { step, actionUrl } = screen;
  if (step === 'UNKNOWN') {
    return <Wait of="ask" tone="warn" title={t('unknownTitle')} how={t('unknownHow')} />;
  }
  if (actionUrl === null) {
    return <Wait of="card" tone="calm" title={t('chargingTitle')} how={t('chargingHow')} />;
  }
  return (
    <div class="state">
      <Face of="shield" tone="calm" />
      <h1 tabIndex={-1}>{t('confirmTitle')}</h1>
      <p>{t(step === 'OTP' ? 'confirmOtp' : 'confirm3ds')}</p>
      <a class="go" href={actionUrl} target="_top">
        {t('goToBank')}
      </a>
    </div>
  );
}

/** Money that was seen and is being booked. */
export function Booking({ t }: PageView<ScreenOf<'booking'>>) {
  return <Wait of="down" tone="calm" title={t('bookingTitle')} how={t('bookingHow')} />;
}

/** A card that the payer has chosen at the acquirer's. */
export interface CardToConfirm {
  readonly amountMinor: bigint;
  /** The acquirer's token of the card. */
  readonly card: string;
}

/** The card was chosen at the acquirer's: nothing is charged before the payer says so here. */
export function ConfirmCard({
  view: { t, path },
  amountMinor,
  card,
}: CardToConfirm & { readonly view: PageView }) {
  const amount = naira(amountMinor);
  return (
    <>
      <SumTitle text={t('cardConfirmTitle', { amount })} sum={amount} />
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

interface WaitProps extends FaceProps {
  readonly title: string;
  readonly how: string;
}

function Wait({ title, how, ...face }: WaitProps) {
  return (
    <div class="state">
      <Face {...face} />
      <h1 tabIndex={-1}>{title}</h1>
      <p class="wait" aria-hidden="true">
        <i />
      </p>
      <p>{how}</p>
    </div>
  );
}
