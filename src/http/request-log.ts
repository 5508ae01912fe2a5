import type { FastifyInstance } from 'fastify';
import { checkoutWorkflowId } from '../domain/ids.js';
import { maskPan, type Logger } from '../platform/observability/logger.js';
import type { HttpMetrics } from '../platform/observability/metrics.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the reply lasts as long as somebody listens. How long it lasts then says nothing about how fast we
     * answer.
     */
    readonly isStream?: boolean;
  }
}

/** Writes one line and one observation per request. The path is left out, because callers write into it. */
export function addRequestLog(
  fastify: FastifyInstance,
  logger: Logger,
  metrics: HttpMetrics,
): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { merchantId, reason, failure } = request.note;
    const paymentReference = maskPan(request.note.paymentReference);
    const { method, id: requestId } = request;
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    const { isStream = false } = request.routeOptions.config;
    if (!isStream && !request.note.isFile)
      metrics.observe(route, method, status, elapsedTime / 1_000);
    const level = route.startsWith('/health') ? 'debug' : 'info';
    logger[level](
      {
        requestId,
        method,
        route,
        status,
        reason,
        failure,
        durationMs: Math.round(elapsedTime * 10) / 10,
        merchantId,
        operator: request.note.operator?.name,
        paymentReference,
        workflowId: workflowIdOf(merchantId, paymentReference),
      },
      'request',
    );
    done();
  });
}

function workflowIdOf(merchantId?: string, paymentReference?: string): string | undefined {
  if (merchantId === undefined || paymentReference === undefined) return undefined;
  return checkoutWorkflowId(merchantId, paymentReference);
}
