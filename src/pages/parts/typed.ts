import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormBody } from './forms.js';

const Typed = createContext<FormBody | undefined>(undefined);

/** Surrounds the fields of a form that was refused: the fields show what was typed, so nobody has to type it again. */
export const TypedFields = Typed.Provider;

/** Returns the value of a field: the typed one if the form was refused, else the present one. */
export function useTyped<Value extends string | undefined>(name: string, value: Value) {
  const typed = useContext(Typed)?.[name];
  return typeof typed === 'string' ? typed : value;
}

/** Tells whether a box is ticked. A browser sends only the ticked boxes. */
export function useTicked(name: string, value: string, isTicked: boolean): boolean {
  const typed = useContext(Typed);
  return typed === undefined ? isTicked : [typed[name]].flat().includes(value);
}
