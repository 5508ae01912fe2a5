import { randomInt, type KeyObject } from 'node:crypto';
import { Pool } from 'undici';
import { sessionId } from '../../domain/nip-session.js';
import { hookHeaders, signHook } from '../hook-signature.js';

/** What a payer asks the simulated bank to do. Amounts in kobo. */
export interface SimulatedTransfer {
  readonly accountNumber: string;
  readonly amount: number;
  /** When the payer sent it; it stands in the session id. Now, if left out. */
  readonly sentAt?: Date | undefined;
  /** The session id of an earlier transfer, to tell of that one once more. */
  readonly sessionId?: string | undefined;
  readonly narration?: string | undefined;
}

/** What our hook answered to the bank. */
export interface HookReply {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SimulatedResult {
  readonly sessionId: string;
  /** Undefined when the bank did not ask. */
  readonly nameEnquiry: HookReply | undefined;
  /** Undefined when the name enquiry was refused, so that nothing was sent. */
  readonly credit: HookReply | undefined;
}

export interface SimulatorBankOptions {
  /** Where the API listens, such as http://127.0.0.1:3000. */
  readonly apiUrl: string;
  /** `simulatorKey` of src/rails/hook-signature.ts. */
  readonly key: KeyObject;
  readonly connections?: number;
}

/** The bank code that the simulator's session ids begin with. */
const institutionCode = '999998';
const payer = {
  accountNumber: '0123456789',
  accountName: 'TEST PAYER',
  bankName: 'Simulator Bank',
};

/**
 * A bank as the engine sees one: it asks for the account's name, sends the money, and tells our hook over real HTTP
 * with a signature. Used by the sandbox and by scripts; a real bank's adapter tells the same hook.
 */
export class SimulatorBank {
  readonly #pool: Pool;
  readonly #key: KeyObject;

  constructor({ apiUrl, key, connections = 16 }: SimulatorBankOptions) {
    this.#pool = new Pool(apiUrl, { connections, headersTimeout: 15_000, bodyTimeout: 15_000 });
    this.#key = key;
  }

  /** Asks for the name unless told not to, and sends only what the name enquiry allows. Rejects when the API is gone. */
  async transfer(
    transfer: SimulatedTransfer,
    { askName }: { readonly askName: boolean },
  ): Promise<SimulatedResult> {
    const id = transfer.sessionId ?? this.mintSessionId(transfer.sentAt ?? new Date());
    const nameEnquiry = askName ? await this.enquireName(transfer.accountNumber) : undefined;
    if (nameEnquiry !== undefined && nameEnquiry.code !== '00') {
      return { sessionId: id, nameEnquiry, credit: undefined };
    }
    return { sessionId: id, nameEnquiry, credit: await this.credit(id, transfer) };
  }

  enquireName(accountNumber: string): Promise<HookReply> {
    return this.#tell('name-enquiry', { accountNumber });
  }

  /** Tells of a transfer, once more if its session id was told before. */
  credit(id: string, { accountNumber, amount, narration }: SimulatedTransfer): Promise<HookReply> {
    return this.#tell('inward-credit', {
      sessionId: id,
      accountNumber,
      amount,
      currency: 'NGN',
      narration: narration ?? 'Simulated transfer',
      sourceAccountNumber: payer.accountNumber,
      sourceAccountName: payer.accountName,
      sourceBankCode: institutionCode,
      sourceBankName: payer.bankName,
    });
  }

  /** 30 digits in Lagos time, as NIP has them. */
  mintSessionId(sentAt: Date): string {
    return sessionId(institutionCode, sentAt, String(randomInt(10 ** 12)));
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #tell(operation: string, message: object): Promise<HookReply> {
    const body = JSON.stringify(message);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const { statusCode, body: reply } = await this.#pool.request({
      method: 'POST',
      path: `/api/v1/providers/simulator/${operation}`,
      headers: {
        'content-type': 'application/json',
        [hookHeaders.timestamp]: timestamp,
        [hookHeaders.signature]: signHook(this.#key, timestamp, body),
      },
      body,
    });
    const { code, message: text, data } = (await reply.json()) as Omit<HookReply, 'status'>;
    return { status: statusCode, code, message: text, data };
  }
}
