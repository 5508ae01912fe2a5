import type { Behaviour, BehaviourRule, StoredRule } from './server/behaviour/rules.js';

/** The answer of Manilla's hook to the bank; status 0 when it did not answer. */
export interface HookReply {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** The way in which the bank reports its records to Manilla. */
export interface Notify {
  /** The number of notifications; 0 is silence. */
  readonly times?: number | undefined;
  /** The wait before the first notification. */
  readonly delayMs?: number | undefined;
  /** Sends a text that is no JSON. */
  readonly garbage?: boolean | undefined;
  /** Does not keep the caller waiting; the hook's answer then reaches nobody. */
  readonly later?: boolean | undefined;
  /** The order of a batch; as sent unless the request says otherwise. */
  readonly order?: 'SENT' | 'REVERSED' | 'TOGETHER' | undefined;
}

export interface OutsideAccount {
  readonly accountNumber: string;
  readonly accountName: string;
  /** NIP institution code, 6 digits. */
  readonly bankCode: string;
  readonly bankName: string;
}

/** A payer's transfer into one of Manilla's numbers. Amounts in kobo, times as text. */
export interface InwardTransfer {
  readonly accountNumber: string;
  readonly amount: number;
  /** The time at which the payer sent it; it stands in the session id. Now, if left out. */
  readonly sentAt?: string | undefined;
  /** The session id of an earlier transfer: the bank reports that transfer again, as it was recorded. */
  readonly sessionId?: string | undefined;
  /**
   * The name of a request without a session id. When the name is repeated, the bank reports the transfer that it has
   * already sent.
   */
  readonly requestId?: string | undefined;
  readonly narration?: string | undefined;
  /** The payer; when left out, a test payer of the simulator. */
  readonly source?:
    | { readonly [Field in keyof OutsideAccount]?: OutsideAccount[Field] | undefined }
    | undefined;
}

export interface InwardRequest extends InwardTransfer {
  /** Whether the bank asks for the name first, and sends nothing when it is refused; when left out, `asksName` decides. */
  readonly askName?: boolean | undefined;
  /** The code with which the payer's bank declines, after it has asked for the name: nothing is sent. */
  readonly decline?: string | undefined;
  readonly notify?: Notify | undefined;
}

export interface InwardResult {
  readonly sessionId: string;
  /**
   * The line of the statement; null when the name enquiry was refused or the payer's bank declined, so that nothing was
   * sent.
   */
  readonly lineId: number | null;
  /** False when the session id was there already. */
  readonly recorded: boolean;
  readonly nameEnquiry: HookReply | null;
  /** The reply to each notification; empty when there was none. */
  readonly notifications: readonly HookReply[];
}

/** The result of a return, recall or charge. */
export interface LineResult {
  readonly lineId: number;
  readonly sessionId: string | null;
  /** The event id of a recall. */
  readonly eventId: string | null;
  readonly hook: HookReply | null;
}

/** A call that Manilla made. */
export interface BankCall {
  readonly on: 'name-enquiry' | 'transfer' | 'query' | 'code';
  readonly sessionId: string | null;
  /** The destination's account number; null for a query of a transfer the bank does not know. */
  readonly accountNumber: string | null;
  /** The amount of a transfer. */
  readonly amount: number | null;
  /** The code, or the wrong answer such as TIMEOUT. */
  readonly answered: string;
  readonly at: string;
}

export interface StatementTotals {
  readonly balance: number;
  readonly lines: number;
  readonly lastLineId: number;
  /** The totals by kind of line. */
  readonly totals: Readonly<Record<string, { readonly count: number; readonly amount: number }>>;
}

/** The control API of a running simulator. Every method throws when the simulator refuses or is not there. */
export class SimulatorControl {
  readonly #url: string;

  /** @param url such as http://127.0.0.1:3010 */
  constructor(url: string) {
    this.#url = url;
  }

  payInward(request: InwardRequest): Promise<InwardResult> {
    return this.#call('POST', '/inward-transfers', request);
  }

  /** Records at most 10,000 transfers. Nobody is notified, unless `notify` says otherwise. */
  payInwardBatch(
    transfers: readonly InwardTransfer[],
    notify?: Notify,
  ): Promise<{ readonly transfers: readonly InwardResult[] }> {
    return this.#call('POST', '/inward-transfers/batch', { transfers, notify });
  }

  /** Asks our hook for the name of one of our accounts. */
  enquireName(accountNumber: string): Promise<HookReply> {
    return this.#call('POST', '/name-enquiries', { accountNumber });
  }

  behaviour(): Promise<{ readonly rules: readonly StoredRule[] }> {
    return this.#call('GET', '/behaviour');
  }

  /** Replaces all rules. */
  behave(behaviour: Behaviour): Promise<{ readonly rules: readonly StoredRule[] }> {
    return this.#call('PUT', '/behaviour', behaviour);
  }

  /** Adds one rule. */
  misbehave(rule: BehaviourRule): Promise<StoredRule> {
    return this.#call('POST', '/behaviour', rule);
  }

  behaveWell(): Promise<unknown> {
    return this.#call('DELETE', '/behaviour');
  }

  /** Finishes a transfer that a rule with `done: "HELD"` holds; code 00 moves the money. */
  releaseTransfer(sessionId: string, code = '00'): Promise<unknown> {
    return this.#call('POST', `/transfers/${sessionId}/release`, { code });
  }

  /** The code that the bank has sent to us for a transfer that a rule with `done: "CODE"` keeps. */
  async codeOf(sessionId: string): Promise<string> {
    const { code } = await this.#call<{ code: string }>('GET', `/transfers/${sessionId}/code`);
    return code;
  }

  /** The beneficiary's bank sends a transfer of ours back. */
  returnTransfer(sessionId: string, amount?: number): Promise<LineResult> {
    return this.#call('POST', `/transfers/${sessionId}/return`, { amount });
  }

  /** The payer's bank takes a credit back, and notifies our hook. */
  recallCredit(sessionId: string, amount?: number): Promise<LineResult> {
    return this.#call('POST', `/credits/${sessionId}/recall`, { amount });
  }

  charge(amount: number, narration?: string): Promise<LineResult> {
    return this.#call('POST', '/charges', { amount, narration });
  }

  /** Money leaves our account though we have sent nothing. */
  debit(amount: number, sessionId?: string): Promise<LineResult> {
    return this.#call('POST', '/debits', { amount, sessionId });
  }

  statement(): Promise<StatementTotals> {
    return this.#call('GET', '/statement');
  }

  /** Returns the requests that Manilla has made to the bank, oldest first; the last thousand that match. */
  async calls(which: { on?: BankCall['on']; sessionId?: string } = {}): Promise<BankCall[]> {
    const query = new URLSearchParams(which).toString();
    return (await this.#call<{ calls: BankCall[] }>('GET', `/calls?${query}`)).calls;
  }

  /** Returns the account as the simulator has it; its balance is negative for a payer. */
  account(bankCode: string, accountNumber: string): Promise<OutsideAccount & { balance: number }> {
    return this.#call('GET', `/accounts/${bankCode}/${accountNumber}`);
  }

  reset(): Promise<unknown> {
    return this.#call('POST', '/reset', {});
  }

  async #call<Result>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(`${this.#url}/control${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const answer = (await response.json()) as Result & { readonly message?: string };
    if (!response.ok) {
      throw new Error(`the simulator refused ${method} ${path}: ${answer.message}`);
    }
    return answer;
  }
}
