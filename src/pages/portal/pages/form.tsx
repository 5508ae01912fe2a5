import type { ComponentChildren } from 'preact';
import { lagosMoment } from '../../../domain/lagos-day.js';
import { momentIn } from '../../../domain/moment.js';
import { useTicked } from '../../parts/typed.js';
import { Form } from '../portal-page.js';

/** The hidden fields of every form of a page. */
export interface FormGiven {
  /** The unique name of the form as it was shown: a form that is sent twice is carried out once. */
  readonly once: string;
  /** False: the merchant is suspended, or the person lacks the right. Then the form is not shown. */
  readonly mayWrite: boolean;
  /** The address at which the person first confirms the identity; null: that was done a moment ago. */
  readonly proveAt: string | null;
}

interface FormProps {
  readonly to: string;
  readonly given: FormGiven;
  readonly button: string;
  readonly class?: string;
  readonly danger?: boolean;
  /** The form needs a fresh confirmation of the person's identity. */
  readonly fresh?: boolean;
  readonly children?: ComponentChildren;
}

/** A form that is carried out once, however often it is sent. For a viewer who may not send it, nothing is shown. */
export function OnceForm({ to, given, button, children, ...how }: FormProps) {
  if (!given.mayWrite) return null;
  if (how.fresh === true && given.proveAt !== null) {
    return (
      <p class={how.class}>
        <a class="button" href={given.proveAt}>
          {button}
        </a>{' '}
        <small>First you prove that it is you.</small>
      </p>
    );
  }
  return (
    <Form action={to} {...(how.class !== undefined && { class: how.class })}>
      <input type="hidden" name="once" value={given.once} />
      {children}
      <button class={how.danger === true ? 'danger' : undefined}>{button}</button>
    </Form>
  );
}

/** The form that uploads a picture. */
export function PictureForm({ action, hint }: { readonly action: string; readonly hint: string }) {
  return (
    <Form action={action} enctype="multipart/form-data" class="decide">
      <div class="field">
        <label for="file">Picture</label>
        <input
          id="file"
          name="file"
          type="file"
          required
          accept="image/png,image/jpeg,image/webp"
          aria-describedby="file-hint"
        />
        <p class="hint" id="file-hint">
          {hint}
        </p>
      </div>
      <button>Upload</button>
    </Form>
  );
}

interface BoxProps {
  readonly name: string;
  readonly value: string;
  readonly isTicked: boolean;
  readonly label?: string;
}

/** A box to tick. Its words are in its label or in the text around it. */
export function Box({ name, value, isTicked, label }: BoxProps) {
  const checked = useTicked(name, value, isTicked);
  return <input type="checkbox" {...{ name, value, checked }} aria-label={label} />;
}

/** A secret that was just made. */
export interface ShownSecret {
  readonly label: string;
  readonly value: string;
}

/** Shows values that are shown only once. Each is in a field that can be selected and copied without a script. */
export function Shown({
  secrets,
  hint,
}: {
  readonly secrets: readonly ShownSecret[];
  readonly hint: string;
}) {
  return (
    <section class="shown" role="status" aria-label="Shown once">
      <p>
        <b>This is the only time that it is shown.</b> {hint}
      </p>
      {secrets.map(({ label, value }, at) => (
        <Copied id={`shown-${at}`} label={label} value={value} />
      ))}
    </section>
  );
}

interface CopiedProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}

/** A value to copy. The button needs the page's script; without it the field can be selected. */
export function Copied({ id, label, value }: CopiedProps) {
  return (
    <div class="field copied">
      <label for={id}>{label}</label>
      <input id={id} value={value} readonly spellcheck={false} autocomplete="off" />
      <button type="button" class="other" data-copy={id} hidden>
        Copy
      </button>
    </div>
  );
}

/** Shows the request for a program, as a command to paste. */
export function Curl({
  lines,
  label = 'The same with curl',
}: {
  readonly lines: readonly string[];
  readonly label?: string;
}) {
  return (
    <details class="curl">
      <summary>{label}</summary>
      <pre tabIndex={0}>
        <code>{lines.join(' \\\n  ')}</code>
      </pre>
    </details>
  );
}

/** Returns the curl command of an operation that needs a token. */
export function curlOf(
  baseUrl: string,
  method: string,
  path: string,
  body?: object,
): readonly string[] {
  return [
    `curl -sS -X ${method} ${baseUrl}${path}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
}

/** Shows an ISO 8601 time in Lagos time; `none` is shown when there is no time. */
export function When({
  at,
  none = 'never',
}: {
  readonly at: string | Date | null;
  readonly none?: string;
}) {
  if (at === null) return <>{none}</>;
  const moment = typeof at === 'string' ? momentIn(at) : at;
  return <time dateTime={moment.toISOString()}>{lagosMoment(moment)}</time>;
}

/** A link to the next page of a list. */
export function Next({
  path,
  query,
  cursor,
}: {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly cursor: string | null;
}) {
  if (cursor === null) return null;
  const filters = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams([...filters, ['cursor', cursor]]);
  return (
    <p>
      <a href={`${path}?${search}`}>More</a>
    </p>
  );
}

interface CheckProps {
  readonly name: string;
  readonly value?: string;
  readonly id: string;
  readonly checked?: boolean;
  readonly children: ComponentChildren;
}

/** Draws a box to tick, with its words. */
export function Check({ name, value = 'yes', id, checked = false, children }: CheckProps) {
  const isTicked = useTicked(name, value, checked);
  return (
    <p class="check">
      <input type="checkbox" id={id} name={name} value={value} checked={isTicked} />
      <label for={id}>{children}</label>
    </p>
  );
}
