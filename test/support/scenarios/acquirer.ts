import type { HookReply } from '../../../src/providers/simulator/control-client.js';

/** A charge as the acquirer has it. */
export interface Charge {
  readonly charge_id: string;
  readonly token: string;
  readonly amount: number;
  readonly state: 'HELD' | 'WAITS_FOR_PAYER' | 'APPROVED' | 'DECLINED';
  /** How often it was asked for: one charge all the same. */
  readonly calls: number;
}

export interface Chargeback {
  readonly status: 'OPENED' | 'WON' | 'LOST';
  readonly answers: readonly {
    readonly answer_id: string;
    readonly kind: 'ACCEPT' | 'EVIDENCE';
    readonly evidence: { readonly explanation: string } | null;
    readonly code: string;
    /** How often it was sent: one answer all the same. */
    readonly calls: number;
  }[];
  /** That were handed over for it. */
  readonly files: readonly {
    readonly file_id: string;
    readonly media_type: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly calls: number;
  }[];
}

interface Event {
  /** What Manilla answered when it was told; null when it was not. */
  readonly hook: HookReply | null;
}

let tokens = 0;

/** A token nobody else uses, of a kind of docs/cards.md: `card_unknown` becomes `card_unknown_T1x7`. */
export function newToken(kind: string): string {
  tokens += 1;
  return `${kind}_T${process.pid}x${tokens}`;
}

/** What happens at the simulator's acquirer besides what Manilla asks for. */
export class Acquirer {
  readonly #url: string;

  /** @param url such as http://127.0.0.1:3010 */
  constructor(url: string) {
    this.#url = `${url}/control/acquirer`;
  }

  /** The charges of one token. */
  async chargesOf(token: string): Promise<Charge[]> {
    const response = await fetch(`${this.#url}/charges`);
    const { charges } = (await response.json()) as { charges: Charge[] };
    return charges.filter((charge) => charge.token === token);
  }

  conclude(chargeId: string, code = '00'): Promise<Event> {
    return this.#post(`/charges/${chargeId}/conclude`, { code });
  }

  reverse(chargeId: string): Promise<Event> {
    return this.#post(`/charges/${chargeId}/reverse`);
  }

  payOut(): Promise<
    Event & { readonly gross: number; readonly fee: number; readonly net: number }
  > {
    return this.#post('/settlements');
  }

  /**
   * @param evidenceDueAt in seven days when left out
   * @param notify false where nobody could hear of it
   */
  openChargeback(
    chargeId: string,
    evidenceDueAt?: string,
    notify = true,
  ): Promise<Event & { readonly number: number }> {
    return this.#post('/chargebacks', { chargeId, evidenceDueAt, notify });
  }

  /** A chargeback with what was answered to it, as the acquirer has it. */
  async chargeback(number: number): Promise<Chargeback> {
    return (await (await fetch(`${this.#url}/chargebacks/${number}`)).json()) as Chargeback;
  }

  /** Told again when it is closed so already. */
  closeChargeback(number: number, how: 'won' | 'lost'): Promise<Event> {
    return this.#post(`/chargebacks/${number}/${how}`);
  }

  async #post<Answer>(path: string, body: object = {}): Promise<Answer> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer & Event & { readonly message?: string };
    if (!response.ok) throw new Error(`the acquirer refused ${path}: ${answer.message}`);
    const { hook } = answer;
    if (hook !== null && hook.status !== 200)
      throw new Error(`Manilla did not hear ${path}: ${JSON.stringify(hook)}`);
    return answer;
  }
}
