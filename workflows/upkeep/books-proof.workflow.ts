import { proxyActivities } from '@temporalio/workflow';
import type { BooksProofActivities } from '../../activities/upkeep/contract.js';
import { booksProof } from '../platform/activity-options.js';
import { type Findings, showFindings } from './findings.js';

/** Proves the books, claim by claim. Run by a schedule; every run may be run again. */
export async function booksProofWorkflow(): Promise<Findings> {
  const { proveBooks } = proxyActivities<BooksProofActivities>({
    ...booksProof,
    summary: 'Look at every claim about the books',
  });
  return showFindings('Proof of the books', await proveBooks());
}
