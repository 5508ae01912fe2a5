import { Counter, Histogram, type Registry } from 'prom-client';
import type { BankRail } from '../domain/bank-rail.port.js';
import type { CardRail } from '../domain/card-rail.port.js';
import type { OpenProvider } from './contract.js';
import { registerHttpMetrics } from './http-metrics.js';
import { type EndedCall, timedCalls } from '../platform/observability/timed-calls.js';
import type { RailSilence } from './rail-silence.js';

/**
 * There is one histogram for the process, because several areas make rails of their own; a program with metrics
 * registers it.
 */
const seconds = new Histogram({
  name: 'manilla_rail_call_seconds',
  help: 'How long a bank or an acquirer took to answer, by rail and operation.',
  labelNames: ['rail', 'operation'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [],
});
const answers = new Counter({
  name: 'manilla_rail_answers_total',
  help: 'What banks and acquirers answered, by rail, operation and code: theirs, or TIMEOUT, UNREACHABLE, GARBAGE, HTTP_STATUS.',
  labelNames: ['rail', 'operation', 'code'],
  registers: [],
});

/** Notices providers that do not answer; undefined: this process notices none. */
let silence: RailSilence | undefined;

export function registerRailMetrics(registry: Registry, noticed?: RailSilence): void {
  registry.registerMetric(seconds);
  registry.registerMetric(answers);
  registerHttpMetrics(registry);
  silence = noticed;
}

const withoutAnswer: ReadonlySet<string> = new Set(['TIMEOUT', 'UNREACHABLE', 'UNAVAILABLE']);

const ofBanks = [
  'banks',
  'enquireName',
  'transfer',
  'refund',
  'query',
  'enterCode',
  'statement',
  'openAccount',
] as const;
const ofCards = [
  'charge',
  'open',
  'chargeSaved',
  'query',
  'refund',
  'queryRefund',
  'answerDispute',
  'queryDisputeAnswer',
  'settlements',
] as const;

/** Wraps a rail, so that its calls are counted and, while traces are on, run in spans. */
export function meteredBank(rail: BankRail): BankRail {
  // Calls that the bank does not have are not timed.
  const has = ofBanks.filter((name) => rail[name] !== undefined);
  return timedCalls(rail, has, (call) => record(rail.provider, call, rail.codes), rail.provider);
}

/** Wraps a rail, so that its calls are counted and, while traces are on, run in spans. */
export function meteredCards(rail: CardRail): CardRail {
  const has = ofCards.filter((name) => rail[name] !== undefined);
  return timedCalls(rail, has, (call) => record(rail.provider, call), rail.provider);
}

/** Wraps the question about a notice's credit in the same way. */
export function meteredConfirm(rail: string, open: OpenProvider): OpenProvider {
  return open.confirm === null
    ? open
    : timedCalls(open, ['confirm'], (call) => record(rail, call), rail);
}

function record(rail: string, call: EndedCall, codes?: ReadonlySet<string>): void {
  const operation = call.method;
  seconds.observe({ rail, operation }, call.seconds);
  const code = codeOf(call, codes);
  answers.inc({ rail, operation, code });
  void silence?.note({ provider: rail, operation }, !withoutAnswer.has(code));
}

interface Answer {
  readonly code?: string | null;
  readonly failure?: string | null;
}

/** Keeps only texts that look like a code. A bank that answers with other texts must not make a metrics series of each. */
function codeOf({ answer, threw }: EndedCall, codes?: ReadonlySet<string>): string {
  if (threw) return 'UNAVAILABLE';
  const { code, failure } = answer as Answer;
  if (code === undefined) return 'OK';
  if (code !== null) return /^[0-9A-Z]{2}$/.test(code) || codes?.has(code) ? code : 'OTHER';
  return failure ?? 'NONE';
}
