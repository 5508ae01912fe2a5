import type { CardDetails } from '../../../domain/card-rail.port.js';
import { cardName, naira, type PageView } from '../page-view.js';
import type { ScreenOf } from '../screen.js';
import { Face, type FaceProps } from './face.js';
import { SumTitle } from './sum.js';

/** Shows a card that is being charged. */
export function Card({ t, path, screen }: PageView<ScreenOf<'card'>>) {
  const { step, actionUrl, card } = screen;
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
      {card !== null && (
        <p>
          <strong>{cardName(card)}</strong>
        </p>
      )}
      <p>{t(step === 'OTP' ? 'confirmOtp' : 'confirm3ds')}</p>
      <a class="go" href={actionUrl} target="_top" data-go>
        {t('goToBank')}
      </a>
      <form method="post" action={`${path}/card/give-up`}>
        <button class="go other">{t('cardOther')}</button>
      </form>
    </div>
  );
}

/** Shows that money was received and is being booked. */
export function Booking({ t }: PageView<ScreenOf<'booking'>>) {
  return <Wait of="down" tone="calm" title={t('bookingTitle')} how={t('bookingHow')} />;
}

/** A card that the payer has chosen on the acquirer's page. */
export interface CardToConfirm {
  readonly amountMinor: bigint;
  /** The acquirer's token of the card. */
  readonly card: string;
  /** Null: the acquirer does not describe the card. */
  readonly details: CardDetails | null;
}

/** Asks the payer to confirm the card that was chosen on the acquirer's page. Nothing is charged before that. */
export function ConfirmCard({
  view: { t, path, paymentReference, description },
  amountMinor,
  card,
  details,
}: CardToConfirm & { readonly view: PageView }) {
  const amount = naira(amountMinor);
  return (
    <>
      <SumTitle text={t('cardConfirmTitle', { amount })} sum={amount} />
      <dl class="account">
        {details !== null && (
          <div>
            <dt>{t('card')}</dt>
            <dd>
              <span>
                {cardName(details)} <small>{details.issuer}</small>
              </span>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('order')}</dt>
          <dd>
            <span>
              {paymentReference} {description !== null && <small>{description}</small>}
            </span>
          </dd>
        </div>
      </dl>
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
