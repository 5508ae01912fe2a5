import type { ComponentChildren } from 'preact';
import { logoPath, type Logo } from '../../../domain/merchant-page.js';
import type { PageLocale } from '../../../domain/page-locale.js';
import type { Help } from '../page-view.js';
import type { Texts } from '../texts.js';
import { Lock } from './face.js';

/** The files of the page. */
export interface AssetPaths {
  /** The path of the script. It contains a hash of the file. */
  readonly script: string;
  /** The text of the style. */
  readonly style: string;
}

const reloadSeconds = 10;

interface DocumentProps {
  readonly locale: PageLocale;
  readonly title: string;
  readonly assets: AssetPaths;
  readonly accent?: string | null;
  readonly reloads?: boolean;
  /** The texts for the mark of a test; set when no real money moves. */
  readonly test?: Texts | false;
  readonly children: ComponentChildren;
}

export function Document(props: DocumentProps) {
  const { locale, title, assets, accent = null, reloads = false, test = false, children } = props;
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{test === false ? title : `TEST · ${title}`}</title>
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
      <body>
        {test !== false && <TestMark t={test} />}
        {children}
      </body>
    </html>
  );
}

/** A screenshot of a page of the sandbox must not pass for a proof of payment. */
function TestMark({ t }: { t: Texts }) {
  return (
    <aside class="test">
      <strong>TEST</strong> {t('testMode')}
    </aside>
  );
}

export interface HeaderProps {
  readonly merchantName: string;
  readonly description: string | null;
  readonly logo: Logo | null;
  /** The address of the page. */
  readonly url: string;
}

/**
 * Names the shop and the server that the payer's browser talks to. The shop's name stands beside the logo, so screen
 * readers skip the logo.
 */
export function Header({ merchantName, description, logo, url }: HeaderProps) {
  const { host, protocol } = new URL(url);
  return (
    <header>
      <p class="merchant">
        {logo === null ? (
          <span class="mark" aria-hidden="true">
            {initialsOf(merchantName)}
          </span>
        ) : (
          <img src={logoPath(logo)} width={logo.width} height={logo.height} alt="" />
        )}
        <span>
          {merchantName}
          {description !== null && <small>{description}</small>}
        </span>
      </p>
      <p class="host">
        {protocol === 'https:' && <Lock />}
        {host}
      </p>
    </header>
  );
}

/** Returns the first letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0));
  return letters.join('').toUpperCase();
}

interface FooterProps {
  readonly t: Texts;
  readonly url: string;
  readonly help: Help;
  readonly reference?: string;
}

/**
 * Shows the merchant's contacts, and the address that proves the page genuine. Encryption is mentioned only where there
 * is some.
 */
export function Footer({ t, url, help, reference }: FooterProps) {
  const { origin, protocol } = new URL(url);
  return (
    <footer>
      <p>
        {t('help')} {help.email !== undefined && <a href={`mailto:${help.email}`}>{help.email}</a>}{' '}
        {help.phoneNumber !== undefined && (
          <a href={`tel:${help.phoneNumber}`}>{help.phoneNumber}</a>
        )}{' '}
        {reference !== undefined && t('helpName', { reference })}
      </p>
      <p>
        {protocol === 'https:' && t('encrypted')} {t('verify', { origin })}
      </p>
    </footer>
  );
}
