import type { BehaviourRule } from '../behaviour/rules.js';

/** Account numbers of any bank that end in the code they are answered with, as the test cards' tokens do. */
const testAccounts = {
  'name-enquiry': /^99000000(\d\d)$/,
  transfer: /^98000000(\d\d)$/,
} as const;

/** Returns the bank's answer for a test account when no rule was set; 09 keeps a transfer until it is released. */
export function ruleOfTestAccount(
  on: keyof typeof testAccounts,
  accountNumber: string,
): BehaviourRule | undefined {
  const answer = testAccounts[on].exec(accountNumber)?.[1];
  if (answer === undefined) return undefined;
  return answer === '09' ? { on, answer, done: 'HELD' } : { on, answer };
}
