import { metadataLimits } from '../domain/reference.js';
import { hasUnseen, plainLine, plainLines } from '../domain/texts.js';
import type { FieldRule } from './field-error.js';

export interface MetadataFault {
  /**
   * The name that is wrong, or whose value is wrong; null for the metadata as a whole. Cut to the length that a name
   * may have.
   */
  readonly key: string | null;
  readonly rule: FieldRule;
  readonly problem: string;
}

const { keys, keyLength, valueLength } = metadataLimits;

/**
 * Finds the faults that keep an object from being a merchant's own notes, which are a few short texts by name. Empty
 * when there is none.
 */
export function metadataFaults(value: unknown): readonly MetadataFault[] {
  // Another rule refuses a value that is no object.
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  if (entries.length > keys) {
    return [{ key: null, rule: 'count', problem: `must have at most ${keys} names` }];
  }
  return entries.flatMap(([name, text]) => {
    const fault = faultOf(name, text);
    return fault === undefined ? [] : [{ key: plainLine(name.slice(0, keyLength)), ...fault }];
  });
}

function faultOf(name: string, text: unknown): Omit<MetadataFault, 'key'> | undefined {
  if (name === '' || name.length > keyLength) {
    return { rule: 'length', problem: `must have a name of 1 to ${keyLength} characters` };
  }
  if (hasUnseen(name) || plainLines(name).includes('\n')) {
    return { rule: 'text', problem: 'must have a name without hidden characters and line breaks' };
  }
  if (typeof text !== 'string') return { rule: 'type', problem: 'must be a text' };
  if (text.length <= valueLength) return undefined;
  return { rule: 'length', problem: `must have at most ${valueLength} characters` };
}
