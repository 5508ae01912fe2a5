import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.js';
import { operatorOf as guardedOperatorOf } from '../people/operator.guard.js';
import type { CaseReader, Visitor, WaitingCount } from '../cases/case-record.js';
import { mayOperator } from '../people/permissions.js';
import type { Operator } from '../people/operator.store.js';
import { ownActor } from '../people/operator-door.js';

/** The operator who is signed in. */
export function operatorOf(request: Pick<FastifyRequest, 'note'>): Operator {
  return guardedOperatorOf(request);
}

/** Returns the operator at the desk as the actor of the audit. */
export function deskActor(request: FastifyRequest, reason: string | null = null): Actor {
  return { ...ownActor(operatorOf(request), request.ip), reason };
}

/** Returns the number of cases in the queue, which was counted when the operator's request was admitted. */
export function waitingOf({ waiting }: Pick<FastifyRequest, 'waiting'>): WaitingCount {
  if (waiting === undefined) throw new Error('The queue was not counted.');
  return waiting;
}

/** Returns the operator at the desk, in the form that decisions about cases need. */
export function visitorOf(request: Pick<FastifyRequest, 'note'>): Visitor & CaseReader {
  const operator = operatorOf(request);
  const { name, operatorId } = operator;
  const seesAccounts = mayOperator(operator, 'accounts:read');
  return { name, operatorId, door: 'DESK', seesAccounts };
}
