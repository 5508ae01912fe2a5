import { render } from 'preact-render-to-string';
import type { PageLocale } from '../../domain/page-locale.js';
import { linkPath } from '../../payments/links/payment-link-view.js';
import type { FilledForm } from './link-form.js';
import type { Message } from './page-problem.js';
import type { PageView } from './page-view.js';
import type { LinkView } from './payer-links.js';
import type { Screen } from './screen.js';
import { Booking, Card, ConfirmCard, type CardToConfirm } from './screens/card.js';
import { LinkFormScreen, LinkPicture } from './screens/link-form.js';
import { Choose } from './screens/choose.js';
import { Ended, Paid } from './screens/ends.js';
import { Face } from './screens/face.js';
import { type AssetPaths, Document, Footer, Header } from './screens/frame.js';
import { Leave } from './screens/leave.js';
import { Money } from './screens/money.js';
import { Order } from './screens/order.js';
import { Transfer } from './screens/transfer.js';
import type { Texts } from './texts.js';

export type { AssetPaths } from './screens/frame.js';

/** How the page learns of changes. Without scripts it is reloaded. */
interface Live {
  readonly eventsPath: string;
  /** The version of the checkout that is shown (state-key.ts). */
  readonly key: string;
}

/** Draws the whole document. `live`: null when nothing will change by itself any more. */
export function pageDocument(view: PageView, assets: AssetPaths, live: Live | null): string {
  return documentOf(
    <Document {...framed(view, assets)} reloads={live !== null}>
      <Header {...view} />
      <main
        id="page"
        class="two"
        data-events={live?.eventsPath}
        data-key={live?.key}
        data-state={view.screen.kind}
        data-parent={view.embedOrigins.join(' ') || undefined}
      >
        <Main {...view} />
      </main>
      <p id="said" role="status" aria-live="polite" class="apart" />
      <Footer {...view} reference={view.paymentReference} />
    </Document>,
  );
}

/** Draws the inside of <main>, which is sent to open pages when something changes. */
export function mainOf(view: PageView): string {
  return render(<Main {...view} />);
}

/** Draws the page on which the payer confirms the card before it is charged. */
export function confirmDocument(view: PageView, assets: AssetPaths, charge: CardToConfirm): string {
  return documentOf(
    <Document {...framed(view, assets)}>
      <Header {...view} />
      <main
        id="page"
        class="two"
        data-state="confirm"
        data-parent={view.embedOrigins.join(' ') || undefined}
      >
        <section class="pay">
          <ConfirmCard view={view} {...charge} />
        </section>
        {/* Only this page knows the chosen card. On a phone the payment would begin anew, so no code leads there. */}
        <Order view={view} staysHere />
      </main>
      <Footer {...view} reference={view.paymentReference} />
    </Document>,
  );
}

/** Draws the form of a payment link. */
export function linkDocument(view: LinkView, assets: AssetPaths, filled: FilledForm): string {
  const { t, link, url, help, bounds, tellsBounds } = view;
  return documentOf(
    <Document {...framed(view, assets)}>
      <Header {...link} url={url} />
      <main id="page" class="one" data-state="link">
        <section class="pay">
          {link.picture !== null && <LinkPicture {...link.picture} alt={link.description} />}
          <LinkFormScreen {...{ t, bounds, tellsBounds, filled }} path={linkPath(link.slug)} />
        </section>
      </main>
      <Footer {...{ t, url, help }} />
    </Document>,
  );
}

/** Draws a page that only shows a message. */
export function messageDocument(
  locale: PageLocale,
  t: Texts,
  assets: AssetPaths,
  { title, how, canLoadAgain }: Message,
): string {
  return documentOf(
    <Document locale={locale} title={t(title)} assets={assets}>
      <main id="page" class="one">
        <section class="pay state">
          <Face of={canLoadAgain ? 'clock' : 'cross'} tone={canLoadAgain ? 'warn' : 'over'} />
          <h1>{t(title)}</h1>
          <p>{t(how)}</p>
          {canLoadAgain && (
            <a class="go other" href="">
              {t('loadAgain')}
            </a>
          )}
        </section>
      </main>
    </Document>,
  );
}

/** The parts of the frame that all pages of a merchant share. */
function framed(view: PageView | LinkView, assets: AssetPaths) {
  const { t, locale, accent, isSandbox } = view;
  return { ...{ locale, accent, assets }, title: t('payTo'), test: isSandbox && t } as const;
}

function documentOf(document: Parameters<typeof render>[0]): string {
  return `<!doctype html>${render(document)}`;
}

function Main(view: PageView) {
  return (
    <>
      <section class="pay">
        <Shown {...view} />
        {view.screen.kind !== 'paid' && <Money {...view} />}
        <Leave {...view} />
      </section>
      <Order view={view} />
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
