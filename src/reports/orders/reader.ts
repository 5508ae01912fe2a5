import { masked } from '../../domain/masking.js';
import type { Operator } from '../../operators/people/operator.store.js';
import { mayOperator } from '../../operators/people/permissions.js';

/** The person or program that looks something up. */
export interface Reader {
  readonly name: string;
  /** True when the reader may see whole account numbers. */
  readonly seesAccounts: boolean;
}

export function readerOf(operator: Operator): Reader {
  return { name: operator.name, seesAccounts: mayOperator(operator, 'accounts:read') };
}

/** Returns the whole account number, or only its last digits for a reader who may not see the whole. */
export function accountFor({ seesAccounts }: Pick<Reader, 'seesAccounts'>, number: string | null) {
  return number === null || seesAccounts ? number : masked(number);
}
