import { lagosDay } from '../../domain/lagos-day.js';
import type { LinePosition, StatementHead, StatementLine } from './statement.js';
import type { PgStatementStore } from './statement.store.js';
import { ApiError } from '../../http/api-error.js';
import { PeriodStatementQuery } from './statement.dto.js';
import { withBalances, type OpenStatement } from './statement-lines.js';

/** Lines that are in memory at once. */
const pageSize = 500;

/** Reads a merchant's statements line by line, so that they can be written while they are read. */
export class StatementService {
  constructor(
    private readonly store: PgStatementStore,
    private readonly isSandbox: boolean,
  ) {}

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async ofSettlement(merchantId: string, settlementReference: string): Promise<OpenStatement> {
    const head = await this.store.ofSettlement(merchantId, settlementReference);
    if (head === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return this.#open(head);
  }

  async ofPeriod(merchantId: string, { from, to }: PeriodStatementQuery): Promise<OpenStatement> {
    const [first, last] = [lagosDay(from), lagosDay(to)];
    if (first === undefined || last === undefined) throw new Error('the period was not validated');
    return this.#open(await this.store.ofPeriod(merchantId, first.since, last.before));
  }

  #open(head: StatementHead): OpenStatement {
    const lines = withBalances(head, this.#pages(head));
    return { head, lines, issuedAt: new Date(), isSandbox: this.isSandbox };
  }

  async *#pages(head: StatementHead): AsyncGenerator<readonly StatementLine[]> {
    let after: LinePosition | null = null;
    for (;;) {
      const page: readonly StatementLine[] = await this.store.lines(head, after, pageSize);
      if (page.length > 0) yield page;
      after = page.at(-1)?.position ?? null;
      if (page.length < pageSize || after === null) return;
    }
  }
}
