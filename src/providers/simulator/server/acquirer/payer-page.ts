import { type ChargeRow, testCards } from './charges.js';

const declined = ['card_declined_05', 'card_declined_51', 'card_declined_54', 'card_declined_55'];

/** The code that the payer's bank "sent": there is one for everybody. */
export const rightOtp = '123456';

interface PageState {
  readonly charge: ChargeRow;
  /** The fault of the last try. */
  readonly problem?: string;
}

/** The page of the payer's bank: approve or decline, or a one-time password. */
export function payerPage({ charge, problem }: PageState): string {
  const path = `/acquirer/3ds/${encodeURIComponent(charge.charge_id)}`;
  const naira = (charge.amount / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 });
  const otp =
    charge.action === 'OTP'
      ? `<p><label>One-time password (it is ${rightOtp})
         <input name="otp" inputmode="numeric" autocomplete="one-time-code" required pattern="[0-9]{6}"></label></p>`
      : '';
  const body =
    charge.state === 'WAITS_FOR_PAYER'
      ? `<p>Pay <strong>₦${naira}</strong> by card?</p>
         ${problem === undefined ? '' : `<p role="alert">${problem}</p>`}
         <form method="post" action="${path}/approve">${otp}<button>Approve</button></form>
         <form method="post" action="${path}/decline"><button>Decline</button></form>`
      : `<p>This payment is ${charge.state === 'APPROVED' ? 'approved' : 'declined'}. ${backLink(charge)}</p>`;
  return page(body);
}

/** The page that stands for a real acquirer's page for card numbers: here the payer chooses one of the test cards. */
export function cardsPage(returnUrl: string): string {
  if (!isWebAddress(returnUrl)) return page('<p>There is no page to go back to.</p>');
  const links = ['card_approved', ...Object.keys(testCards), ...declined].map((token) => {
    const target = new URL(returnUrl);
    target.searchParams.set('card', token);
    return `<li><a href="${escapeHtml(target.href)}">${token}</a></li>`;
  });
  return page(`<p>Choose a test card:</p><ul>${links.join('')}</ul>`);
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Simulator Bank</title></head>
<body><main><h1>Simulator Bank</h1>${body}</main></body></html>
`;
}

function isWebAddress(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url);
}

function backLink({ return_url: url }: ChargeRow): string {
  if (url === null || !isWebAddress(url)) return 'You may close this page.';
  return `<a href="${escapeHtml(url)}">Back to the shop</a>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
