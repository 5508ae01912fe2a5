import type pg from 'pg';
import type {
  DisputeActivities,
  DisputeAnswerView,
} from '../../../activities/payments/contract.js';
import type { EvidenceFile } from '../../domain/card-rail.port.js';
import { railQueue } from '../../domain/ids.js';
import type { AnswerInstruction, AnswerVerdict } from './dispute-answers.js';
import { queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

/** Reads the files that an answer names. */
export interface EvidenceOfAnswer {
  ofAnswer(answerId: string): Promise<EvidenceFile[]>;
}

const findStanding = {
  name: 'dispute_answer_standing',
  text: 'select * from dispute_answer_standing where answer_id = $1',
};
const startAnswer = call('start_dispute_answer').as<StandingRow>();
const readInstruction = {
  name: 'dispute_answer_instruction',
  text: `select d.provider, d.provider_reference, a.kind, a.evidence
           from dispute_answer a join dispute d on d.dispute_id = a.dispute_id where a.answer_id = $1`,
};
const conclude = call('conclude_dispute_answer').as<StandingRow>();

interface StandingRow {
  kind: DisputeAnswerView['kind'];
  status: DisputeAnswerView['status'];
  provider: string;
  sent_at: Date | null;
}

interface InstructionRow {
  provider: string;
  provider_reference: string;
  kind: AnswerInstruction['kind'];
  evidence: AnswerInstruction['evidence'];
}

type DisputeAnswerSteps = Pick<
  DisputeActivities,
  'findDisputeAnswer' | 'startDisputeAnswer' | 'concludeDisputeAnswer'
>;
interface OfAnswer {
  readonly answerId: string;
}

/** Answers on PostgreSQL, as their workflow uses them. Each call is one transaction and may be made again. */
export class PgDisputeAnswers implements DisputeAnswerSteps {
  constructor(
    private readonly pool: pg.Pool,
    private readonly files: EvidenceOfAnswer,
  ) {}

  async findDisputeAnswer({ answerId }: OfAnswer): Promise<DisputeAnswerView> {
    return toView(await queryOne<StandingRow>(this.pool, findStanding, [answerId]));
  }

  /** Records that the answer leaves now. */
  async startDisputeAnswer({ answerId }: OfAnswer): Promise<DisputeAnswerView> {
    return toView(await queryOne(this.pool, startAnswer({ answerId })));
  }

  async instruction(answerId: string): Promise<AnswerInstruction> {
    const row = await queryOne<InstructionRow>(this.pool, readInstruction, [answerId]);
    const { provider, provider_reference: chargebackId, kind, evidence } = row;
    const files = await this.files.ofAnswer(answerId);
    return { provider, chargebackId, kind, evidence, files };
  }

  /** Records the acquirer's verdict: the dispute's status, the books and the merchant's event. */
  async concludeDisputeAnswer({
    answerId,
    verdict: { status, code, failure },
  }: OfAnswer & { readonly verdict: AnswerVerdict }): Promise<DisputeAnswerView> {
    return toView(await queryOne(this.pool, conclude({ answerId, status, code, failure })));
  }
}

function toView({ kind, status, provider, sent_at: sentAt }: StandingRow): DisputeAnswerView {
  const sent = sentAt?.toISOString() ?? null;
  return { kind, status, provider, railQueue: railQueue(provider), sentAt: sent };
}
