import type { SearchAttributePair } from '@temporalio/common';
import type { FactCheckout } from './fact-store.port.js';
import { type CaseType, searchAttributes } from '../../../workflows/messages.js';

/** What a workflow of money that does not fit is found by, from its start. */
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
