import type { Socket } from 'node:net';
import { resultCodes, type Reason } from '../domain/result-code.js';
import { ApiError } from './api-error.js';
import { failure } from './envelope.js';

const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Answers connections that never became a request: too large headers, too slow a sender, no HTTP at all. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  answerBareSocket(socket, new ApiError(reasons[error.code ?? ''] ?? 'VALIDATION_FAILED'));
}

/** Answers on a connection for which Node has no reply object, and ends the connection. */
export function answerBareSocket(socket: Socket, error: ApiError): void {
  const { reason } = error;
  const { httpStatus } = resultCodes[reason];
  const body = JSON.stringify(failure(error));
  socket.end(
    [
      `HTTP/1.1 ${httpStatus} ${reason}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
