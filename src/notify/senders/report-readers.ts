import type { SenderSettings } from '../../platform/config/sender-settings.js';
import type { ReportReader } from './sender.port.js';
import { termiiReports } from './termii/termii-report.js';

/**
 * The readers of delivery reports, by the gateway's name in the address that it reports to. Only gateways whose secret
 * is set have one.
 */
export function reportReaders({
  reportSecrets,
}: SenderSettings): ReadonlyMap<string, ReportReader> {
  const { termii } = reportSecrets;
  return new Map(termii === null ? [] : [['termii', termiiReports(termii)] as const]);
}
