import { cloneElement, type ComponentChildren, isValidElement, toChildArray } from 'preact';
import { useTyped } from './typed.js';

/** Shows the reason that a form was refused, or the message that its action was done. */
export function Said({
  fault,
  done,
}: {
  readonly fault: string | null;
  readonly done: string | null;
}) {
  return (
    <>
      {fault !== null && (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
      {done !== null && (
        <p class="good" role="status">
          {done}
        </p>
      )}
    </>
  );
}

interface BySecondProps {
  /** The path of the proposal; the paths that confirm and withdraw it begin with it. */
  readonly path: string;
  /** Whether the viewer is the one who made the proposal. */
  readonly isOwn: boolean;
  /** The button that confirms, and the fields that are sent with it. */
  readonly children: ComponentChildren;
}

/** Shows what an operator may do about a proposal: a second operator confirms it, both may withdraw it. */
export function BySecond({ path, isOwn, children }: BySecondProps) {
  return (
    <div class="row">
      {isOwn ? (
        <p>Another operator must confirm it.</p>
      ) : (
        <form method="post" action={`${path}/confirm`}>
          {children}
        </form>
      )}
      <form method="post" action={`${path}/withdraw`}>
        <button class="other">Withdraw</button>
      </form>
    </div>
  );
}

/** Titles of columns of amounts and counts. They are aligned to the right, as the figures are. */
const numberTitles: ReadonlySet<string> = new Set([
  ...['Amount', 'Balance', 'Debit', 'Credit', 'In the account now'],
  ...['Not empty', 'How many', 'Attempt', 'Took', 'Bytes'],
]);

const isNumberColumn = (title: string | undefined): boolean =>
  title !== undefined && numberTitles.has(title);

/** The titles of a table's columns. */
export function Heads({ titles }: { readonly titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th scope="col" class={isNumberColumn(title) ? 'number' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface LabelledProps {
  readonly titles: readonly string[];
  /** The cells. */
  readonly children: ComponentChildren;
}

/** A row whose cells carry the titles of their columns, because a phone does not show the table's heads. */
export function Labelled({ titles, children }: LabelledProps) {
  return (
    <tr>
      {toChildArray(children).map((cell, at) =>
        isValidElement(cell) ? cloneElement(cell, { 'data-title': titles[at] }) : cell,
      )}
    </tr>
  );
}

interface StoryProps {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table of texts, and of figures that are aligned to the right. */
export function Story({ titles, rows }: StoryProps) {
  return (
    <table class="list story">
      <Heads titles={titles} />
      <tbody>
        {rows.map((cells) => (
          <Labelled titles={titles}>
            {cells.map((cell, at) => (
              <td class={isNumberColumn(titles[at]) ? 'number' : undefined}>{cell}</td>
            ))}
          </Labelled>
        ))}
      </tbody>
    </table>
  );
}

interface InputProps {
  readonly name: string;
  readonly label: string;
  readonly id?: string;
  readonly value?: string;
  readonly type?: 'text' | 'password' | 'number' | 'email' | 'date';
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly hint?: string;
}

/** The hint of a field for a new password. */
const passwordHint =
  'At least 12 characters. A few words that only you would put together are best.';

/** A field of one line, with its label and the attributes that help to fill it in. */
export function Input({ name, label, id = name, hint, value, ...given }: InputProps) {
  const { type = 'text', autocomplete = 'off', required = false } = given;
  const isSecret = type === 'password' || autocomplete === 'one-time-code';
  const typed = useTyped(name, value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...{ id, name, autocomplete, required }}
        type={type as 'text'}
        value={isSecret ? value : typed}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly id?: string;
  readonly value: string;
  readonly choices: readonly (readonly string[])[];
}

/** A field with a list to choose from; each choice has a value and a text. */
export function Choice({ name, label, id = name, value, choices }: ChoiceProps) {
  const typed = useTyped(name, value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {choices.map(([each = '', text]) => (
          <option value={each} selected={each === typed}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NewPasswordProps {
  readonly name: 'password' | 'newPassword';
  readonly label: string;
}

/** Asks for a new password twice. */
export function NewPassword({ name, label }: NewPasswordProps) {
  const kind = { type: 'password', autocomplete: 'new-password', required: true } as const;
  return (
    <>
      <Input {...{ name, label, ...kind }} hint={passwordHint} />
      <Input name="again" label={`${label} again`} {...kind} />
    </>
  );
}
