import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { ConfirmMerchantProposalRequest } from '../merchants/merchant-proposals.dto.js';
import type { DeskRoom } from './desk-room.js';
import { filled, type FormBody, readForm } from '../../pages/parts/forms.js';
import { deskActor, operatorOf } from './forms.js';
import { needs } from './page-guard.js';
import { proposalsDocument, type ProposalsNotice } from './pages/proposals.js';

interface ProposalRequest {
  Params: { readonly proposalId: string };
  Querystring: { readonly done?: unknown; readonly cursor?: unknown };
  Body: FormBody | null;
}

const pageSize = 50;
const saidAfter: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed and done.',
  withdrawn: 'Withdrawn.',
};

/** The pages of merchants' changes that take two operators: the proposals, and the forms that confirm and withdraw. */
export function addProposalPages(room: FastifyInstance, desk: DeskRoom): void {
  const { proposals } = desk.ports;
  room.get<ProposalRequest>('/proposals', needs('merchants:read'), (request, reply) => {
    const { done } = request.query;
    const said = typeof done === 'string' ? (saidAfter[done] ?? null) : null;
    return show(desk, request, reply, { fault: null, done: said });
  });
  const form = (name: string, act: (request: FastifyRequest<ProposalRequest>) => Promise<string>) =>
    room.post<ProposalRequest>(
      `/proposals/:proposalId/${name}`,
      needs('cases:decide'),
      async (request, reply) => {
        try {
          return reply.redirect(`/desk/proposals?done=${await act(request)}`, 303);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          request.note.reason = error.reason;
          const { httpStatus } = resultCodes[error.reason];
          return show(desk, request, reply.code(httpStatus), { fault: error.message, done: null });
        }
      },
    );
  form('confirm', async (request) => {
    const { shownHash } = readForm(ConfirmMerchantProposalRequest, filled(request.body ?? {}));
    const { proposalId } = request.params;
    await proposals.confirm(proposalId, shownHash, deskActor(request), operatorOf(request));
    return 'confirmed';
  });
  form('withdraw', async (request) => {
    await proposals.withdraw(request.params.proposalId, deskActor(request), operatorOf(request));
    return 'withdrawn';
  });
}

async function show(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest<ProposalRequest>,
  reply: FastifyReply,
  notice: ProposalsNotice,
): Promise<FastifyReply> {
  const { cursor } = request.query;
  const at = typeof cursor === 'string' ? { cursor } : {};
  const every = { status: null, merchantId: null };
  const page = await ports.proposals.list(every, { size: pageSize, ...at });
  return html(reply, proposalsDocument(frame(request), page, notice));
}
