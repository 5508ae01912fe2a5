import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import { asShortStyle } from '../../http/page-style.js';
import { takeForms } from '../../http/page-forms.js';
import { resultCodes } from '../../domain/result-code.js';
import { addActionPages } from './actions/action-routes.js';
import { addCasePages } from './case-routes.js';
import type { Operator } from '../people/operator.store.js';
import { mayOperator } from '../people/permissions.js';
import type { DeskPorts } from './desk-ports.js';
import { titleOfProvider } from '../../providers/registry.js';
import { messageDocument } from './desk-page.js';
import type { DeskRoom } from './desk-room.js';
import { addJournalPages } from './journal-routes.js';
import { addListPages } from './list-routes.js';
import { addAuditPages } from './audit-routes.js';
import { addMerchantPages } from './merchant-routes.js';
import { addMessagePages } from './message-routes.js';
import { addOnboardingPages } from './onboarding-routes.js';
import { addOwnPages } from './own-routes.js';
import { guardPages } from './page-guard.js';
import { addSendingPage } from './sending-routes.js';
import { addPeoplePages } from './people-routes.js';
import { addProposalPages } from './proposal-routes.js';
import { addSchedulePages } from './schedule-routes.js';
import { foreignForm, policyOf, shieldPage, thrownProblem } from '../../pages/parts/page-rules.js';
import { deskCookie } from './session.js';
import { addSignInPages } from './sign-in-routes.js';

function readStyle(): string {
  const files = [
    join(import.meta.dirname, '..', '..', 'pages', 'payer', 'assets', 'page.css'),
    join(import.meta.dirname, '..', '..', 'pages', 'parts', 'assets', 'office.css'),
  ];
  return asShortStyle(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
}

/** Pages of a higher room, which the desk cannot import; a program passes them in. */
export type DeskPages = (room: FastifyInstance, desk: DeskRoom) => void;

/** Adds the pages for operators, under /desk. They are drawn on the server. */
export function addDeskRoutes(
  fastify: FastifyInstance,
  ports: DeskPorts,
  pagesAbove: readonly DeskPages[] = [],
): void {
  const style = readStyle();
  const script = readFileSync(join(import.meta.dirname, 'assets', 'live.js'), 'utf8');
  const policy = policyOf({ style, script, pictures: 'data:' });
  const cookie = deskCookie(ports.https);
  const desk: DeskRoom = {
    ports,
    frame: ({ note, holds = [], waiting, nameOf = titleOfProvider }) => {
      const operator = note.operator as Operator | undefined;
      return {
        ...{ style, script },
        operator: operator?.name ?? null,
        isSandbox: ports.isSandbox,
        ...{ holds, waiting: waiting?.waiting ?? null, nameOf },
        may: (permission) => operator !== undefined && mayOperator(operator, permission),
      };
    },
    html: (reply, document) => reply.type('text/html; charset=utf-8').send(document),
  };
  fastify.get('/', (_request, reply) => reply.redirect('/desk', 303));
  fastify.register(
    async (room) => {
      await takeForms(room, 8_192);
      room.setErrorHandler((error, request, reply) => sayProblem(desk, error, request, reply));
      room.setNotFoundHandler((request, reply) =>
        sayProblem(desk, new ApiError('ROUTE_NOT_FOUND'), request, reply),
      );
      room.addHook('onRequest', (request, reply, done) => {
        shieldPage(reply, policy);
        done(foreignForm(request, 'the desk'));
      });
      addSignInPages(room, desk, cookie);
      room.register((inner, _options, done) => {
        guardPages(inner, desk, cookie);
        addListPages(inner, desk);
        addCasePages(inner, desk);
        addSendingPage(inner, desk);
        addMessagePages(inner, desk);
        addJournalPages(inner, desk);
        addMerchantPages(inner, desk);
        addOnboardingPages(inner, desk);
        addProposalPages(inner, desk);
        addPeoplePages(inner, desk);
        addOwnPages(inner, desk, cookie);
        addAuditPages(inner, desk);
        addActionPages(inner, desk);
        addSchedulePages(inner, desk);
        for (const addPages of pagesAbove) addPages(inner, desk);
        done();
      });
    },
    { prefix: '/desk' },
  );
}

const queue = { path: '/desk/cases', words: 'Back to the queue' } as const;

function sayProblem(
  desk: DeskRoom,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = thrownProblem(thrown, request, desk.ports.logger);
  const { httpStatus } = resultCodes[error.reason];
  const document = messageDocument(desk.frame(request), 'It did not work', error.message, queue);
  void desk.html(reply.code(httpStatus), document);
}
