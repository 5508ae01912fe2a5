import { expect } from 'vitest';
import type {
  OutsideAccount,
  SimulatorControl,
} from '../../src/providers/simulator/control-client.js';
import { order, type ApiClient } from './api-client.js';

/** An order of ₦10,000 of this merchant, paid. @returns the account that it was paid to. */
export async function payAs(
  bank: SimulatorControl,
  merchant: ApiClient,
  prefix: string,
  paymentReference: string,
  source?: Partial<OutsideAccount>,
): Promise<string> {
  await merchant.initiate(order({ paymentReference }));
  const account = await merchant.createAccount({
    paymentReference,
    prefix,
    validity: 30,
    amount: 1_000_000,
  });
  const accountNumber = String(account.data.accountNumber);
  await bank.payInward({ accountNumber, amount: 1_000_000, source });
  await expect
    .poll(async () => (await merchant.query(paymentReference)).data.status)
    .toBe('SUCCESSFUL');
  return accountNumber;
}
