import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { render } from 'preact-render-to-string';
import type { MerchantRight } from '../../people/rights.js';
import { may } from '../../http/access/may.js';
import type { FormBody } from '../parts/forms.js';
import { PageHead } from '../parts/page-head.js';
import { TypedFields } from '../parts/typed.js';
import type { PortalViewer } from './portal-viewer.js';

/** The parts that every page of the portal is drawn with. */
export interface PortalFrame {
  /** The style and the script, which are inlined in the page. */
  readonly style: string;
  readonly script: string;
  readonly environment: 'sandbox' | 'live';
  /** Null: nobody is signed in. */
  readonly viewer: PortalViewer | null;
  /** The token that each form of this session carries; empty when nobody is signed in. */
  readonly formKey: string;
}

interface PlaceRow {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly right: MerchantRight | 'self';
}

const places = [
  { name: 'home', path: '/', text: 'Home', right: 'self' },
  { name: 'payments', path: '/payments', text: 'Payments', right: 'checkout:read' },
  { name: 'refunds', path: '/refunds', text: 'Refunds', right: 'refunds:read' },
  { name: 'disputes', path: '/disputes', text: 'Disputes', right: 'disputes:read' },
  { name: 'settlements', path: '/settlements', text: 'Settlements', right: 'settlements:read' },
  { name: 'accounts', path: '/accounts', text: 'Account numbers', right: 'virtual-accounts:read' },
  { name: 'links', path: '/links', text: 'Payment links', right: 'payment-links:read' },
  { name: 'customers', path: '/customers', text: 'Customers', right: 'transactions:read' },
  { name: 'developers', path: '/developers/keys', text: 'Developers', right: 'keys:read' },
  { name: 'team', path: '/team', text: 'Team', right: 'team:read' },
  { name: 'audit', path: '/audit', text: 'Audit', right: 'audit:read' },
  { name: 'settings', path: '/settings', text: 'Settings', right: 'merchant:read' },
  { name: 'profile', path: '/profile', text: 'Your profile', right: 'self' },
] as const satisfies readonly PlaceRow[];
export type Place = (typeof places)[number]['name'];

const FormKey = createContext('');

/** A form that was refused: its action and the fields that were sent. */
export interface RefusedForm {
  readonly action: string;
  readonly body: FormBody;
}
const Refused = createContext<RefusedForm | null>(null);

interface FormProps {
  readonly action: string;
  readonly class?: string;
  readonly id?: string;
  readonly hidden?: boolean;
  /** Attributes of a form that the portal's script completes. */
  readonly 'data-passkey'?: string;
  readonly 'data-asks'?: string;
  /**
   * For a form with a file. The server checks the session's key before it reads the file, so the key is in the form's
   * address.
   */
  readonly enctype?: 'multipart/form-data';
  readonly children: ComponentChildren;
}

/** A form of the portal. Every form uses this component, because it adds the session's key. */
export function Form({ children, action, ...given }: FormProps) {
  const formKey = useContext(FormKey);
  const isRead = given.enctype === undefined;
  const refused = useContext(Refused);
  return (
    <form method="post" action={isRead ? action : `${action}?formKey=${formKey}`} {...given}>
      {isRead && <input type="hidden" name="formKey" value={formKey} />}
      <TypedFields value={refused?.action === action ? refused.body : undefined}>
        {children}
      </TypedFields>
    </form>
  );
}

interface Shown extends PortalFrame {
  readonly title: string;
  readonly here?: Place | undefined;
  readonly children: ComponentChildren;
  /** Null: no form was refused. */
  readonly refused: RefusedForm | null;
}

/** Draws a whole document. */
export function portalDocument(shown: Shown): string {
  const { style, script, environment, viewer, formKey, title, here, children } = shown;
  const page = (
    <html lang="en">
      <PageHead
        title={`${title} · ${viewer?.merchantName ?? 'Manilla'}`}
        style={style}
        script={script}
      />
      <body>
        <a class="skip" href="#main">
          Skip to the page
        </a>
        {environment === 'sandbox' && (
          <aside class="ribbon" aria-label="Test mode">
            Test mode: no money is real.
          </aside>
        )}
        <header>
          {viewer === null ? <p>Manilla portal</p> : <Places viewer={viewer} here={here} />}
        </header>
        {viewer !== null && <Suspended reason={viewer.suspendedReason} />}
        <main id="main">{children}</main>
        <footer>
          <p>Times are Lagos time.</p>
        </footer>
      </body>
    </html>
  );
  const whole = (
    <FormKey.Provider value={formKey}>
      <Refused.Provider value={shown.refused}>{page}</Refused.Provider>
    </FormKey.Provider>
  );
  return `<!doctype html>${render(whole)}`;
}

/** Shows people of a suspended merchant why nothing can be changed. */
function Suspended({ reason }: { readonly reason: string | null }) {
  if (reason === null) return null;
  return (
    <section class="holds" aria-label="Suspended">
      <p>
        Your business is suspended: it takes no payments, and nothing can be changed here. You can
        read and export everything.
        {reason !== '' && ` The reason: ${reason}`}
      </p>
    </section>
  );
}

interface PlacesProps {
  readonly viewer: PortalViewer;
  readonly here: Place | undefined;
}

function Places({ viewer, here }: PlacesProps) {
  const open = places.filter(({ right }) => right === 'self' || may(viewer, right));
  return (
    <>
      <p class="whose">
        <b>{viewer.merchantName}</b>
        <span>
          {viewer.name}, {viewer.role}
        </span>
      </p>
      <nav aria-label="Portal">
        {open.map(({ name, path, text }) => (
          <a href={path} aria-current={name === here ? 'page' : undefined}>
            {text}
          </a>
        ))}
        <Form action="/sign-out">
          <button>Sign out</button>
        </Form>
      </nav>
    </>
  );
}

/** A page that only shows a message, such as a refusal. */
export function MessagePage({
  title,
  text,
  to,
}: {
  readonly title: string;
  readonly text: string;
  readonly to: { readonly path: string; readonly words: string };
}) {
  return (
    <>
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      <p>
        <a href={to.path}>{to.words}</a>
      </p>
    </>
  );
}
