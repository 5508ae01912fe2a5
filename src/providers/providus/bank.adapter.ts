import {
  type AccountOpening,
  type AccountWish,
  type BankRail,
  type OutwardTransfer,
  type RailAccount,
  type RailAnswer,
  type RailBank,
  type RailCapabilities,
  type RailNameAnswer,
  RailUnavailableError,
  type StatementLine,
  type StatementPage,
  UnreadableLineError,
} from '../../domain/bank-rail.port.js';
import { toDecimalNaira } from '../../domain/money.js';
import { parseNaira } from '../../domain/naira.js';
import type { HttpAnswer, HttpCaller } from '../http-caller.js';
import { type LosslessObject, objectsIn, textField } from '../lossless-json.js';
import { bodyOf, failureOf } from './answers.js';
import { classifyProvidus, providusCodes, providusFault } from './codes.js';
import type { ProvidusAccounts } from './accounts.js';
import type { ProvidusSettings } from './settings.js';

type Question = 'transfer' | 'query' | 'enquiry';

/** The bank's own code on NIP. Accounts of the bank itself are paid by another call. */
const ownBank = '000023';

/** Providus Bank, through which money is sent and account numbers are opened. */
export class ProvidusBankRail implements BankRail {
  readonly provider = 'providus';
  readonly institutionCode = ownBank;
  readonly codes = providusCodes;
  readonly capabilities: RailCapabilities;

  constructor(
    private readonly settings: ProvidusSettings,
    private readonly http: HttpCaller,
    private readonly accounts: ProvidusAccounts,
  ) {
    this.capabilities = {
      numbers: 'THEIRS',
      statement: 'NONE',
      enforcesAmount: false,
      enforcesExpiry: false,
      cutOffMinutes: settings.cutOffMinutes,
      transferLimitMinor: settings.transferLimitMinor,
    };
  }

  openAccount(wish: AccountWish): Promise<AccountOpening> {
    return this.accounts.open(wish);
  }

  async banks(): Promise<readonly RailBank[]> {
    const answer = await this.http.call({ method: 'GET', path: '/GetNIPBanks' });
    const list = bodyOf(answer)?.['banks'];
    if (!Array.isArray(list)) throw new RailUnavailableError(this.provider, failureOf(answer));
    const banks = objectsIn(list).flatMap((bank) => {
      const institutionCode = textField(bank, 'bankCode') ?? '';
      const name = textField(bank, 'bankName')?.slice(0, 100);
      // Banks with the code of another list are left out, because nothing could be sent to them.
      if (!/^\d{6}$/.test(institutionCode) || name === undefined) return [];
      return [{ institutionCode, cbnCode: null, name }];
    });
    return [...new Map(banks.map((bank) => [bank.institutionCode, bank])).values()];
  }

  async enquireName({ accountNumber, bankCode }: RailAccount): Promise<RailNameAnswer> {
    const answer = this.#isOwn(bankCode)
      ? await this.#post('/GetProvidusAccount', { accountNumber })
      : await this.#post('/GetNIPAccount', { accountNumber, beneficiaryBank: bankCode });
    const read = this.#answerOf(answer, 'enquiry');
    const body = bodyOf(answer) ?? {};
    const accountName = textField(body, 'accountName') ?? textField(body, 'name') ?? null;
    const reference = textField(body, 'transactionReference') ?? null;
    if (read.outcome !== 'SUCCESS') return { ...read, accountName: null, reference: null };
    // An approved enquiry without the name counts as UNKNOWN.
    if (accountName === null) {
      return { ...read, outcome: 'UNKNOWN', failure: 'GARBAGE', accountName, reference: null };
    }
    return { ...read, accountName, reference };
  }

  async transfer(transfer: OutwardTransfer): Promise<RailAnswer> {
    const { destination, sessionId: transactionReference, currency: currencyCode } = transfer;
    const { accountNumber, bankCode } = destination;
    const narration = transfer.narration.slice(0, 100);
    const money = {
      ...{ currencyCode, narration, transactionReference },
      transactionAmount: this.#amountOf(transfer.amountMinor),
    };
    const answer = this.#isOwn(bankCode)
      ? await this.#post(
          '/ProvidusFundTransfer',
          { creditAccount: accountNumber, debitAccount: this.settings.sourceAccount, ...money },
          true,
        )
      : await this.#post(
          '/NIPFundTransfer',
          {
            beneficiaryAccountName: transfer.destinationName,
            ...{ beneficiaryAccountNumber: accountNumber, beneficiaryBank: bankCode },
            sourceAccountName: this.settings.sourceName,
            ...money,
          },
          true,
        );
    const read = this.#answerOf(answer, 'transfer');
    return { ...read, knownAs: namesIn(bodyOf(answer)) };
  }

  /**
   * Asks for the outcome of a transfer. The bank has a list for each way of sending, and a transfer is in one of them. So
   * a transfer is absent only when both lists say so.
   */
  async query(transactionReference: string, amountMinor?: bigint): Promise<RailAnswer> {
    const ask = async (path: string): Promise<RailAnswer> => {
      const answer = await this.#post(path, { transactionReference });
      const read = this.#answerOf(answer, 'query');
      const parsed = bodyOf(answer) ?? {};
      // A success with another amount counts as UNKNOWN: it is about another transfer, and says nothing about ours.
      const isOther = amountMinor !== undefined && isOtherAmount(parsed, amountMinor);
      if (read.outcome === 'SUCCESS' && isOther) {
        return { outcome: 'UNKNOWN', code: read.code, failure: 'GARBAGE' };
      }
      return { ...read, knownAs: namesIn(parsed) };
    };
    const first = await ask('/GetNIPTransactionStatus');
    if (first.outcome !== 'ABSENT' || !this.settings.ownBankApart) return first;
    return ask('/GetProvidusTransactionStatus');
  }

  heldForMs(): number {
    return this.http.heldForMs;
  }

  /** The bank publishes no statement. */
  statement(): Promise<StatementPage> {
    return Promise.resolve({ lines: [], unread: [], hasMore: false });
  }

  readLine(): StatementLine {
    throw new UnreadableLineError(['line']);
  }

  #isOwn(bankCode: string): boolean {
    return this.settings.ownBankApart && bankCode === ownBank;
  }

  #amountOf(amountMinor: bigint): string | number {
    const text = toDecimalNaira(amountMinor);
    return this.settings.amounts === 'TEXT' ? text : Number(text);
  }

  #post(path: string, message: object, movesMoney = false): Promise<HttpAnswer> {
    const { userName, password } = this.settings;
    const json = { ...message, userName, password };
    return this.http.call({ method: 'POST', path, json, movesMoney });
  }

  #answerOf(answer: HttpAnswer, asked: Question): RailAnswer {
    const body = bodyOf(answer);
    const code = body === undefined ? undefined : textField(body, 'responseCode');
    if (code === undefined) return { outcome: 'UNKNOWN', code: null, failure: failureOf(answer) };
    const outcome = classifyProvidus(code, asked, this.settings.codes);
    const fault = outcome === 'FAILED' ? providusFault(code) : undefined;
    return { outcome, code, failure: null, ...(fault !== undefined && { fault }) };
  }
}

function isOtherAmount(parsed: LosslessObject, amountMinor: bigint): boolean {
  const amount = textField(parsed, 'amount');
  return amount !== undefined && parseNaira(amount) !== amountMinor;
}

/** `sessionId`, or the half of `reference| sessionId`. On a failure the member holds words, such as Transfer_Not_Successful. */
function namesIn(parsed: LosslessObject | undefined) {
  const reference = textField(parsed ?? {}, 'transactionReference') ?? '';
  const named = textField(parsed ?? {}, 'sessionId') ?? reference.split('|')[1]?.trim() ?? '';
  const sessionId = /^\d{20,64}$/.test(named) ? named : null;
  return { providerId: null, sessionId, endToEndId: null, uetr: null };
}
