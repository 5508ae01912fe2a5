import { lagosDate } from '../../../domain/lagos-day.js';
import { momentIn } from '../../../domain/moment.js';
import { formatNaira } from '../../../domain/money.js';
import type { PaymentLinkView } from '../../../payments/links/payment-link.dto.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import { useTyped } from '../../parts/typed.js';
import { Copied, Curl, curlOf, type FormGiven, Next, OnceForm, PictureForm, When } from './form.js';

export const linkWords: Readonly<Record<PaymentLinkView['status'], string>> = {
  ACTIVE: 'takes payments',
  USED: 'was paid',
  INACTIVE: 'switched off',
  EXPIRED: 'its time is over',
};

export interface LinksShown {
  readonly links: readonly PaymentLinkView[];
  readonly nextCursor: string | null;
  readonly status: string;
  readonly baseUrl: string;
  readonly given: FormGiven;
}

/** Lists the payment links, on which customers pay without a shop. */
export function LinksPage({ links, nextCursor, status, baseUrl, given }: LinksShown) {
  return (
    <>
      <h1>Payment links</h1>
      <p>
        A payment link is an address, and a QR code, on which customers pay you. You need no shop
        and no program.
      </p>
      <form method="get" action="/links" class="filters">
        <Choice
          name="status"
          label="State"
          value={status}
          choices={[['', 'every'], ...Object.entries(linkWords)]}
        />
        <button>Show</button>
      </form>
      {links.length === 0 ? (
        <p>{status === '' ? 'There is none yet. Make one below.' : 'None fits.'}</p>
      ) : (
        <table class="list">
          <Heads titles={['For', 'Amount', 'State', 'Made']} />
          <tbody>
            {links.map((each) => (
              <tr>
                <td>
                  <a href={`/links/${each.paymentLinkId}`}>{each.description}</a>
                </td>
                <td class="number">{amountOf(each)}</td>
                <td>{linkWords[each.status]}</td>
                <td>
                  <When at={each.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Next path="/links" query={{ status }} cursor={nextCursor} />
      {given.mayWrite && (
        <>
          <h2>Make a link</h2>
          <OnceForm to="/links" given={given} class="decide" button="Make the link">
            <LinkFields link={null} />
          </OnceForm>
          <Curl
            lines={curlOf(baseUrl, 'POST', '/api/v1/payment-links', {
              description: 'School fees, term 1',
              amount: 2_500_000,
            })}
          />
        </>
      )}
    </>
  );
}

export function amountOf({ amount, minAmount, maxAmount }: PaymentLinkView): string {
  const kobo = (minor: number) => formatNaira(BigInt(minor));
  if (amount !== null) return kobo(amount);
  if (minAmount !== null && maxAmount !== null) return `${kobo(minAmount)} to ${kobo(maxAmount)}`;
  if (minAmount !== null) return `from ${kobo(minAmount)}`;
  return maxAmount === null ? 'the customer writes it' : `up to ${kobo(maxAmount)}`;
}

/** Writes an amount in the form that a field expects. */
const naira = (minor: number | null | undefined): string =>
  minor === null || minor === undefined ? '' : (minor / 100).toFixed(2);

export const dayOf = (at: string | null): string => (at === null ? '' : lagosDate(momentIn(at)));

function LinkFields({ link }: { readonly link: PaymentLinkView | null }) {
  return (
    <>
      <Input
        name="description"
        label="What it is for"
        required
        value={link?.description ?? ''}
        hint="Your customers see it."
      />
      <Input
        name="amount"
        label="Amount in naira"
        value={naira(link?.amount)}
        hint="Empty: the customer writes the amount."
      />
      <details open={link !== null && (link.minAmount ?? link.maxAmount) !== null}>
        <summary>The customer writes the amount, within bounds</summary>
        <Input name="minAmount" label="At least, in naira" value={naira(link?.minAmount)} />
        <Input name="maxAmount" label="At most, in naira" value={naira(link?.maxAmount)} />
      </details>
      <Input
        name="maxQuantity"
        label="Pieces that can be bought at once"
        type="number"
        value={String(link?.maxQuantity ?? '')}
        hint="2 to 1000: the customer chooses a number and pays the amount as often. Empty: one."
      />
      <div class="field">
        <label for="fields">What you ask besides the name</label>
        <textarea id="fields" name="fields" rows={3} aria-describedby="fields-hint">
          {useTyped('fields', fieldsText(link?.fields ?? []))}
        </textarea>
        <p class="hint" id="fields-hint">
          One in each line, at most five. A star at the end: the customer must answer. The answers
          stand with the payment.
        </p>
      </div>
      <Choice
        name="usage"
        label="It takes"
        value={link?.usage ?? 'MANY'}
        choices={[
          ['MANY', 'as many payments as come'],
          ['ONCE', 'one payment'],
        ]}
      />
      <Input
        name="expiresOn"
        label="Last day"
        type="date"
        value={dayOf(link?.expiresAt ?? null)}
        hint="Empty: it does not end."
      />
      <Input
        name="redirectUrl"
        label="Page to go to afterwards"
        value={link?.redirectUrl ?? ''}
        hint="An https address. Empty: customers stay on the receipt."
      />
    </>
  );
}

const fieldsText = (fields: PaymentLinkView['fields']): string =>
  fields.map(({ label, required }) => `${label}${required ? ' *' : ''}`).join('\n');

export interface LinkShown {
  readonly link: PaymentLinkView;
  /** Null: the link has no picture. */
  readonly picture: Buffer | null;
  /** The dark modules of the QR code, as one path of an SVG. */
  readonly code: { readonly path: string; readonly size: number };
  readonly merchantName: string;
  readonly baseUrl: string;
  readonly given: FormGiven;
}

/** Shows a link, with its QR code. */
export function LinkPage({ link, picture, code, baseUrl, given }: LinkShown) {
  const path = `/links/${link.paymentLinkId}`;
  const isOpen = link.status === 'ACTIVE' || link.status === 'EXPIRED';
  return (
    <>
      <p>
        <a href="/links">Payment links</a>
      </p>
      <h1>{link.description}</h1>
      <p>
        {amountOf(link)}; {linkWords[link.status]}
        {link.expiresAt !== null && (
          <>
            {' '}
            until <When at={link.expiresAt} />
          </>
        )}
      </p>
      <Copied id="link-url" label="Address to give to customers" value={link.url} />
      <Code code={code} />
      <p class="row">
        <a href={`${path}/print`}>A page to print</a>
        <a href={`${path}/qr.svg`}>QR code as SVG</a>
        <a href={`${path}/qr.png`}>QR code as PNG</a>
        <a href={`/payments?paymentLinkId=${link.paymentLinkId}`}>Payments by it</a>
      </p>
      {isOpen && (
        <>
          {given.mayWrite && <h2>Change it</h2>}
          <OnceForm to={path} given={given} class="decide" button="Save">
            <LinkFields link={link} />
          </OnceForm>
          <OnceForm
            to={`${path}/off`}
            given={given}
            class="decide"
            button="Switch it off for good"
            danger
          >
            <p class="hint">Payments that have begun can still be finished.</p>
          </OnceForm>
          <Curl
            lines={curlOf(
              baseUrl,
              'POST',
              `/api/v1/payment-links/${link.paymentLinkId}/deactivate`,
            )}
          />
        </>
      )}
      {(isOpen || picture !== null) && (
        <PicturePart {...{ link, picture, isOpen, baseUrl, given }} />
      )}
    </>
  );
}

interface PictureShown extends Omit<LinkShown, 'code' | 'merchantName'> {
  /** False: the link was paid or switched off. It then gets no new picture, but its picture can be removed. */
  readonly isOpen: boolean;
}

/** The portal's policy allows no pictures from other addresses, so the picture is embedded in the page. */
function PicturePart({ link, picture, isOpen, baseUrl, given }: PictureShown) {
  const path = `/links/${link.paymentLinkId}/picture`;
  return (
    <section id="picture">
      <h2>Its picture</h2>
      {picture === null ? (
        <p>It has none.</p>
      ) : (
        <p>
          <img
            class="preview"
            src={`data:image/webp;base64,${picture.toString('base64')}`}
            alt={link.description}
          />
        </p>
      )}
      {isOpen && given.mayWrite && (
        <PictureForm
          action={path}
          hint="PNG, JPEG or WebP of at most 6 MB, 16 to 4200 pixels wide and high. We make it small, so that it costs your customers little."
        />
      )}
      {picture !== null && (
        <OnceForm to={`${path}/remove`} given={given} button="Remove the picture" danger />
      )}
      <Curl
        label="Set the picture with curl"
        lines={curlOf(baseUrl, 'PUT', `/api/v1/payment-links/${link.paymentLinkId}/picture`, {
          image: 'BASE64',
        })}
      />
    </section>
  );
}

function Code({ code: { path, size } }: { readonly code: LinkShown['code'] }) {
  return (
    <svg
      class="code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the address"
    >
      <path d={path} />
    </svg>
  );
}

/** Shows the link for printing: large, and with nothing else. */
export function LinkPrintPage({ link, code, merchantName }: LinkShown) {
  return (
    <article class="paper">
      <p class="hint no-print">
        Print this page with your browser. <a href={`/links/${link.paymentLinkId}`}>Back</a>
      </p>
      <h1>{merchantName}</h1>
      <p>{link.description}</p>
      {link.amount !== null && <p class="sum">{amountOf(link)}</p>}
      <Code code={code} />
      <p>Scan with the camera of your phone to pay, or type</p>
      <p>
        <b>{link.url.replace(/^https?:\/\//, '')}</b>
      </p>
    </article>
  );
}
