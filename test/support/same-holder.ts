import { holderOf } from '../../src/providers/simulator/server/bank/books.js';

let serial = 2_000_000_000;

/** A number at the simulated bank whose account belongs to this holder, or to another; each time a new one. */
export function accountHeldBy(name: string, bankCode: string, isTheirs = true): string {
  for (;;) {
    serial += 1;
    const accountNumber = String(serial);
    if ((holderOf(bankCode, accountNumber) === name) === isTheirs) return accountNumber;
  }
}
