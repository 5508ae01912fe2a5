import type { ActionField, ActionKind, DeskAction, ActionResult } from '../actions/desk-action.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Choice, Input, Said } from '../../../pages/parts/parts.js';
import { Reason } from './case-decide.js';
import { FactList } from './case-facts.js';

interface Asked {
  readonly action: DeskAction;
  readonly id: string;
  /** The name of the thing in words for people. */
  readonly about: string;
  readonly fields: readonly ActionField[];
  readonly typed: (field: string) => string;
  readonly fault: string | null;
}

const folders: Readonly<Record<ActionKind, string>> = {
  MERCHANT: 'merchants',
  DELIVERY: 'deliveries',
  TRANSACTION: 'transactions',
  DISPUTE: 'disputes',
};

/** Says what the action would do, asks for the reason, and has the button that carries it out. */
export function actionDocument(frame: Frame, asked: Asked): string {
  const { action, id, about, fields, typed, fault } = asked;
  const title = `${action.title}: ${about}`;
  const back = `/desk/${folders[action.kind]}/${id}`;
  const children = (
    <>
      <h1>{title}</h1>
      <p>{action.says}</p>
      <p>
        It is about <a href={back}>{about}</a> <small>{id}</small>.
      </p>
      <Said fault={fault} done={null} />
      <form method="post" action={`/desk${action.path.replace(':id', id)}`} class="decide short">
        {fields.map((field) => (
          <Field field={field} value={typed(field.name)} />
        ))}
        <Reason id="reason" value={typed('reason') || (action.usualReason ?? '')} />
        <div class="row">
          <button class={action.usualReason === undefined ? 'danger' : undefined}>
            {action.title}
          </button>
          <a class="button" href={back}>
            No, back
          </a>
        </div>
      </form>
    </>
  );
  return deskDocument({ ...frame, title, children });
}

/** Shows the result of an action, which is shown only once. */
export function resultDocument(frame: Frame, about: string, result: ActionResult): string {
  const { says, facts, link, back } = result;
  const title = `${result.title}: ${about}`;
  const children = (
    <>
      <h1>{title}</h1>
      <p>{says}</p>
      {link !== undefined && <pre id="link">{link}</pre>}
      <FactList facts={facts.map(([name, value]) => ({ name, value: value || '–' }))} />
      <p>
        <a class="button" href={back}>
          Go on
        </a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title, children });
}

function Field({ field, value }: { readonly field: ActionField; readonly value: string }) {
  const { name, label, hint, choices, isLong = false } = field;
  if (choices !== undefined) return <Choice {...{ name, label, value, choices }} />;
  if (!isLong) return <Input {...{ name, label, value }} {...(hint !== undefined && { hint })} />;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <textarea id={name} name={name} rows={5} maxlength={2_000} required>
        {value}
      </textarea>
    </div>
  );
}

interface ActionLinksProps extends Pick<Frame, 'may'> {
  readonly actions: readonly DeskAction[];
  readonly kind: string;
  readonly id: string;
  readonly status: string | null;
}

/** Links to the actions that this operator may take about a thing in its present state. */
export function ActionLinks({ actions, kind, id, status, may }: ActionLinksProps) {
  const open = actions.filter(
    (each) =>
      each.kind === kind &&
      each.usualReason === undefined &&
      (each.from?.includes(status ?? '') ?? true) &&
      may(each.permission),
  );
  if (open.length === 0) return null;
  return (
    <nav aria-label="What you may do" class="views">
      {open.map(({ path, title }) => (
        <a href={`/desk${path.replace(':id', id)}`}>{title}</a>
      ))}
    </nav>
  );
}
