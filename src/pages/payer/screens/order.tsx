import { naira, type PageView } from '../page-view.js';
import { qrPath } from '../qr-code.js';

interface OrderProps {
  readonly view: PageView;
  /**
   * Set: the page is not offered for a phone. Left out: where the page can be opened on a phone, it shows a QR code for
   * that.
   */
  readonly staysHere?: boolean;
}

/** Shows the order. Its lines are open on a desktop; on a phone a press opens them. */
export function Order({ view, staysHere = false }: OrderProps) {
  const { t, items, paymentReference } = view;
  return (
    <section class="order">
      {items.length > 0 && (
        <details class="hand">
          <summary>{t('yourOrder')}</summary>
          <Lines {...view} />
        </details>
      )}
      <div class="desk">
        <h2>{t('yourOrder')}</h2>
        <Lines {...view} />
      </div>
      <p class="hint">
        {t('order')} {paymentReference}
      </p>
      {!staysHere && <OnThePhone {...view} />}
    </section>
  );
}

function Lines({ t, items, amountMinor }: PageView) {
  return (
    <ul class="lines">
      {items.map(({ name, quantity, amount }) => (
        <li>
          <span>
            {quantity > 1 && `${quantity} × `}
            {name}
          </span>{' '}
          <span>{naira(BigInt(amount))}</span>
        </li>
      ))}
      <li>
        <span>{t('orderAmount')}</span> <span>{naira(amountMinor)}</span>
      </li>
    </ul>
  );
}

/** The bank's app is on the phone, so a payer at a desktop gets a QR code that opens this page there. */
function OnThePhone({ t, screen, url, isPhone }: PageView) {
  if (isPhone) return null;
  if (screen.kind !== 'choose' && screen.kind !== 'transfer') return null;
  const { path, size } = qrPath(url);
  return (
    <figure class="desk qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('onPhone')}>
        <path d={path} />
      </svg>
      <figcaption>{t('onPhone')}</figcaption>
    </figure>
  );
}
