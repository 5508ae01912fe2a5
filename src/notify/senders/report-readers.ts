import type { SenderSettings } from '../../platform/config/sender-settings.js';
import type { ReportReader } from './sender.port.js';
import { termiiReports } from './termii/termii-report.js';

/** Who reads the delivery reports of each gateway, by its name in the address that it reports to. Those alone whose secret is set. */
export function reportReaders({
  reportSecrets,
}: SenderSettings): ReadonlyMap<string, ReportReader> {
  const { termii } = reportSecrets;
  return new Map(termii === null ? [] : [['termii', termiiReports(termii)] as const]);
}
