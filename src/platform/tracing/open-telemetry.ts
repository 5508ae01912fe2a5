import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type SpanKind, type Tracer, useTracer } from './spans.js';

const kinds: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  internal: Kind.INTERNAL,
};

/**
 * Sends spans as OTLP/JSON to OTEL_EXPORTER_OTLP_ENDPOINT, in the background and in batches; the libraries read the
 * other variables of OpenTelemetry too. Returns a function that sends the rest and stops.
 */
export function startOpenTelemetry(service: string): () => Promise<void> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 1_000 }),
    ],
  });
  const tracer = provider.getTracer('manilla');
  const ours: Tracer = {
    open(name, kind, attributes, parent) {
      const within = parent === undefined ? context.active() : contextOf(parent);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, within);
      return {
        within: (work) => context.with(trace.setSpan(within, span), work),
        end({ failed, attributes: more = {} }) {
          span.setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceparent() {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
    resume: (parent, work) => context.with(contextOf(parent), work),
  };
  useTracer(ours);
  return async () => {
    useTracer(undefined);
    await provider.shutdown();
  };
}

/** Takes nothing from the caller but the traceparent: baggage and tracestate may hold anything. */
function contextOf(traceparent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}
