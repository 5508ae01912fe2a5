import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { logoPath } from '../../domain/merchant-page.js';
import type { PageLocale } from '../../domain/page-locale.js';
import { linkPath } from '../../payments/links/payment-link-view.js';
import type { FilledForm } from './link-form.js';
import type { Message } from './page-problem.js';
import { naira, type PageView } from './page-view.js';
import type { LinkView } from './payer-links.js';
import type { Screen } from './screen.js';
import { Booking, Card, ConfirmCard } from './screens/card.js';
import { LinkFormScreen } from './screens/link-form.js';
import { Choose } from './screens/choose.js';
import { Ended, Paid } from './screens/ends.js';
import { Money } from './screens/money.js';
import { Transfer } from './screens/transfer.js';
import type { Texts } from './texts.js';

/** The page's own files. */
export interface AssetPaths {
  /** Its address holds a hash of the file. */
  readonly script: string;
  /** The style itself. */
  readonly style: string;
}

/** The means by which the page learns of changes: without scripts it is loaded again. */
interface Live {
  readonly eventsPath: string;
  /** The version of the checkout that is shown (state-key.ts). */
  readonly key: string;
}

const reloadSeconds = 10;

/** The whole document. `live`: null when nothing will change by itself. */
export function pageDocument(view: PageView, assets: AssetPaths, live: Live | null): string {
  const { t, locale, merchantName } = view;
  return documentOf(
    <Document
      locale={locale}
      title={t('payTo')}
      assets={assets}
      accent={view.accent}
      reloads={live !== null}
    >
      {view.isSandbox && <TestMark t={view.t} />}
      <Header view={view} />
      <main
        id="page"
        data-events={live?.eventsPath}
        data-key={live?.key}
        data-state={view.screen.kind}
        data-parent={view.embedOrigins.join(' ') || undefined}
      >
        <Main {...view} />
      </main>
      <p id="said" role="status" aria-live="polite" class="apart" />
      <footer>
        <p>
          {merchantName} · {view.paymentReference}
        </p>
      </footer>
    </Document>,
  );
}

/** A picture of a page of the sandbox must not pass for a proof of payment. */
function TestMark({ t }: { t: Texts }) {
  return (
    <aside class="test">
      <strong>TEST</strong> {t('testMode')}
    </aside>
  );
}

/** Draws the inside of <main>, which open pages are sent when something changes. */
export function mainOf(view: PageView): string {
  return render(<Main {...view} />);
}

/** Asks before the card that the acquirer has sent is charged. */
export function confirmDocument(
  view: PageView,
  assets: AssetPaths,
  charge: { readonly amountMinor: bigint; readonly card: string },
): string {
  return documentOf(
    <Document locale={view.locale} title={view.t('payTo')} assets={assets} accent={view.accent}>
      {view.isSandbox && <TestMark t={view.t} />}
      <Header view={view} />
      <main id="page" data-state="confirm" data-parent={view.embedOrigins.join(' ') || undefined}>
        <ConfirmCard view={view} {...charge} />
      </main>
    </Document>,
  );
}

/** The form of a payment link. */
export function linkDocument(view: LinkView, assets: AssetPaths, filled: FilledForm): string {
  const { t, locale, link, accent, bounds, tellsBounds } = view;
  return documentOf(
    <Document locale={locale} title={t('payTo')} assets={assets} accent={accent}>
      {view.isSandbox && <TestMark t={t} />}
      <Header view={link} />
      <main id="page" data-state="link">
        <LinkFormScreen {...{ t, bounds, tellsBounds, filled }} path={linkPath(link.slug)} />
      </main>
    </Document>,
  );
}

/** A page that only says something. */
export function messageDocument(
  locale: PageLocale,
  t: Texts,
  assets: AssetPaths,
  { title, how, canLoadAgain }: Message,
): string {
  return documentOf(
    <Document locale={locale} title={t(title)} assets={assets}>
      <main id="page">
        <h1>{t(title)}</h1>
        <p>{t(how)}</p>
        {canLoadAgain && (
          <a class="go other" href="">
            {t('loadAgain')}
          </a>
        )}
      </main>
    </Document>,
  );
}

function documentOf(document: Parameters<typeof render>[0]): string {
  return `<!doctype html>${render(document)}`;
}

interface DocumentProps {
  readonly locale: PageLocale;
  readonly title: string;
  readonly assets: AssetPaths;
  readonly accent?: string | null;
  readonly reloads?: boolean;
  readonly children: ComponentChildren;
}

function Document(props: DocumentProps) {
  const { locale, title, assets, accent = null, reloads = false, children } = props;
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: assets.style }} />
        {accent !== null && <style dangerouslySetInnerHTML={{ __html: accent }} />}
        <link rel="icon" href="data:," />
        <script src={assets.script} defer />
        {reloads && (
          <noscript>
            <meta http-equiv="refresh" content={String(reloadSeconds)} />
          </noscript>
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}

interface HeaderProps {
  readonly view: Pick<PageView, 'merchantName' | 'description' | 'logo'>;
}

/** The name stands beside the logo, so that nothing is said twice to who cannot see it. */
function Header({ view: { merchantName, description, logo } }: HeaderProps) {
  return (
    <header>
      <p class="merchant">
        {logo !== null && (
          <img src={logoPath(logo)} width={logo.width} height={logo.height} alt="" />
        )}
        <span>{merchantName}</span>
      </p>
      {description !== null && <p class="what">{description}</p>}
    </header>
  );
}

function Main(view: PageView) {
  const isPaid = view.screen.kind === 'paid';
  return (
    <>
      <Shown {...view} />
      {!isPaid && <Money {...view} />}
      <Items {...view} />
      <Leave {...view} isPaid={isPaid} />
    </>
  );
}

function Shown(view: PageView) {
  const { screen } = view;
  const of = <Kind extends Screen>(shown: Kind): PageView<Kind> => ({ ...view, screen: shown });
  switch (screen.kind) {
    case 'choose':
      return <Choose {...of(screen)} />;
    case 'transfer':
      return <Transfer {...of(screen)} />;
    case 'booking':
      return <Booking {...of(screen)} />;
    case 'card':
      return <Card {...of(screen)} />;
    case 'paid':
      return <Paid {...of(screen)} />;
    case 'ended':
      return <Ended {...of(screen)} />;
  }
}

function Items({ t, items }: PageView) {
  if (items.length === 0) return null;
  return (
    <details>
      <summary>{t('yourOrder')}</summary>
      <ul class="items">
        {items.map(({ name, quantity, amount }) => (
          <li>
            <span>
              {quantity > 1 && `${quantity} × `}
              {name}
            </span>{' '}
            <span>{naira(BigInt(amount))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A link and no redirect: the payer decides when to go, and has seen how the payment stands. */
function Leave({ t, screen, redirectUrl, cancelUrl, isPaid }: PageView & { isPaid: boolean }) {
  if (isPaid || screen.kind === 'ended') {
    if (redirectUrl === null) return null;
    return (
      <a class="go" href={redirectUrl} target="_top">
        {t('backToShop')}
      </a>
    );
  }
  if (cancelUrl === null || (screen.kind !== 'choose' && screen.kind !== 'transfer')) return null;
  return (
    <p class="hint">
      <a href={cancelUrl} target="_top">
        {t('leave')}
      </a>
    </p>
  );
}
