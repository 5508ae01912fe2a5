import { inSpan } from '../tracing/spans.js';

/** A call that has ended, with its answer, or without one when it threw. */
export interface EndedCall {
  readonly method: string;
  readonly given: readonly unknown[];
  readonly seconds: number;
  readonly answer: unknown;
  readonly threw: boolean;
}

type TimedCall = (...given: unknown[]) => Promise<unknown>;

/** Wraps an object so that its calls of these methods (each returns a promise) are reported when they have ended. */
export function timedCalls<Target extends object>(
  target: Target,
  methods: readonly (keyof Target & string)[],
  ended: (call: EndedCall) => void,
  /** The first part of the name of a span around each call; the method's name follows. Left out: no span. */
  spanPrefix?: string,
): Target {
  const timed = new Map<string, TimedCall>(
    methods.map((name) => [name, timedCall(target, name, ended, spanPrefix)]),
  );
  return new Proxy(target, {
    get(_target, name) {
      const own = timed.get(String(name));
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      // Methods are bound to the object itself, because a proxy has none of its private fields.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    // A method that is assigned later is the one that is called.
    set(_target, name, value: TimedCall) {
      timed.set(String(name), value);
      return true;
    },
  });
}

function timedCall<Target extends object>(
  target: Target,
  method: keyof Target & string,
  ended: (call: EndedCall) => void,
  spanPrefix: string | undefined,
): TimedCall {
  const call = target[method] as TimedCall;
  return async (...given) => {
    const startedMs = performance.now();
    const seconds = (): number => (performance.now() - startedMs) / 1_000;
    try {
      const answer = await (spanPrefix === undefined
        ? call.apply(target, given)
        : inSpan(`${spanPrefix} ${method}`, 'client', {}, () => call.apply(target, given)));
      ended({ method, given, seconds: seconds(), answer, threw: false });
      return answer;
    } catch (error) {
      ended({ method, given, seconds: seconds(), answer: undefined, threw: true });
      throw error;
    }
  };
}
