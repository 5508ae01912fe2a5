import type { CheckoutPageView } from '../../../merchants/settings/checkout-page.dto.js';
import { accentsOf } from '../../payer/accent.js';

interface PreviewProps {
  readonly page: CheckoutPageView;
  readonly merchantName: string;
}

/** The page's own colour (src/pages/payer/assets/page.css). */
const usual = '#0b5d3b';

/** Shows small drawings of the payer's page, on light paper and on dark. */
export function PreviewPage({ page, merchantName }: PreviewProps) {
  const { light, dark } = accentsOf(page.accentColor ?? usual);
  return (
    <>
      <p>
        <a href="/settings#look">Settings</a>
      </p>
      <h1>Your page, as a customer sees it</h1>
      <div class="previews">
        <Phone
          {...{ page, merchantName, ...light }}
          paper="#ffffff"
          ink="#14181d"
          soft="#535b66"
          words="On light paper"
        />
        <Phone
          {...{ page, merchantName, ...dark }}
          paper="#1b1f24"
          ink="#f1f3f5"
          soft="#b4bbc4"
          words="On dark paper"
        />
      </div>
      <p class="hint">
        {page.logoUrl === null
          ? 'You have no logo: your name stands alone.'
          : 'Your logo stands beside your name.'}{' '}
        The buttons have your colour, made darker or lighter until everybody can read them.
      </p>
    </>
  );
}

interface PhoneProps extends PreviewProps {
  readonly accent: string;
  readonly onAccent: string;
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly words: string;
}

/** Draws the page as a picture, because the portal's policy allows no frame. */
function Phone({ page, merchantName, accent, onAccent, paper, ink, soft, words }: PhoneProps) {
  const contact = page.supportEmail ?? page.supportPhone ?? '';
  return (
    <figure>
      <svg viewBox="0 0 240 300" role="img" aria-label={`${words}: the page of ${merchantName}`}>
        <rect width="240" height="300" rx="16" fill={paper} stroke={soft} />
        {page.logoUrl !== null && <circle cx="30" cy="34" r="12" fill={accent} />}
        <text
          x={page.logoUrl === null ? 18 : 50}
          y="39"
          font-size="13"
          font-weight="700"
          fill={ink}
        >
          {short(merchantName, 22)}
        </text>
        <text x="18" y="84" font-size="11" fill={soft}>
          Pay
        </text>
        <text x="18" y="108" font-size="22" font-weight="700" fill={ink}>
          ₦10,000.00
        </text>
        <text x="18" y="146" font-size="11" fill={soft}>
          Account number
        </text>
        <text x="18" y="168" font-size="18" font-weight="700" fill={ink}>
          501 123 4561
        </text>
        <rect x="18" y="190" width="204" height="40" rx="8" fill={accent} />
        <text x="120" y="215" font-size="13" font-weight="700" text-anchor="middle" fill={onAccent}>
          I have sent the money
        </text>
        <text x="18" y="262" font-size="10" fill={soft}>
          {contact === '' ? '' : short(`Questions? ${contact}`, 38)}
        </text>
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
