export type SpanKind = 'server' | 'client' | 'internal';
/** Names and numbers of ours only: never values of a caller or a row. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface OpenSpan {
  /** Spans that are opened in `work` are children of this one. */
  within<Result>(work: () => Result): Result;
  end(outcome: { readonly failed: boolean; readonly attributes?: SpanAttributes }): void;
}

/**
 * Records spans (src/platform/tracing/open-telemetry.ts, which is loaded only when there is somebody to send them to).
 */
export interface Tracer {
  /** `parent`: the W3C traceparent of the caller; left out: the span that is open now. */
  open(name: string, kind: SpanKind, attributes: SpanAttributes, parent?: string): OpenSpan;
  /** The W3C traceparent of the span that is open now. */
  traceparent(): string | undefined;
  /** Runs `work` as a part of the trace that `traceparent` names. */
  resume<Result>(traceparent: string, work: () => Result): Result;
}

let tracer: Tracer | undefined;

/** Sets the tracer of the process. Call it before the process opens connections, or never. */
export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

/** Undefined while traces are off, which costs one comparison wherever a span would begin. */
export function activeTracer(): Tracer | undefined {
  return tracer;
}

/** Runs `work` inside a span of its own; just runs it while traces are off. */
export function inSpan<Result>(
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return work();
  return recorded(tracer.open(name, kind, attributes), work);
}

async function recorded<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  let failed = true;
  try {
    const result = await span.within(work);
    failed = false;
    return result;
  } finally {
    span.end({ failed });
  }
}

/**
 * Runs `work` as a part of another trace. Without a traceparent, and while traces are off, `work` stays in the trace
 * under way.
 */
export function resumeTrace<Result>(traceparent: string | undefined, work: () => Result): Result {
  return tracer === undefined || traceparent === undefined
    ? work()
    : tracer.resume(traceparent, work);
}
