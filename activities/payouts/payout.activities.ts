import { Context } from '@temporalio/activity';
import { isSameName, nipNarration } from '../../src/domain/names.js';
import { railQueue } from '../../src/domain/ids.js';
import { nextSessionId } from '../../src/domain/nip-session.js';
import type { BankRail } from '../../src/domain/bank-rail.port.js';
import type { SettlementStanding } from '../../src/payouts/settlement/payout-steps.js';
import type { PgPayoutSteps } from '../../src/payouts/settlement/payout-steps.store.js';
import { instructionToSend } from './instruction-to-send.js';
import { verdictOf } from './verdict.js';
import type { PayoutActivities, PayoutRailActivities, SettlementView } from './contract.js';
import { beating } from '../platform/heartbeat.js';

const minuteMs = 60_000;

type Banks = ReadonlyMap<string, BankRail>;

/** For the worker of the task queue `rails`. */
export function payoutActivities(steps: PgPayoutSteps, banks: Banks): PayoutActivities {
  const view = (standing: SettlementStanding): SettlementView => {
    const { institutionCode, capabilities } = railOf(banks, standing.provider);
    return {
      status: standing.status,
      holdReason: standing.holdReason,
      netMinor: String(standing.netMinor),
      provider: standing.provider,
      railQueue: railQueue(standing.provider),
      payouts: standing.payouts.map(
        ({ amountMinor, openSending, debited, nextSession, ...payout }) => ({
          ...payout,
          ...(debited !== null && { debited }),
          nextSessionId: nextSessionId(institutionCode, nextSession),
          amountMinor: String(amountMinor),
          openSending: openSending && {
            sessionId: openSending.sessionId,
            sentAt: openSending.sentAt.toISOString(),
          },
        }),
      ),
      cutOffMs: capabilities.cutOffMinutes * minuteMs,
    };
  };
  return {
    findSettlement: async ({ settlementId }) => view(await steps.find(settlementId)),
    takePayoutStep: async (step) => view(await steps.takePayoutStep(step)),
    takeSettlementStep: async (step) => view(await steps.takeSettlementStep(step)),
  };
}

/** The bank's data about people stays out of the answers. */
export function payoutRailActivities(steps: PgPayoutSteps, banks: Banks): PayoutRailActivities {
  return {
    async askHolder({ settlementId }) {
      const account = await steps.account(settlementId);
      const { accountNumber, bankCode } = account;
      const rail = railOf(banks, account.provider);
      const answer = await rail.enquireName({ accountNumber, bankCode });
      const { outcome, reference, accountName } = answer;
      const isSame =
        outcome === 'SUCCESS' && accountName !== null
          ? isSameName(accountName, account.accountName)
          : null;
      if (isSame === false && accountName !== null) {
        await steps.noteName(settlementId, accountName);
      }
      return { ...verdictOf(answer), reference, isSameHolder: isSame };
    },
    async sendPayout({ payoutId, sessionId, nameEnquiryReference }) {
      const instruction = await instructionToSend(
        () => steps.instruction(payoutId, sessionId),
        ({ provider }) => railOf(banks, provider),
      );
      const { accountNumber, bankCode, accountName, amountMinor, currency, narration } =
        instruction;
      const sending = railOf(banks, instruction.provider).transfer({
        sessionId,
        destination: { accountNumber, bankCode },
        destinationName: accountName,
        nameEnquiryReference,
        amountMinor,
        currency,
        narration: nipNarration(narration),
      });
      const verdict = verdictOf(await beating(sending));
      Context.current().log.info('a payout was sent', { payoutId, sessionId, ...verdict });
      return verdict;
    },
  };
}

function railOf(banks: Banks, provider: string): BankRail {
  const rail = banks.get(provider);
  if (rail === undefined) throw new TypeError(`there is no rail ${provider} to send by`);
  return rail;
}
