import { z } from 'zod';
import { reply, text, whole, oneOf, listOf } from '../../http/reply.js';
import { ProposalView } from './case-views.dto.js';

export const DecisionAnswerView = reply('DecisionAnswerView', {
  outcome: oneOf(
    ['DECIDED', 'PROPOSED'],
    'DECIDED: the workflow has taken the decision. PROPOSED: it waits for a second operator; nothing has happened yet.',
  ),
  decision: text('The decision.', 'accept'),
  proposal: ProposalView.nullable().meta({
    description: 'What waits for a second operator. Null with DECIDED.',
  }),
});
export type DecisionAnswerView = z.infer<typeof DecisionAnswerView>;

export const CaseAnswerView = reply('CaseAnswerView', {
  caseNumber: whole('Number of the case.', 1042),
  outcome: oneOf(['DECIDED', 'PROPOSED', 'REFUSED'], 'What became of it.'),
  message: text('Text for people.', 'Decided.'),
});
export type CaseAnswerView = z.infer<typeof CaseAnswerView>;

export const ManyAnswersView = reply('ManyAnswersView', {
  answers: listOf(CaseAnswerView, 'One answer per case, in the order asked.'),
});
export type ManyAnswersView = z.infer<typeof ManyAnswersView>;

export const CaseDoneView = reply('CaseDoneView', {
  caseNumber: whole('Number of the case.', 1042),
});
export type CaseDoneView = z.infer<typeof CaseDoneView>;
