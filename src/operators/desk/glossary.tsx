/** The words of the desk, explained for operators on their first day. */
export const glossary: Readonly<Record<string, string>> = {
  Case: 'Something that no program can put right by itself. It waits until a person decides, or until it clears by itself.',
  'Account number for the payment':
    'The number that we gave the customer to pay to. It belongs to one order, or for good to one shop.',
  'Session id':
    'The name of one bank transfer, 30 digits, the same at every bank. It is what a bank asks for on the telephone.',
  'Bank connection':
    'The bank or card company through which the money came or goes. Each has its own connection to us.',
  Status: 'How the refund, payout or payment stands now, as our books have it.',
  Reference: 'The shop’s own number for the order.',
  'Second operator':
    'Decisions by which one person alone could take money wait until another person has seen the same facts and confirms.',
  Held: 'The money is with us, and nothing is done with it until somebody decides.',
  Payout: 'Money of a shop that we send to its bank account.',
  Refund: 'Money that goes back to a customer.',
  Dispute:
    'A customer’s bank or card company wants a payment back. The shop may answer until a deadline.',
  Webhook: 'A message by which our programs tell a shop’s programs what has happened.',
  Suspense:
    'Money that came and belongs to nobody yet: too late, twice, or for a number of nobody.',
  'Statement line':
    'One line of the bank’s own list of what went through our account. What it says there is true at the bank.',
  'Decide by':
    'Before this time somebody should decide: a deadline comes, or the money has waited long enough for its size.',
  'Written off': 'Booked as our loss, because nobody pays it back.',
  'Temporal UI': 'The engineers’ view of the programs that wait. Nothing is decided there.',
};

/** A question mark that opens the meaning of a word. For a word without an entry, nothing is shown. */
export function Meaning({ of }: { readonly of: string }) {
  const meaning = glossary[of];
  if (meaning === undefined) return null;
  return (
    <details class="meaning">
      <summary aria-label={`What is “${of}”?`}>?</summary>
      <p>{meaning}</p>
    </details>
  );
}
