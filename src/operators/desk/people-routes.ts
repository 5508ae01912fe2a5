import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { WhyRequest } from '../people/people.dto.js';
import type { DeskRoom } from './desk-room.js';
import { filled, type FormBody, readForm, textOf } from '../../pages/parts/forms.js';
import { deskActor } from './forms.js';
import { roleOf, wantedToken } from './own-routes.js';
import { needs } from './page-guard.js';
import {
  noPeopleNotice,
  type PeopleNotice,
  peopleDocument,
  personDocument,
} from './pages/people.js';

interface PersonRequest {
  Params: { readonly operatorId: string; readonly id: string };
  Querystring: { readonly done?: unknown };
  Body: FormBody | null;
}

const saidAfter: Readonly<Record<string, string>> = {
  changed: 'Changed.',
  ended: 'Ended.',
  made: 'Made. Give it a token below.',
};

/** The pages of operators: the list, the invitation, and an administrator's actions on a person or a machine user. */
export function addPeoplePages(room: FastifyInstance, desk: DeskRoom): void {
  const { people } = desk.ports;
  room.get<PersonRequest>('/people', needs('operators:read'), (request, reply) =>
    showPeople(desk, request, reply, noPeopleNotice),
  );
  room.get<PersonRequest>('/people/:operatorId', needs('operators:read'), (request, reply) => {
    const { done } = request.query;
    const said = typeof done === 'string' ? (saidAfter[done] ?? null) : null;
    return showPerson(desk, request, reply, { ...noPeopleNotice, done: said });
  });
  room.post<PersonRequest>('/people', needs('operators:write'), async (request, reply) => {
    try {
      const by = deskActor(request);
      const [name, role] = [textOf(request.body, 'name').trim(), roleOf(request.body)];
      if (textOf(request.body, 'kind') === 'MACHINE') {
        const operatorId = await people.addMachine(by, name, role);
        return await reply.redirect(`/desk/people/${operatorId}?done=made`, 303);
      }
      const { link } = await people.invite(by, { name, role });
      return await showPeople(desk, request, reply, { ...noPeopleNotice, link: { name, link } });
    } catch (error) {
      return showPeople(desk, request, withStatus(request, reply, error), faultOf(error));
    }
  });
  addForms(room, desk);
}

function addForms(room: FastifyInstance, desk: DeskRoom): void {
  const { people } = desk.ports;
  const form = (
    name: string,
    act: (request: FastifyRequest<PersonRequest>, operatorId: string) => Promise<string>,
  ): void => {
    const path = `/people/:operatorId/${name}`;
    room.post<PersonRequest>(path, needs('operators:write'), async (request, reply) => {
      const { operatorId } = request.params;
      try {
        const done = await act(request, operatorId);
        return await reply.redirect(`/desk/people/${operatorId}?done=${done}`, 303);
      } catch (error) {
        return showPerson(desk, request, withStatus(request, reply, error), faultOf(error));
      }
    });
  };
  const changes = {
    disable: people.disable.bind(people),
    enable: people.enable.bind(people),
    vouch: people.vouch.bind(people),
    'reset-second-factor': people.resetSecondFactor.bind(people),
  };
  for (const [name, change] of Object.entries(changes)) {
    form(name, async (request, operatorId) => {
      await change(deskActor(request, reasonOf(request)), operatorId);
      return 'changed';
    });
  }
  form('role', async (request, operatorId) => {
    const by = deskActor(request, reasonOf(request));
    await people.changeRole(by, operatorId, roleOf(request.body));
    return 'changed';
  });
  form('sessions/:id/end', async (request, operatorId) => {
    await people.endSession(deskActor(request), request.params.id, operatorId);
    return 'ended';
  });
  form('tokens/:id/end', async (request, operatorId) => {
    await people.endToken(deskActor(request), request.params.id, operatorId);
    return 'ended';
  });
  const tokens = '/people/:operatorId/tokens';
  room.post<PersonRequest>(tokens, needs('operators:write'), async (request, reply) => {
    try {
      const wanted = wantedToken(request, request.params.operatorId);
      const { token } = await people.addMachineToken(deskActor(request), wanted);
      return await showPerson(desk, request, reply, { ...noPeopleNotice, token });
    } catch (error) {
      return showPerson(desk, request, withStatus(request, reply, error), faultOf(error));
    }
  });
}

/** @throws ApiError VALIDATION_FAILED */
function reasonOf({ body }: { readonly body: FormBody | null }): string {
  return readForm(WhyRequest, filled({ reason: textOf(body, 'reason') })).reason;
}

/** @throws any error that is no refusal */
function faultOf(error: unknown): PeopleNotice {
  if (!(error instanceof ApiError) || error.reason === 'RESOURCE_NOT_FOUND') throw error;
  return { ...noPeopleNotice, fault: error.message };
}

function withStatus(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof ApiError)) return reply;
  request.note.reason = error.reason;
  return reply.code(resultCodes[error.reason].httpStatus);
}

async function showPeople(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: PeopleNotice,
): Promise<FastifyReply> {
  return html(reply, peopleDocument(frame(request), await ports.people.list(), notice));
}

async function showPerson(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest<PersonRequest>,
  reply: FastifyReply,
  notice: PeopleNotice,
): Promise<FastifyReply> {
  const person = await ports.people.find(request.params.operatorId);
  const [sessions, tokens] = await Promise.all([
    ports.people.sessions(person.name),
    ports.people.tokens(person.name),
  ]);
  return html(reply, personDocument(frame(request), person, { sessions, tokens }, notice));
}
