import { ApiProperty } from '@nestjs/swagger';
import { ProposalView } from './case-views.dto.js';

export class DecisionAnswerView {
  @ApiProperty({
    description:
      'DECIDED: the workflow has taken the decision. PROPOSED: it waits for a second operator; nothing has happened yet.',
    enum: ['DECIDED', 'PROPOSED'],
  })
  outcome!: 'DECIDED' | 'PROPOSED';

  @ApiProperty({ description: 'The decision.', example: 'accept' })
  decision!: string;

  @ApiProperty({
    description: 'What waits for a second operator. Null with DECIDED.',
    type: ProposalView,
    nullable: true,
  })
  proposal!: ProposalView | null;
}

export class CaseAnswerView {
  @ApiProperty({ description: 'Number of the case.', format: 'int64', example: 1042 })
  caseNumber!: number;

  @ApiProperty({
    description: 'What became of it.',
    enum: ['DECIDED', 'PROPOSED', 'REFUSED'],
  })
  outcome!: 'DECIDED' | 'PROPOSED' | 'REFUSED';

  @ApiProperty({ description: 'Text for people.', example: 'Decided.' })
  message!: string;
}

export class ManyAnswersView {
  @ApiProperty({ description: 'One answer per case, in the order asked.', type: [CaseAnswerView] })
  answers!: CaseAnswerView[];
}

export class CaseDoneView {
  @ApiProperty({ description: 'Number of the case.', format: 'int64', example: 1042 })
  caseNumber!: number;
}
