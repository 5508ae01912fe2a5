import { masked } from '../../domain/masking.js';
import type { Operator } from '../../operators/people/operator.store.js';
import { mayOperator } from '../../operators/people/permissions.js';

/** The person or program that looks something up. */
export interface Reader {
  readonly name: string;
  /** Whether whole account numbers are shown. */
  readonly seesAccounts: boolean;
}

export function readerOf(operator: Operator): Reader {
  return { name: operator.name, seesAccounts: mayOperator(operator, 'accounts:read') };
}

/** A whole account number, or its last digits. */
export function accountFor({ seesAccounts }: Pick<Reader, 'seesAccounts'>, number: string | null) {
  return number === null || seesAccounts ? number : masked(number);
}
