import type { PgMessageStore } from '../messages/message.store.js';
import type { ReportReader } from './sender.port.js';

/** Takes gateways' reports on the messages that they have. */
export class MessageReports {
  constructor(
    private readonly readers: ReadonlyMap<string, ReportReader>,
    private readonly messages: Pick<PgMessageStore, 'report'>,
  ) {}

  /** False: the body is not signed by this gateway, or is no report, and changes nothing. */
  async receive(
    gateway: string,
    headers: Parameters<ReportReader>[0],
    body: Buffer | undefined,
  ): Promise<boolean> {
    const report = body && this.readers.get(gateway)?.(headers, body);
    if (report === undefined) return false;
    const { reference, outcome } = report;
    if (outcome !== null) await this.messages.report(gateway, reference, outcome);
    return true;
  }
}
