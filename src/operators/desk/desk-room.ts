import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeskPorts } from './desk-ports.js';
import type { Frame } from './desk-page.js';

/** The objects that all routes of pages share. */
export interface DeskRoom {
  readonly ports: DeskPorts;
  /** Returns the frame of a page for the operator who makes the request. */
  readonly frame: (request: Pick<FastifyRequest, 'note' | 'holds' | 'waiting' | 'nameOf'>) => Frame;
  readonly html: (reply: FastifyReply, document: string) => FastifyReply;
}
