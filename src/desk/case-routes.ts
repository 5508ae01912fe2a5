import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RedirectInput, Visitor } from '../cases/case-record.js';
import { DecisionRequest, NoteRequest, ReasonRequest } from '../cases/dto/case-requests.dto.js';
import { resultCodes } from '../domain/result-code.js';
import { ApiError } from '../http/api-error.js';
import { DtoPipe } from '../http/dto.pipe.js';
import type { DeskRoom } from './desk-room.js';
import { caseDocument, type CaseNotice, noNotice } from './pages/case.js';

interface CaseRequest {
  Params: { readonly number: string };
  Querystring: { readonly done?: unknown };
  Body: Readonly<Record<string, unknown>> | null;
}

/** What is said after a form, by the word in the address. */
const saidAfter: Readonly<Record<string, string>> = {
  decided: 'Decided. The history below tells what came of it.',
  proposed: 'Proposed. It waits for a second operator.',
  confirmed: 'Confirmed and decided.',
  withdrawn: 'The proposal is withdrawn.',
  noted: 'Noted.',
  assigned: 'Assigned.',
};

/** One case, and the forms on its page. A form that is refused shows the page again, with what was typed. */
export function addCasePages(room: FastifyInstance, desk: DeskRoom): void {
  const { cases, decisions } = desk.ports;
  room.get<CaseRequest>('/cases/:number', async (request, reply) => {
    const { done } = request.query;
    const said = typeof done === 'string' ? (saidAfter[done] ?? null) : null;
    return show(desk, request, reply, { ...noNotice, done: said });
  });
  const form = (
    name: string,
    act: (caseNumber: bigint, visitor: Visitor, body: object) => Promise<string>,
  ): void => {
    room.post<CaseRequest>(`/cases/:number/${name}`, async (request, reply) => {
      try {
        const body = filled(request.body ?? {});
        const done = await act(numberOf(request), visitorOf(request), body);
        return reply.redirect(`/desk/cases/${request.params.number}?done=${done}`, 303);
      } catch (error) {
        if (!(error instanceof ApiError) || isOfNoCase(error)) throw error;
        request.note.reason = error.reason;
        const { httpStatus } = resultCodes[error.reason];
        return show(desk, request, reply.code(httpStatus), faultOf(error, request.body ?? {}));
      }
    });
  };
  form('decide', async (caseNumber, visitor, body) => {
    const { decision, reason, accountNumber, bankCode } = read(DecisionRequest, body);
    const input: RedirectInput | null =
      accountNumber === undefined || bankCode === undefined ? null : { accountNumber, bankCode };
    const wanted = { decision, reason, input };
    const { outcome } = await decisions.decide(caseNumber, wanted, visitor);
    return outcome === 'DECIDED' ? 'decided' : 'proposed';
  });
  form('confirm', async (caseNumber, visitor) => {
    await decisions.confirm(caseNumber, visitor);
    return 'confirmed';
  });
  form('withdraw', async (caseNumber, visitor, body) => {
    await decisions.withdraw(caseNumber, visitor, read(ReasonRequest, body).reason);
    return 'withdrawn';
  });
  form('note', async (caseNumber, visitor, body) => {
    await cases.note(caseNumber, visitor, read(NoteRequest, body).text);
    return 'noted';
  });
  form('assign', async (caseNumber, visitor, { assignee }: { assignee?: unknown }) => {
    await cases.assign(caseNumber, visitor, typeof assignee === 'string' ? assignee : null);
    return 'assigned';
  });
}

async function show(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest<CaseRequest>,
  reply: FastifyReply,
  notice: CaseNotice,
): Promise<FastifyReply> {
  const found = await ports.cases.find(numberOf(request), visitorOf(request));
  return html(reply, caseDocument(frame(request), found, notice));
}

const pipe = new DtoPipe();

/** As a body of the API is read. @throws ApiError */
function read<Dto>(metatype: new () => Dto, body: object): Dto {
  return pipe.transform(body, { type: 'body', metatype }) as Dto;
}

/** A form sends its empty fields as well. */
function filled(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

function faultOf(error: ApiError, body: Readonly<Record<string, unknown>>): CaseNotice {
  const typed = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  return {
    fault: error.message,
    done: null,
    typed: {
      reason: typed('reason'),
      accountNumber: typed('accountNumber'),
      bankCode: typed('bankCode'),
    },
  };
}

function isOfNoCase({ reason }: ApiError): boolean {
  return reason === 'RESOURCE_NOT_FOUND';
}

function visitorOf({ note }: FastifyRequest): Visitor {
  if (note.operator === undefined) throw new Error('the page asks nobody to sign in');
  return { name: note.operator.name, door: 'DESK' };
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function numberOf({ params }: FastifyRequest<CaseRequest>): bigint {
  if (!/^[1-9]\d{0,14}$/.test(params.number)) throw new ApiError('RESOURCE_NOT_FOUND');
  return BigInt(params.number);
}
