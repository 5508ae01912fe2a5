import type { SearchAttributePair } from '@temporalio/common';
import type { FactCheckout } from './fact.js';
import { type CaseType, searchAttributes } from '../../../workflows/messages.js';

/** The search attributes, set at its start, by which the workflow of a held credit is found. */
export function caseAttributes(
  caseType: CaseType,
  checkout: Pick<FactCheckout, 'merchantId' | 'paymentReference'> | null,
): SearchAttributePair[] {
  return [
    { key: searchAttributes.caseType, value: caseType },
    ...(checkout === null
      ? []
      : [
          { key: searchAttributes.merchantId, value: checkout.merchantId },
          { key: searchAttributes.paymentReference, value: checkout.paymentReference },
        ]),
  ];
}
