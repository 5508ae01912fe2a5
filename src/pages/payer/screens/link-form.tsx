import type { Picture } from '../../../domain/merchant-page.js';
import { linkPicturePath } from '../../../payments/links/payment-link-view.js';
import { type FilledForm, type LinkBounds, type LinkField, ownName } from '../link-form.js';
import { naira } from '../page-view.js';
import type { TextKey, Texts } from '../texts.js';

interface Props {
  readonly t: Texts;
  readonly path: string;
  readonly bounds: LinkBounds;
  /** Whether a payer who chooses the amount sees the bounds in advance. */
  readonly tellsBounds: boolean;
  readonly filled: FilledForm;
}

interface FieldProps {
  readonly name: LinkField;
  readonly label: TextKey;
  readonly hint?: string | undefined;
  /** The kind of data, so that browsers fill it in and phones show the right keys. */
  readonly autocomplete: string;
  readonly inputmode?: 'decimal' | 'email' | 'numeric';
}

/**
 * Shows the picture of a link. It is loaded after the rest of the page; its place is reserved, so nothing moves when it
 * arrives.
 */
export function LinkPicture({ alt, ...picture }: Picture & { readonly alt: string }) {
  const { width, height } = picture;
  return (
    <img
      class="goods"
      src={linkPicturePath(picture)}
      {...{ width, height, alt }}
      loading="lazy"
      decoding="async"
      fetchpriority="low"
    />
  );
}

/** The payer's form. It asks for the amount if the payer chooses it. */
export function LinkFormScreen({ t, path, bounds, tellsBounds, filled }: Props) {
  const [min, max] = [naira(bounds.minMinor), naira(bounds.maxMinor)];
  const most = String(bounds.maxQuantity);
  const isFixed = bounds.minMinor === bounds.maxMinor;
  const [firstFault] = Object.keys(filled.faults);
  const field = ({ name, label, hint, ...input }: FieldProps) => {
    const fault = filled.faults[name];
    const help = fault === undefined ? hint : t(fault, { min, max, most });
    return (
      <p class="field">
        <label for={name}>{t(label)}</label>
        <input
          id={name}
          name={name}
          value={filled.typed[name]}
          required
          maxLength={name === 'contact' ? 254 : 50}
          autofocus={name === firstFault}
          aria-invalid={fault === undefined ? undefined : 'true'}
          aria-describedby={help === undefined ? undefined : `${name}-told`}
          {...input}
        />
        {help !== undefined && (
          <small id={`${name}-told`} class={fault === undefined ? undefined : 'bad'}>
            {help}
          </small>
        )}
      </p>
    );
  };
  return (
    <>
      <h1 tabIndex={-1}>{isFixed ? t('chooseTitle', { amount: min }) : t('payTo')}</h1>
      <form method="post" action={path}>
        <input type="hidden" name="key" value={filled.key} />
        {!isFixed &&
          field({
            name: 'amount',
            label: 'linkAmount',
            hint: tellsBounds ? t('linkBetween', { min, max }) : undefined,
            autocomplete: 'off',
            inputmode: 'decimal',
          })}
        {bounds.maxQuantity > 1 &&
          field({
            name: 'quantity',
            label: 'linkQuantity',
            hint: t('linkUpTo', { most }),
            autocomplete: 'off',
            inputmode: 'numeric',
          })}
        {field({ name: 'firstName', label: 'linkFirstName', autocomplete: 'given-name' })}
        {field({ name: 'lastName', label: 'linkLastName', autocomplete: 'family-name' })}
        {field({
          name: 'contact',
          label: 'linkContact',
          hint: t('linkContactHint'),
          autocomplete: 'email',
          inputmode: 'email',
        })}
        <OwnInputs {...{ t, bounds, filled }} />
        <button class="go">{t('linkContinue')}</button>
      </form>
    </>
  );
}

/** Draws the merchant's own fields. */
function OwnInputs({ t, bounds, filled }: Pick<Props, 't' | 'bounds' | 'filled'>) {
  return bounds.fields.map((each, at) => (
    <OwnInput {...{ ...each, at, t }} value={filled.own[at] ?? ''} fault={filled.ownFaults[at]} />
  ));
}

interface OwnInputProps {
  readonly t: Texts;
  readonly at: number;
  readonly label: string;
  readonly required: boolean;
  readonly value: string;
  readonly fault: TextKey | undefined;
}

/** Draws one of the merchant's own fields, under the merchant's label. */
function OwnInput({ t, at, label, required, value, fault }: OwnInputProps) {
  const name = ownName(at);
  return (
    <p class="field">
      <label for={name}>{label}</label>
      <input
        {...{ id: name, name, value, required }}
        maxLength={300}
        autocomplete="off"
        aria-invalid={fault === undefined ? undefined : 'true'}
        aria-describedby={fault === undefined ? undefined : `${name}-told`}
      />
      {fault !== undefined && (
        <small id={`${name}-told`} class="bad">
          {t(fault)}
        </small>
      )}
    </p>
  );
}
