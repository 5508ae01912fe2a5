import type {
  BankRail,
  CreditRefund,
  OutwardTransfer,
  RailAnswer,
} from '../../domain/bank-rail.port.js';
import type { PgSendings } from './sending.store.js';

type Sendings = Pick<PgSendings, 'noteNames' | 'amountOf'>;

/**
 * Wraps a bank: keeps the bank's own names for our transfers, and ignores its answers about another amount. A bank that
 * calls a transfer by our session id and shows each on its statement is not wrapped, because there is nothing to keep.
 */
export function rememberingBank(rail: BankRail, sendings: Sendings): BankRail {
  if (rail.capabilities.statement === 'LINES') return rail;
  const remembered = async (sessionId: string, answer: RailAnswer): Promise<RailAnswer> => {
    const { knownAs } = answer;
    const isNamed = knownAs !== undefined && Object.values(knownAs).some((name) => name !== null);
    if (isNamed) await sendings.noteNames(sessionId, knownAs);
    return answer;
  };
  const own = {
    transfer: async (transfer: OutwardTransfer) =>
      remembered(transfer.sessionId, await rail.transfer(transfer)),
    refund: async (refund: CreditRefund) => {
      if (rail.refund === undefined) throw new TypeError('the bank has no call for refunds');
      return remembered(refund.sessionId, await rail.refund(refund));
    },
    query: async (sessionId: string) =>
      remembered(sessionId, await rail.query(sessionId, await sendings.amountOf(sessionId))),
  };
  return new Proxy(rail, {
    get(target, name) {
      const isOwn = name === 'transfer' || name === 'query';
      if (isOwn || (name === 'refund' && target.refund !== undefined)) return own[name];
      const value: unknown = Reflect.get(target, name, target);
      // Methods are bound to the object itself, because a proxy has none of its private fields.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
