import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../../domain/ids.js';
import { ApiError } from '../../../http/api-error.js';
import { ReasonRequest } from '../../cases/case-requests.dto.js';
import type { DeskRoom } from '../desk-room.js';
import { type FormBody, readForm, refuse, textOf } from '../../../pages/parts/forms.js';
import { deskActor } from '../forms.js';
import { needs } from '../page-guard.js';
import { actionDocument, resultDocument } from '../pages/action.js';
import { type DeskAction, prefixes } from './desk-action.js';
import { forMerchantActions } from './money-actions.js';
import { importanceAction, merchantActions } from './merchant-actions.js';
import { onboardingActions } from './onboarding-actions.js';
import { ownerActions } from './owner-actions.js';

export const deskActions: readonly DeskAction[] = [
  ...merchantActions,
  ...ownerActions,
  ...onboardingActions,
  importanceAction,
  ...forMerchantActions,
];

interface ActionRequest {
  Params: { readonly id: string };
  Body: FormBody | null;
}

/** Each action has a page that asks, and a form that carries it out, so that following a link changes nothing. */
export function addActionPages(room: FastifyInstance, desk: DeskRoom): void {
  for (const action of deskActions) {
    const { path, permission } = action;
    room.get<ActionRequest>(path, needs(permission), (request, reply) =>
      ask(desk, action, request, reply, null),
    );
    room.post<ActionRequest>(path, needs(permission), async (request, reply) => {
      const id = idOf(action, request);
      try {
        const reason = textOf(request.body, 'reason');
        readForm(ReasonRequest, { reason });
        const to = await action.run({
          ...{ ports: desk.ports, id, reason, by: deskActor(request, reason) },
          text: (field) => textOf(request.body, field),
        });
        if (typeof to === 'string') return await reply.redirect(to, 303);
        const about = await desk.ports.forMerchants.about(action.kind, id);
        return await desk.html(reply, resultDocument(desk.frame(request), about, to));
      } catch (error) {
        if (error instanceof ApiError && error.reason === 'RESOURCE_NOT_FOUND') throw error;
        return ask(desk, action, request, reply, refuse(request, reply, error));
      }
    });
  }
}

async function ask(
  { ports, frame, html }: DeskRoom,
  action: DeskAction,
  request: FastifyRequest<ActionRequest>,
  reply: FastifyReply,
  fault: string | null,
): Promise<FastifyReply> {
  const id = idOf(action, request);
  const [about, fields = []] = await Promise.all([
    ports.forMerchants.about(action.kind, id),
    action.fields?.({ ports, id }),
  ]);
  const typed = (field: string) => textOf(request.body, field);
  return html(reply, actionDocument(frame(request), { action, id, about, fields, typed, fault }));
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function idOf({ kind }: DeskAction, { params }: FastifyRequest<ActionRequest>): string {
  if (!isId(prefixes[kind], params.id)) throw new ApiError('RESOURCE_NOT_FOUND');
  return params.id;
}
