import type { FastifyInstance } from 'fastify';
import { readBody } from '../read-body.js';
import { Refusal } from '../refusal.js';
import type { SimulatorParts } from '../route-group.js';
import { behaviourSchemas, type BehaviourRule } from './rules.js';

/** The routes that make the simulator misbehave, and forget. */
export function addBehaviourRoutes(
  app: FastifyInstance,
  { behaviours, database }: SimulatorParts,
  operations: readonly string[],
  misbehaviours: readonly string[],
): void {
  const check = (rules: readonly BehaviourRule[]): void => {
    const stranger = rules.find(({ on }) => !operations.includes(on));
    if (stranger !== undefined) {
      throw new Refusal(400, `on: "${stranger.on}" is none of ${operations.join(', ')}`);
    }
    const odd = rules.find(({ as }) => as !== undefined && !misbehaviours.includes(as));
    if (odd !== undefined) {
      throw new Refusal(400, `as: "${odd.as}" is none of ${misbehaviours.join(', ')}`);
    }
  };
  const listed = () => ({
    rules: behaviours.list(),
    duplicateTransfer: behaviours.duplicateTransfer,
  });
  app.get('/control/behaviour', listed);
  app.put('/control/behaviour', (request) => {
    const behaviour = readBody(behaviourSchemas.behaviour, request);
    check(behaviour.rules ?? []);
    behaviours.set(behaviour);
    return listed();
  });
  app.post('/control/behaviour', (request) => {
    const rule = readBody(behaviourSchemas.rule, request);
    check([rule]);
    return behaviours.add(rule);
  });
  app.delete('/control/behaviour', () => {
    behaviours.clear();
    return listed();
  });
  app.post('/control/reset', () => {
    database.empty();
    return listed();
  });
}
