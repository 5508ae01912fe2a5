import type pg from 'pg';
import type { Dispatcher } from 'undici';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Role } from '../../src/operators/people/permissions.js';
import { vi } from 'vitest';
import { patientPool } from './patient-pool.js';
import { ApiWorld } from './api-world.js';
import { newReference } from './api-client.js';
import { asking } from './asked.js';
import { OperatorWorld } from './operators.js';
import { OperatorsContract } from './operators-contract.js';
import type { AnyManilla, TestEdge } from './edge.js';
import { startEdgeDesk, type TestDesk } from './edge-desk.js';
import { type ProgramEnvironment, startDesk, type TestManilla } from './stack.js';

/** A reply of the operators' API. */
export interface DeskReply {
  readonly status: number;
  readonly headers: Headers;
  readonly message: string;
  // As in test/support/api-client.ts.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** Prepared once for all replies of a process. */
let contract: OperatorsContract | undefined;

/** An operator who talks to the desk's API; every reply is held against its document. */
export class DeskClient {
  constructor(
    readonly name: string,
    readonly token: string,
    private readonly baseUrl: string,
    /** Of a browser that the operator is signed in with. */
    readonly cookie: string,
  ) {}

  /** For a browser's jar. */
  get browserCookie(): { readonly name: string; readonly value: string; readonly url: string } {
    const [name = '', value = ''] = this.cookie.split('=');
    return { name, value, url: this.baseUrl };
  }

  get(path: string): Promise<DeskReply> {
    return this.#send('GET', path);
  }

  post(path: string, body?: object, headers: Record<string, string> = {}): Promise<DeskReply> {
    return this.#send('POST', path, body, headers);
  }

  /** Confirms what is proposed for a case, or the journal, as it is shown now. */
  async confirm(path: string): Promise<DeskReply> {
    const { data } = await this.get(path);
    const shownHash = data.shownHash ?? data.proposal?.shownHash ?? '0'.repeat(32);
    return this.post(`${path}/confirm`, { shownHash });
  }

  put(path: string, body: object): Promise<DeskReply> {
    return this.#send('PUT', path, body);
  }

  patch(path: string, body: object): Promise<DeskReply> {
    return this.#send('PATCH', path, body);
  }

  delete(path: string): Promise<DeskReply> {
    return this.#send('DELETE', path);
  }

  async #send(
    method: Dispatcher.HttpMethod,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<DeskReply> {
    const {
      status,
      headers: told,
      text,
    } = await asking(`${this.baseUrl}/ops/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = JSON.parse(text) as { message: string; data: unknown };
    (contract ??= new OperatorsContract()).check({
      ...{ method, status, body: envelope },
      path: `/ops/v1${path}`,
    });
    return { status, headers: told, ...envelope };
  }
}

/** What a workflow would tell of a case. */
export interface PlantedCase {
  readonly kind: string;
  readonly subject: string;
  readonly workflowId?: string;
  readonly update?: string;
  readonly reason: string;
  readonly decisions: readonly string[];
}

/** A Manilla, whole or its edge only, with a desk, two operators, and cases. */
export class DeskWorld<Manilla extends AnyManilla = TestManilla> {
  private constructor(
    readonly api: ApiWorld<Manilla>,
    readonly desk: TestDesk,
    readonly operators: OperatorWorld,
    readonly ada: DeskClient,
    readonly bola: DeskClient,
    private readonly pool: pg.Pool,
  ) {}

  /** `overrides`: a Manilla of the test's own, whose programs run with these settings. */
  static async start(overrides?: Partial<ProgramEnvironment>): Promise<DeskWorld> {
    const api = await (overrides === undefined ? ApiWorld.shared() : ApiWorld.start(overrides));
    const program = await startDesk(api.manilla.env, overrides);
    const log = () => readFileSync(program.logFile, 'utf8').split('\n');
    return DeskWorld.#open(api, { ...program, log });
  }

  /** API and desk in the process of the test. `overrides`: those of the test's own, with these settings. */
  static async edge(overrides?: Partial<ProgramEnvironment>): Promise<DeskWorld<TestEdge>> {
    const api = await (overrides === undefined ? ApiWorld.edge() : ApiWorld.ownEdge(overrides));
    return DeskWorld.#open(api, await startEdgeDesk(api.manilla));
  }

  static async #open<Manilla extends AnyManilla>(
    api: ApiWorld<Manilla>,
    desk: TestDesk,
  ): Promise<DeskWorld<Manilla>> {
    const { env, database } = api.manilla;
    const pool = patientPool(database.appUrl, { max: 1, applicationName: 'test' });
    const operators = new OperatorWorld(pool, env.MANILLA_SEAL_KEY, desk.baseUrl);
    const [ada, bola] = await Promise.all(
      ['Ada', 'Bola'].map((name) => clientOf(operators, desk, name, 'administrator')),
    );
    if (ada === undefined || bola === undefined) throw new Error('two operators were made');
    return new DeskWorld(api, desk, operators, ada, bola, pool);
  }

  /** Another person who has signed up, or the one of this name. */
  operator(name: string, role: Role): Promise<DeskClient> {
    return clientOf(this.operators, this.desk, name, role);
  }

  /** Another operator confirms all that waits for a merchant. */
  async confirmAll(merchantId: string): Promise<void> {
    const { data } = await this.bola.get(
      `/merchant-proposals?status=PROPOSED&merchantId=${merchantId}`,
    );
    for (const { proposalId } of data.items as { proposalId: string }[]) {
      const { status, message } = await this.bola.confirm(`/merchant-proposals/${proposalId}`);
      if (status !== 200) throw new Error(message);
    }
  }

  /** The lines of the desk's log with this text. */
  logged(text: string): Record<string, unknown>[] {
    return this.desk
      .log()
      .filter((line) => line.includes(text))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Opens a case as a workflow does; its number. */
  async plant({
    kind,
    subject,
    workflowId,
    update,
    reason,
    decisions,
  }: PlantedCase): Promise<string> {
    const step = {
      stepId: `test/${randomUUID()}`,
      event: 'OPENED',
      case: {
        ...{ kind, subject, reason, decisions },
        workflowId: workflowId ?? `test/${subject}`,
        update: update ?? 'resolve',
        page: {
          title: 'something waits',
          happened: 'The bank has **refused** it with `07`.',
          safe: 'No money has moved.',
          todo: '| | |\n| --- | --- |\n| Ask | the bank |',
        },
      },
    };
    const [row] = await this.api.query<{ case_number: bigint }>(
      'select case_number from take_case_step($1)',
      [JSON.stringify(step)],
    );
    return String(row?.case_number);
  }

  /** Money for a number of nobody, held by its own workflow; the credit's id. `prefix`: of a merchant who could accept it. */
  async strayCredit(
    amount = 770_000,
    accountNumber = '0123454455',
    prefix = '999',
  ): Promise<string> {
    const tail = String(Date.now()).slice(-7);
    const { sessionId } = await this.api.bank.payInward({
      accountNumber: `${prefix}${tail}`,
      amount,
      askName: false,
      source: { accountName: 'TUNDE BAKARE', accountNumber, bankCode: '999998' },
      narration: newReference(),
    });
    const [row] = await this.api.query<{ credit_id: string }>(
      'select credit_id from inward_credit where session_id = $1',
      [sessionId],
    );
    if (row === undefined) throw new Error('the credit is not there');
    return row.credit_id;
  }

  /** A refund whose payer's account is closed, and its case. */
  async strandedRefund(closed: string) {
    const { api } = this;
    // The fee of a payment is kept: only who has more than one can refund.
    for (let i = 0; i < 2; i += 1) await api.paid();
    const checkout = await api.awaitingPayment();
    await api.bank.misbehave({ on: 'name-enquiry', account: closed, answer: '07' });
    await api.bank.payInward({
      accountNumber: checkout.accountNumber,
      amount: checkout.amount,
      source: { accountNumber: closed, accountName: 'Obi, Ada' },
    });
    await api.until(checkout.reference, 'SUCCESSFUL');
    const refundReference = `RFD-${closed}-${newReference()}`;
    const body = { refundReference, reason: 'Sold out', amount: 200_000 };
    await api.merchant.refund(checkout.reference, body);
    const statusOf = async () =>
      String((await api.merchant.get(`/api/v1/refunds/${refundReference}`)).data.status);
    await vi.waitFor(
      async () => {
        if ((await statusOf()) !== 'NEEDS_ACCOUNT') throw new Error('it has an account');
      },
      { timeout: 30_000, interval: 100 },
    );
    const [refund] = await api.query<{ refund_id: string }>(
      'select refund_id from refund where refund_reference = $1',
      [refundReference],
    );
    const subject = refund?.refund_id ?? '';
    return { number: await this.caseOf(subject), subject, statusOf };
  }

  /** The case that its workflow has opened for this subject. */
  async caseOf(subject: string): Promise<string> {
    const number = await vi.waitFor(
      async () => {
        const [row] = await this.api.query<{ case_number: bigint }>(
          `select case_number from attention_case where subject = $1 and status = 'OPEN'`,
          [subject],
        );
        if (row === undefined) throw new Error(`no case of ${subject} is open`);
        return row.case_number;
      },
      { timeout: 60_000, interval: 50 },
    );
    return String(number);
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.desk.stop();
  }
}

/** Files that share a database share its people as well. */
async function clientOf(
  operators: OperatorWorld,
  desk: TestDesk,
  name: string,
  role: Role,
): Promise<DeskClient> {
  const known = await operators.people.find({ name });
  const person = known?.status === 'ACTIVE' ? known : await operators.join(name, role);
  const token = await operators.token(person.operatorId);
  return new DeskClient(name, token, desk.baseUrl, await operators.cookie(person));
}
