import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import type { CaseStep } from '../../../../activities/contract.js';
import { caseActivities } from '../../../../activities/operators/case.activities.js';

// 23514: a constraint. The workflow of a payment would fail with its note.
test.each([
  ['a refusal of the database', Object.assign(new Error('refused'), { code: '23514' })],
  ['a defect of ours', new TypeError('x is undefined')],
])('a note about a case waits while it cannot be written because of %s', async (_name, error) => {
  const { takeCaseStep } = caseActivities({ take: () => Promise.reject(error) }, 'http://desk');
  const written = new MockActivityEnvironment().run(takeCaseStep, {} as CaseStep);
  await expect(written).rejects.toMatchObject({ nonRetryable: false });
});
