import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeskPorts } from './desk-ports.js';
import type { Frame } from './desk-page.js';

/** The things that the routes of pages share. */
export interface DeskRoom {
  readonly ports: DeskPorts;
  /** Returns the frame for the operator who makes the request. */
  readonly frame: (request: Pick<FastifyRequest, 'note' | 'holds' | 'waiting' | 'nameOf'>) => Frame;
  readonly html: (reply: FastifyReply, document: string) => FastifyReply;
}
