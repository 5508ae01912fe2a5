import type { AccountOpening, AccountWish } from '../../domain/bank-rail.port.js';
import type { HttpAnswer, HttpAsk, HttpCaller } from '../http-caller.js';
import type { CreditConfirmation, CreditNotice } from '../notice.js';
import { textField } from '../lossless-json.js';
import { bodyOf, failureOf } from './answers.js';
import { creditIn, providusSignature } from './notice.js';
import type { ProvidusSettings } from './settings.js';

/** The longest name that payers see whole. */
const nameLength = 100;

/** The bank's account API (DCS): numbers, and what was paid into them. */
export class ProvidusAccounts {
  readonly #signatures: readonly string[];

  constructor(
    private readonly settings: ProvidusSettings,
    private readonly http: HttpCaller,
  ) {
    const { clientId, clientSecrets } = settings;
    this.#signatures = clientSecrets.map(({ secret }) => providusSignature(clientId, secret));
  }

  /**
   * The call has no key of ours, so a repeated call opens another number. A failed sign-in is a 200 with 05 and no
   * number.
   */
  async open({ accountName, kind }: AccountWish): Promise<AccountOpening> {
    // The time is taken before the call, because the bank's minutes begin while we wait for its answer.
    const askedAt = Date.now();
    const isPassing = kind === 'PASSING';
    const name = accountName.slice(0, nameLength);
    const answer = await this.#call({
      method: 'POST',
      path: isPassing ? '/PiPCreateDynamicAccountNumber' : '/PiPCreateReservedAccountNumber',
      json: isPassing ? { account_name: name } : { account_name: name, bvn: '' },
    });
    const body = bodyOf(answer);
    const code = textField(body ?? {}, 'responseCode') ?? null;
    const accountNumber = textField(body ?? {}, 'account_number') ?? '';
    if (code === '00' && /^\d{10}$/.test(accountNumber)) {
      const opened = {
        accountNumber,
        accountName: textField(body ?? {}, 'account_name')?.slice(0, 200) ?? null,
        providerReference: textField(body ?? {}, 'initiationTranRef') ?? null,
        oursUntil: isPassing ? new Date(askedAt + this.settings.accountMinutes * 60_000) : null,
      };
      return { outcome: 'OPENED', numbers: [opened] };
    }
    const isRefused = code !== null && code !== '00' && accountNumber === '';
    const failure = code === null ? failureOf(answer) : null;
    return { outcome: isRefused ? 'REFUSED' : 'UNKNOWN', code, failure };
  }

  /**
   * Asks the bank what it knows of a credit, because its signature covers nothing of a notice's contents. For an
   * unknown credit the bank answers with empty members, HTTP 200 and no code.
   */
  async confirm(reported: CreditNotice): Promise<CreditConfirmation> {
    const answer = await this.#call({
      method: 'GET',
      path:
        this.settings.verifyBy === 'PATH'
          ? '/PiPverifyTransaction_settlementid'
          : '/PiPverifyTransaction',
      query: { settlement_id: reported.key },
    });
    const body = bodyOf(answer);
    if (body === undefined) return { outcome: 'UNKNOWN', code: null, failure: failureOf(answer) };
    if (textField(body, 'settlementId') === undefined) {
      // An answer without a code means an unknown credit. A failed sign-in has a code.
      const code = textField(body, 'responseCode');
      return code === undefined
        ? { outcome: 'ABSENT' }
        : { outcome: 'UNKNOWN', code, failure: null };
    }
    const known = creditIn(body, this.settings.bankNames);
    if ('wrong' in known) return { outcome: 'UNKNOWN', code: null, failure: 'GARBAGE' };
    const isSame =
      known.key === reported.key &&
      known.accountNumber === reported.accountNumber &&
      known.amountMinor === reported.amountMinor &&
      known.currency === reported.currency;
    return { outcome: isSame ? 'SAME' : 'OTHER', credit: known };
  }

  /** Asks the bank to send the notice of a pending credit again. Returns whether the bank will. */
  async repush(settlementId: string): Promise<boolean> {
    const answer = await this.#call({
      method: 'POST',
      path: '/PiP_RepushTransaction_SettlementId',
      json: { settlement_id: settlementId },
    });
    return textField(bodyOf(answer) ?? {}, 'responseCode') === '00';
  }

  /** Asks for an unknown credit, to see whether the bank lets us ask. */
  probe() {
    const key = 'manilla-check';
    return this.confirm({ key } as CreditNotice);
  }

  /**
   * While one secret follows another, the bank knows either of them. A failed sign-in has changed nothing, so the call is
   * made again with the next secret.
   */
  async #call(ask: HttpAsk): Promise<HttpAnswer> {
    const [first = '', ...others] = this.#signatures;
    let answer = await this.#signed(first, ask);
    for (const signature of others) {
      if (textField(bodyOf(answer) ?? {}, 'responseCode') !== '05') return answer;
      answer = await this.#signed(signature, ask);
    }
    return answer;
  }

  #signed(signature: string, ask: HttpAsk): Promise<HttpAnswer> {
    const headers = { 'Client-Id': this.settings.clientId, 'X-Auth-Signature': signature };
    return this.http.call({ ...ask, headers });
  }
}
