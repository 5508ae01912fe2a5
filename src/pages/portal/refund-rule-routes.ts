import { toDecimalNaira } from '../../domain/money.js';
import { koboIn } from '../../domain/naira.js';
import { refundAsks } from '../../payouts/refunds/refund-proposal.js';
import { textOf } from '../parts/forms.js';
import type { MoneyPorts } from './money-ports.js';
import { refundRulePage } from './pages/refund.js';
import type { PortalAnswer, PortalRoute } from './portal-route.js';

const doneTexts: Readonly<Record<string, string>> = {
  now: 'Kept. It holds from now on.',
  later: 'Kept. Because two were asked for, it holds from tomorrow on.',
};

/** The pages on which a merchant sets the rule for large refunds. */
export function refundRuleRoutes({
  proposals,
}: Pick<MoneyPorts, 'proposals'>): readonly PortalRoute[] {
  const shown = async (
    merchantId: string,
    said: { fault: string | null; done: string | null; status: number },
    asked?: { over: string; asks: string },
  ): Promise<PortalAnswer> => {
    const rules = await proposals.rulesOf(merchantId);
    const { now } = rules;
    const given = asked ?? {
      over: now === null ? '' : toDecimalNaira(now.overMinor),
      asks: now?.asks ?? 'NOTHING',
    };
    return { page: refundRulePage({ rules, given, ...said }) };
  };
  return [
    {
      ...{ method: 'GET', path: '/refunds/rule', right: 'settings:write' },
      handler: ({ viewer, query }) => {
        const done = doneTexts[String(query['done'])] ?? null;
        return shown(viewer.merchantId, { fault: null, done, status: 200 });
      },
    },
    {
      ...{ method: 'POST', path: '/refunds/rule', right: 'settings:write', fresh: true },
      handler: async ({ viewer, actor, body }) => {
        const given = { over: textOf(body, 'over').trim(), asks: textOf(body, 'asks') };
        const asks = refundAsks.find((each) => each === given.asks);
        const overMinor = asks === 'NOTHING' && given.over === '' ? 0n : koboIn(given.over);
        if (asks === undefined || overMinor === undefined) {
          const fault = 'Write the amount in naira, such as 50,000, and choose what is asked.';
          return shown(viewer.merchantId, { fault, done: null, status: 400 }, given);
        }
        const from = await proposals.setRule(actor, viewer.merchantId, { overMinor, asks });
        const isNow = from.getTime() <= Date.now() + 60_000;
        return { to: `/refunds/rule?done=${isNow ? 'now' : 'later'}` };
      },
    },
  ];
}
