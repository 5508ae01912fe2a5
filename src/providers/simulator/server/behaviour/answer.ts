import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BehaviourRule, WrongAnswer } from './rules.js';

type Wrong = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const wrong: Readonly<Record<WrongAnswer, Wrong>> = {
  TIMEOUT: (_request, reply) => reply.hijack(),
  RESET: (request, reply) => {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return reply;
  },
  HTTP_429: (_request, reply) => reply.code(429).header('retry-after', '1').send(),
  HTTP_500: (_request, reply) => reply.code(500).type('text/plain').send('Internal Server Error'),
  GARBAGE: (_request, reply) =>
    reply.type('text/html').send('<html><body><h1>Scheduled maintenance</h1></body></html>'),
  EMPTY: (_request, reply) => reply.send(''),
};

/** Answers as the rule says, and honestly where the rule says nothing. The caller puts a code into the answer. */
export async function answerBy(
  rule: BehaviourRule | undefined,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  honest: object,
): Promise<FastifyReply> {
  if (rule?.delayMs) await sleep(rule.delayMs);
  const answer = rule?.answer;
  if (answer !== undefined && isWrong(answer)) return wrong[answer](request, reply);
  return reply.send(honest);
}

/** The code with which the rule answers the call, if it names one. */
export function codeOf(rule: BehaviourRule | undefined): string | undefined {
  const answer = rule?.answer;
  return answer !== undefined && /^\d{2,4}$/.test(answer) ? answer : undefined;
}

function isWrong(answer: string): answer is WrongAnswer {
  return Object.hasOwn(wrong, answer);
}
