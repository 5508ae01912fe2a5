import type { FastifyInstance } from 'fastify';
import type { DeskRoom } from './desk-room.js';
import { needs } from './page-guard.js';
import { sendingDocument } from './pages/sending.js';

/** The page of money that should have left and has not. */
export function addSendingPage(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  room.get('/sending', needs('cases:read'), async (request, reply) =>
    html(reply, sendingDocument(frame(request), await ports.holds.find())),
  );
}
