import type { ComponentChildren } from 'preact';
import { Form } from '../portal-page.js';

interface PasskeyFormProps {
  readonly action: string;
  /** The address at which the browser asks for the challenge that the device signs. */
  readonly asks: string;
  /** `new`: the device makes a passkey; `old`: it signs with an existing one. */
  readonly kind: 'new' | 'old';
  readonly children: ComponentChildren;
}

/** A form that is sent with the reply of the person's device. It needs a script, and stays hidden without one. */
export function PasskeyForm({ action, asks, kind, children }: PasskeyFormProps) {
  return (
    <Form action={action} class="short" {...{ 'data-passkey': kind, 'data-asks': asks }} hidden>
      <input type="hidden" name="passkey" value="" />
      {children}
      <p class="bad" role="alert" />
    </Form>
  );
}
