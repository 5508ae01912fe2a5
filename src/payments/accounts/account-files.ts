import { ColumnsOf } from '../../http/list-columns.js';
import type { VirtualAccountListItem } from './dynamic-account.dto.js';
import type { StaticAccountListItem } from './static-account.dto.js';

const ofStatic = new ColumnsOf<StaticAccountListItem>();
const ofDynamic = new ColumnsOf<VirtualAccountListItem>();

/** A row of the list of permanent account numbers as a file. */
export const staticAccountColumns = [
  ofStatic.text('accountNumber', ({ accountNumber }) => accountNumber),
  ofStatic.text('accountName', ({ accountName }) => accountName),
  ofStatic.text('bankName', ({ bankName }) => bankName),
  ofStatic.text('reference', ({ reference }) => reference),
  ofStatic.text('status', ({ status }) => status),
  ofStatic.text('currency', ({ currency }) => currency),
  ofStatic.money('totalReceived', ({ totalReceived }) => totalReceived),
  ofStatic.time('lastCreditAt', ({ lastCreditAt }) => lastCreditAt),
  ofStatic.time('createdAt', ({ createdAt }) => createdAt),
];

/** A row of the list of account numbers for one payment as a file. */
export const dynamicAccountColumns = [
  ofDynamic.text('accountNumber', ({ accountNumber }) => accountNumber),
  ofDynamic.text('accountName', ({ accountName }) => accountName),
  ofDynamic.text('bankName', ({ bankName }) => bankName),
  ofDynamic.text('paymentReference', ({ paymentReference }) => paymentReference),
  ofDynamic.text('status', ({ status }) => status),
  ofDynamic.text('amountRule', ({ amountRule }) => amountRule),
  ofDynamic.text('currency', ({ currency }) => currency),
  ofDynamic.money('amount', ({ amount }) => amount),
  ofDynamic.money('amountPaid', ({ amountPaid }) => amountPaid),
  ofDynamic.number('validity', ({ validity }) => validity),
  ofDynamic.time('createdAt', ({ createdAt }) => createdAt),
  ofDynamic.time('expiresAt', ({ expiresAt }) => expiresAt),
];
