import { isCharged } from '../../src/domain/channels.js';
import { Context } from '@temporalio/activity';
import { isSameName, nipNarration } from '../../src/domain/names.js';
import { nameMismatch } from '../../src/domain/nip-code.js';
import type { BankRail } from '../../src/domain/bank-rail.port.js';
import type { CardAnswer, CardRail } from '../../src/domain/card-rail.port.js';
import type { RefundInstruction } from '../../src/payouts/refunds/refund-steps.js';
import type { PgApprovalCodes } from '../../src/payouts/sending/approval-code.store.js';
import type { PgRefundSteps } from '../../src/payouts/refunds/refund-steps.store.js';
import { instructionToSend } from './instruction-to-send.js';
import { verdictOf } from './verdict.js';
import type { RailVerdict } from '../contract.js';
import type { RailActivities, SendingVerdict } from './contract.js';
import { beating } from '../platform/heartbeat.js';

export interface Rails {
  /** The banks by the provider's name. */
  readonly banks: ReadonlyMap<string, BankRail>;
  readonly cards: ReadonlyMap<string, CardRail>;
}

/**
 * Calls banks and acquirers, for the worker of the task queue `rails`. A rail's data about people stays out of the
 * answers.
 */
export function railActivities(
  steps: PgRefundSteps,
  { banks, cards }: Rails,
  codes: Pick<PgApprovalCodes, 'take'>,
): RailActivities {
  return {
    async askDestination({ refundId }) {
      const { provider, destination, isRedirected } = await steps.instruction(refundId);
      if (destination === null) throw new TypeError(`refund ${refundId} goes to no account`);
      const { accountNumber, bankCode, accountName } = destination;
      const answer = await railOf(banks, provider).enquireName({ accountNumber, bankCode });
      if (answer.outcome === 'SUCCESS' && answer.accountName !== null) {
        // The present holder is not the one who was judged: the account needs another look.
        if (isRedirected && !isSameName(answer.accountName, accountName ?? '')) return nameMismatch;
        await steps.nameDestination(refundId, answer.accountName);
      }
      return { ...verdictOf(answer), reference: answer.reference };
    },
    async sendRefund({ refundId, sessionId, nameEnquiryReference }) {
      const instruction = await instructionToSend(
        () => steps.instruction(refundId, sessionId),
        ({ destination, provider }) =>
          destination === null ? railOf(cards, provider) : railOf(banks, provider),
      );
      const sending =
        instruction.destination === null
          ? refundCharge(railOf(cards, instruction.provider), instruction, sessionId)
          : giveBack(railOf(banks, instruction.provider), {
              instruction,
              sessionId,
              nameEnquiryReference,
            });
      const answer = await beating(sending);
      report('sent', { refundId, sessionId, ...answer });
      return answer;
    },
    async querySending({ channel, provider, sessionId }) {
      const answer = isCharged(channel)
        ? cardVerdict(await queriedRefund(steps, railOf(cards, provider), sessionId))
        : await queried(railOf(banks, provider), sessionId);
      report('asked', { sessionId, ...answer });
      return answer;
    },
    async enterCode({ kind, subject, provider, sessionId }) {
      const code = await codes.take({ kind, subject });
      const rail = railOf(banks, provider);
      if (code === null || rail.enterCode === undefined) return codeGone;
      const verdict = await beating(rail.enterCode(sessionId, code));
      const answer = { outcome: verdict.outcome, code: verdict.code, failure: verdict.failure };
      report('told a code', { sessionId, ...answer });
      return answer;
    },
  };
}

/**
 * Asks for the outcome of a refund. The charge is named too, because an acquirer that keeps no reference of ours finds
 * the refund among the refunds of its charge.
 */
async function queriedRefund(steps: PgRefundSteps, rail: CardRail, sessionId: string) {
  return rail.queryRefund(sessionId, await steps.chargeOf(sessionId));
}

const codeGone = { outcome: 'UNKNOWN', code: null, failure: 'CODE_GONE' } as const;

async function queried(rail: BankRail, sessionId: string): Promise<SendingVerdict> {
  const answer = await rail.query(sessionId);
  const takesCode = answer.waitsFor === 'CODE' && rail.enterCode !== undefined;
  return { ...verdictOf(answer), ...(takesCode && { takesCode }) };
}

interface GivenBack {
  readonly instruction: RefundInstruction;
  readonly sessionId: string;
  readonly nameEnquiryReference: string | null;
}

/**
 * The refund goes by the provider's own call, where the provider has one, because the payer may be masked. Another
 * account is reached by a transfer only.
 */
async function giveBack(rail: BankRail, given: GivenBack): Promise<RailVerdict> {
  const { instruction, sessionId } = given;
  if (rail.refund === undefined || instruction.isRedirected) return transfer(rail, given);
  const { creditKey, amountMinor, currency, narration } = instruction;
  return verdictOf(
    await rail.refund({
      ...{ sessionId, creditKey, amountMinor, currency },
      narration: nipNarration(narration),
    }),
  );
}

async function transfer(
  rail: BankRail,
  { instruction, sessionId, nameEnquiryReference }: GivenBack,
): Promise<RailVerdict> {
  const { destination, amountMinor, currency, narration } = instruction;
  if (destination === null) throw new TypeError('a transfer goes to an account');
  const { accountNumber, bankCode, accountName } = destination;
  return verdictOf(
    await rail.transfer({
      sessionId,
      destination: { accountNumber, bankCode },
      destinationName: accountName ?? '',
      nameEnquiryReference,
      amountMinor,
      currency,
      narration: nipNarration(narration),
    }),
  );
}

/** Refunds a charge. The acquirer knows the refund by the id of its sending. */
async function refundCharge(
  rail: CardRail,
  { refundId, chargeId, amountMinor, currency }: RefundInstruction,
  sessionId: string,
): Promise<RailVerdict> {
  if (chargeId === null) throw new TypeError(`refund ${refundId} is of no charge`);
  return cardVerdict(await rail.refund({ refundId: sessionId, chargeId, amountMinor, currency }));
}

const cardOutcomes = {
  APPROVED: 'SUCCESS',
  DECLINED: 'FAILED',
  ABSENT: 'ABSENT',
  UNKNOWN: 'UNKNOWN',
  ACTION_REQUIRED: 'UNKNOWN', // not waited for, because no payer is there to act
} as const satisfies Record<CardAnswer['outcome'], RailVerdict['outcome']>;

function cardVerdict({ outcome, code, failure }: CardAnswer): RailVerdict {
  return { outcome: cardOutcomes[outcome], code, failure };
}

function railOf<Rail>(rails: ReadonlyMap<string, Rail>, provider: string): Rail {
  const rail = rails.get(provider);
  if (rail === undefined) throw new TypeError(`there is no rail ${provider}`);
  return rail;
}

function report(what: string, details: object): void {
  Context.current().log.info(`a rail was ${what}`, { ...details });
}
