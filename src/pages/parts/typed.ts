import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormBody } from './forms.js';

const Typed = createContext<FormBody | undefined>(undefined);

/** Around the fields of a form that was refused: they show what was typed, and nobody types it twice. */
export const TypedFields = Typed.Provider;

/** The value of a field: as it was typed into the refused form, else the one that is there. */
export function useTyped<Value extends string | undefined>(name: string, value: Value) {
  const typed = useContext(Typed)?.[name];
  return typeof typed === 'string' ? typed : value;
}

/** Tells whether a box is ticked. A form sends only the boxes that are. */
export function useTicked(name: string, value: string, isTicked: boolean): boolean {
  const typed = useContext(Typed);
  return typed === undefined ? isTicked : [typed[name]].flat().includes(value);
}
