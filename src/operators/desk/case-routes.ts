import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaseReader, RedirectInput, Visitor } from '../cases/case-record.js';
import type { DecisionView } from '../cases/case-views.dto.js';
import {
  ConfirmRequest,
  DecisionRequest,
  ManyDecisionsRequest,
  NoteRequest,
  ReasonRequest,
  SnoozeRequest,
} from '../cases/case-requests.dto.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import type { DeskRoom } from './desk-room.js';
import { filled, type FormBody, readForm, textOf } from '../../pages/parts/forms.js';
import { visitorOf } from './forms.js';
import type { Permission } from '../people/permissions.js';
import { needs } from './page-guard.js';
import { answersDocument, sureDocument } from './pages/many.js';
import { caseDocument, noNotice } from './pages/case.js';
import type { CaseNotice } from './pages/case-decide.js';
import { snoozeUntil } from './pages/case-snooze.js';

interface CaseRequest {
  Params: { readonly number: string };
  Querystring: { readonly done?: unknown };
  Body: FormBody | null;
}

/** The messages after a form was sent, by the word in the address. */
const saidAfter: Readonly<Record<string, string>> = {
  decided: 'Decided. The history below tells what came of it.',
  proposed: 'Proposed. It waits for a second operator.',
  confirmed: 'Confirmed and decided.',
  withdrawn: 'The proposal is withdrawn.',
  noted: 'Noted.',
  assigned: 'Assigned.',
  snoozed: 'Put off.',
  awake: 'In the queue again.',
};

/** The page of one case, and its forms. A form that is refused shows the page again, with the text that was typed. */
export function addCasePages(room: FastifyInstance, desk: DeskRoom): void {
  const { cases, decisions } = desk.ports;
  room.get<CaseRequest>('/cases/:number', needs('cases:read'), async (request, reply) => {
    const { done } = request.query;
    const said = typeof done === 'string' ? (saidAfter[done] ?? null) : null;
    return show(desk, request, reply, { ...noNotice, done: said });
  });
  addDecidingMany(room, desk);
  const form = (
    name: string,
    permission: Permission,
    act: (caseNumber: bigint, visitor: Visitor & CaseReader, body: FormBody) => Promise<string>,
  ): void => {
    room.post<CaseRequest>(`/cases/:number/${name}`, needs(permission), async (request, reply) => {
      try {
        const body = filled(request.body ?? {});
        const done = await act(numberOf(request), visitorOf(request), body);
        return reply.redirect(`/desk/cases/${request.params.number}?done=${done}`, 303);
      } catch (error) {
        const typed = typedIn(request.body ?? {});
        if (error instanceof NotSureError) {
          return show(desk, request, reply, { ...noNotice, typed, asked: error.asked });
        }
        if (!(error instanceof ApiError) || isOfNoCase(error)) throw error;
        request.note.reason = error.reason;
        const { httpStatus } = resultCodes[error.reason];
        const notice = { ...noNotice, fault: error.message, typed };
        return show(desk, request, reply.code(httpStatus), notice);
      }
    });
  };
  form('decide', 'cases:decide', async (caseNumber, visitor, { sure, ...body }) => {
    const { decision, reason, code, accountNumber, bankCode } = readForm(DecisionRequest, body);
    const asked = await stillToAsk(desk, caseNumber, visitor, { decision, sure });
    if (asked !== null) throw new NotSureError(asked);
    const input: RedirectInput | null =
      accountNumber === undefined || bankCode === undefined ? null : { accountNumber, bankCode };
    const wanted = { decision, reason, code, input };
    const { outcome } = await decisions.decide(caseNumber, wanted, visitor);
    return outcome === 'DECIDED' ? 'decided' : 'proposed';
  });
  form('confirm', 'cases:decide', async (caseNumber, visitor, body) => {
    await decisions.confirm(caseNumber, visitor, readForm(ConfirmRequest, body).shownHash);
    return 'confirmed';
  });
  form('withdraw', 'cases:decide', async (caseNumber, visitor, body) => {
    await decisions.withdraw(caseNumber, visitor, readForm(ReasonRequest, body).reason);
    return 'withdrawn';
  });
  form('note', 'cases:note', async (caseNumber, visitor, body) => {
    await cases.note(caseNumber, visitor, readForm(NoteRequest, body).text);
    return 'noted';
  });
  form('snooze', 'cases:note', async (caseNumber, visitor, body) => {
    const { until, reason } = readForm(SnoozeRequest, {
      until: snoozeUntil(textOf(body, 'for')),
      reason: body['reason'],
    });
    await cases.snooze(caseNumber, visitor, { until, reason });
    return until === null ? 'awake' : 'snoozed';
  });
  form('assign', 'cases:note', async (caseNumber, visitor, { assignee }) => {
    await cases.assign(caseNumber, visitor, typeof assignee === 'string' ? assignee : null);
    return 'assigned';
  });
}

/**
 * Decides about all ticked cases: the page first asks with the sum of their amounts, and then carries the decision out.
 */
function addDecidingMany(room: FastifyInstance, desk: DeskRoom): void {
  const { cases, decisions } = desk.ports;
  room.post<{ Body: FormBody | null }>(
    '/cases/decide',
    needs('cases:decide'),
    async (request, reply) => {
      const { case: ticked, sure, ...rest } = filled(request.body ?? {});
      const caseNumbers = [ticked ?? []].flat().map(Number);
      const asked = readForm(ManyDecisionsRequest, { ...rest, caseNumbers });
      const { decision, reason } = asked;
      const numbers = asked.caseNumbers.map(BigInt);
      const visitor = visitorOf(request);
      const found = await Promise.all(numbers.map((number) => cases.find(number, visitor)));
      const frame = desk.frame(request);
      if (sure !== 'yes') {
        return desk.html(reply, sureDocument(frame, { cases: found, decision, reason }));
      }
      const answers = await decisions.decideMany(
        numbers,
        { decision, reason, input: null },
        visitor,
      );
      const said = new Map(
        found.map((each) => [
          each.caseNumber,
          each.decisions.find((choice) => choice.decision === decision)?.says,
        ]),
      );
      const worded = answers.map((each) => ({ ...each, says: said.get(Number(each.caseNumber)) }));
      return desk.html(reply, answersDocument(frame, worded));
    },
  );
}

async function show(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest<CaseRequest>,
  reply: FastifyReply,
  notice: CaseNotice,
): Promise<FastifyReply> {
  const found = await ports.cases.find(numberOf(request), visitorOf(request));
  const needsBanks = found.decisions.some(({ needsAccount }) => needsAccount);
  const banks = needsBanks ? await ports.banks.of(found.merchantId) : [];
  return html(reply, caseDocument(frame(request), found, { ...notice, banks }));
}

/** Thrown when the operator has not yet confirmed a dangerous decision with its present sentence. */
class NotSureError extends Error {
  constructor(readonly asked: DecisionView) {
    super('the operator is asked once more');
  }
}

/**
 * Returns the decision that the operator must confirm once more, or null. The form repeats the decision's sentence. If
 * the case has changed meanwhile, its sentence differs, and the operator is asked again.
 */
async function stillToAsk(
  { ports }: DeskRoom,
  caseNumber: bigint,
  visitor: CaseReader,
  { decision, sure }: { readonly decision: string; readonly sure: unknown },
): Promise<DecisionView | null> {
  const { decisions } = await ports.cases.find(caseNumber, visitor);
  const found = decisions.find((each) => each.decision === decision);
  const isAsked = found !== undefined && found.isDangerous && !found.asksForPartner;
  return isAsked && sure !== found.says ? found : null;
}

function typedIn(body: FormBody): CaseNotice['typed'] {
  const typed = (name: string) => textOf(body, name);
  return {
    reason: typed('reason'),
    accountNumber: typed('accountNumber'),
    bankCode: typed('bankCode'),
  };
}

function isOfNoCase({ reason }: ApiError): boolean {
  return reason === 'RESOURCE_NOT_FOUND';
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function numberOf({ params }: FastifyRequest<CaseRequest>): bigint {
  if (!/^[1-9]\d{0,14}$/.test(params.number)) throw new ApiError('RESOURCE_NOT_FOUND');
  return BigInt(params.number);
}
