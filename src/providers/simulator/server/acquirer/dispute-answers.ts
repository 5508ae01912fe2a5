import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerBy, codeOf } from '../behaviour/answer.js';
import type { SimulatorDatabase } from '../database.js';
import { Refusal } from '../refusal.js';
import type { SimulatorParts } from '../route-group.js';
import { CardEvents } from './card-events.js';
import { Charges } from './charges.js';
import { CardMoney } from './money.js';

export const answerTables = `
create table if not exists dispute_answer (
  answer_id text primary key,
  number integer,
  kind text not null,
  evidence text,
  code text not null,
  calls integer not null default 1,
  at text not null
) strict;
create table if not exists dispute_file (
  file_id text primary key,
  number integer not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  calls integer not null default 1,
  at text not null
) strict;
`;

const answerId = z.string().regex(/^[\w-]{6,64}$/);
const fields = {
  answer: z.object({
    answerId,
    chargebackId: z.string().min(1).max(64),
    kind: z.enum(['ACCEPT', 'EVIDENCE']),
    evidence: z
      .looseObject({
        explanation: z.string().min(1),
        documents: z.array(z.looseObject({ fileId: answerId.optional() })).default([]),
      })
      .nullable(),
  }),
  file: z.object({
    fileId: answerId,
    chargebackId: z.string().min(1).max(64),
    mediaType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
    content: z.base64().min(1),
  }),
  query: z.object({ answerId }),
} as const;
type AnswerRequest = z.infer<typeof fields.answer>;
type FileRequest = z.infer<typeof fields.file>;

const meanings: Readonly<Record<string, string>> = {
  '00': 'taken',
  '12': 'there is no such chargeback, file or evidence',
  '21': 'the chargeback is decided',
  '25': 'no record',
  '30': 'format error',
  '68': 'evidence is not taken any more',
  '94': 'the chargeback was answered already',
};

/** Takes merchants' answers to chargebacks and their files: each is taken once for its id, and only one answer for a chargeback. */
export function addAnswerRoutes(app: FastifyInstance, parts: SimulatorParts): void {
  const { database, behaviours } = parts;
  const answers = new DisputeAnswers(database, new CardMoney(database, new Charges(parts)));
  const events = new CardEvents(parts.hooks);
  app.post('/acquirer/dispute-files', (request, reply) => {
    const parsed = fields.file.safeParse(request.body);
    if (!parsed.success) return reply.send(coded('30'));
    return reply.send(coded(database.transact(() => answers.keep(parsed.data))));
  });
  app.post('/acquirer/dispute-answers', (request, reply) => {
    const parsed = fields.answer.safeParse(request.body);
    if (!parsed.success) return reply.send(coded('30'));
    const asked = parsed.data;
    const { rule, code, lost } = database.transact(() => {
      const found = behaviours.for({
        on: 'dispute-answer',
        accounts: [asked.chargebackId],
        subject: asked.answerId,
      });
      const scripted = codeOf(found);
      const done = found?.done ?? (found?.answer === undefined || scripted === '00');
      const truth = done === true ? answers.take(asked) : { code: '00', isNew: false };
      const isAccepted = truth.isNew && truth.code === '00' && asked.kind === 'ACCEPT';
      return {
        rule: found,
        code: scripted ?? truth.code,
        lost: isAccepted ? answers.lose(asked.chargebackId) : undefined,
      };
    });
    if (lost !== undefined) void events.ofChargeback(lost);
    return answerBy(rule, { request, reply }, coded(code));
  });
  app.post('/acquirer/dispute-answers/query', (request, reply) => {
    const parsed = fields.query.safeParse(request.body);
    if (!parsed.success) return reply.send(coded('30'));
    const { answerId: subject } = parsed.data;
    const rule = behaviours.for({ on: 'dispute-answer-query', accounts: [], subject });
    const code = codeOf(rule) ?? answers.find(subject)?.code ?? '25';
    return answerBy(rule, { request, reply }, coded(code));
  });
}

/** Shows the acquirer's record of a chargeback, and each answer to it. */
export function addAnswerControl(app: FastifyInstance, parts: SimulatorParts): void {
  const money = new CardMoney(parts.database, new Charges(parts));
  app.get<{ Params: { number: string } }>('/control/acquirer/chargebacks/:number', (request) => {
    const number = Number(request.params.number);
    const found = money.findChargeback(number);
    if (found === undefined) throw new Refusal(404, 'there is no such chargeback');
    const answers = parts.database.all<{ evidence: string | null }>(
      'select answer_id, kind, evidence, code, calls, at from dispute_answer where number = ? order by at',
      number,
    );
    const read = ({ evidence, ...answer }: { evidence: string | null }) => ({
      ...answer,
      evidence: evidence === null ? null : (JSON.parse(evidence) as object),
    });
    const files = parts.database.all(
      'select file_id, media_type, bytes, sha256, calls from dispute_file where number = ? order by file_id',
      number,
    );
    return { ...found, answers: answers.map(read), files };
  });
}

/** Call each method within a transaction. */
class DisputeAnswers {
  constructor(
    private readonly db: SimulatorDatabase,
    private readonly money: CardMoney,
  ) {}

  find(id: string): { readonly code: string } | undefined {
    return this.db.one('select code from dispute_answer where answer_id = ?', id);
  }

  take(asked: AnswerRequest): { readonly code: string; readonly isNew: boolean } {
    const known = this.find(asked.answerId);
    if (known !== undefined) {
      this.db.run(
        'update dispute_answer set calls = calls + 1 where answer_id = ?',
        asked.answerId,
      );
      return { code: known.code, isNew: false };
    }
    const number = numberOf(asked.chargebackId);
    const code = this.#judge(number, asked);
    this.db.run(
      'insert into dispute_answer (answer_id, number, kind, evidence, code, at) values (?, ?, ?, ?, ?, ?)',
      asked.answerId,
      number,
      asked.kind,
      asked.evidence === null ? null : JSON.stringify(asked.evidence),
      code,
      new Date().toISOString(),
    );
    return { code, isNew: true };
  }

  /** Keeps the type, size and digest of a file, which show that it has come whole. */
  keep({ fileId, chargebackId, mediaType, content }: FileRequest): string {
    const number = numberOf(chargebackId);
    if (this.money.findChargeback(number) === undefined) return '12';
    const bytes = Buffer.from(content, 'base64');
    this.db.run(
      `insert into dispute_file (file_id, number, media_type, bytes, sha256, at) values (?, ?, ?, ?, ?, ?)
         on conflict (file_id) do update set calls = calls + 1`,
      ...[fileId, number, mediaType, bytes.length],
      createHash('sha256').update(bytes).digest('hex'),
      new Date().toISOString(),
    );
    return '00';
  }

  lose(chargebackId: string) {
    return this.money.closeChargeback(numberOf(chargebackId), 'LOST');
  }

  #judge(number: number, { kind, evidence }: AnswerRequest): string {
    const chargeback = this.money.findChargeback(number);
    if (chargeback === undefined || (kind === 'EVIDENCE') !== (evidence !== null)) return '12';
    if (chargeback.status !== 'OPENED') return '21';
    const isThere = 'select 1 as is_there from dispute_file where number = ? and file_id = ?';
    const files = (evidence?.documents ?? []).flatMap(({ fileId }) => fileId ?? []);
    if (files.some((fileId) => this.db.one(isThere, number, fileId) === undefined)) return '12';
    const taken = `select 1 as is_taken from dispute_answer where number = ? and code = '00'`;
    if (this.db.one(taken, number) !== undefined) return '94';
    return Date.parse(chargeback.evidence_due_at) <= Date.now() ? '68' : '00';
  }
}

function numberOf(chargebackId: string): number {
  return Number(/^cbk-(\d{1,15})$/.exec(chargebackId)?.[1] ?? 0);
}

function coded(code: string): { readonly responseCode: string; readonly responseMessage: string } {
  return { responseCode: code, responseMessage: meanings[code] ?? code };
}
