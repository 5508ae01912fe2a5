import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activeTracer, type OpenSpan } from '../platform/tracing/spans.js';

/** A span for each request, inside the caller's trace if it names one; nothing at all while traces are off. */
export function addRequestTrace(fastify: FastifyInstance): void {
  const tracer = activeTracer();
  if (tracer === undefined) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const { traceparent } = headers;
    // The span has the pattern and not the path, because callers write into the path.
    const route = routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route };
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    spans.set(request, tracer.open(`${method} ${route}`, 'server', attributes, parent));
    done();
  });
  // Reading the body loses the context of the span, so the span's context begins again afterwards.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.within(() => done());
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const attributes = { 'http.response.status_code': reply.statusCode };
    spans.get(request)?.end({ failed: reply.statusCode >= 500, attributes });
    done();
  });
}
