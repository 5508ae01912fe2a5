import { randomUUID } from 'node:crypto';
import { may } from '../../http/access/may.js';
import {
  SettlementHistoryQuery,
  SettlementLinesQuery,
  SettlementRequestBody,
} from '../../payouts/settlement/settlement.dto.js';
import { PeriodStatementQuery } from '../../payouts/statements/statement.dto.js';
import { readForm, readQuery } from '../parts/forms.js';
import { type AccountPorts, merchantIn } from './account-ports.js';
import { filledOf, koboOf, queryOf } from './form-values.js';
import { givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import { SettlementPage } from './pages/settlement.js';
import { SettlementsPage } from './pages/settlements.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';
import { pathOfSettlement } from './reference-paths.js';

const path = '/settlements';
const words = { asked: 'It is on its way. Its page shows how far it is.' };

/** The pages about money on its way to the merchant: coming payouts, past ones, and statements. */
export function settlementRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const { statements, statementAnswers } = ports;
  return [
    {
      ...{ method: 'GET', path, right: 'settlements:read' },
      handler: (call) => showSettlements(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'POST', path: `${path}/pay`, right: 'settlements:write', fresh: true },
      handler: (call) =>
        tried(
          () => ports.forms.run(call, () => payOut(ports, call)),
          (notice) => showSettlements(ports, call, notice),
        ),
    },
    {
      ...{ method: 'GET', path: `${path}/statement`, right: 'settlements:read' },
      handler: async ({ viewer, query }) => {
        const asked = readQuery(PeriodStatementQuery, queryOf(query, 'from', 'to', 'format'));
        const { merchantId } = viewer;
        const open = () => statements.ofPeriod(merchantId, asked);
        return { file: await statementAnswers.file(fileFormat(asked.format), merchantId, open) };
      },
    },
    {
      ...{ method: 'GET', path: `${path}/:reference`, right: 'settlements:read' },
      handler: (call) => showSettlement(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'GET', path: `${path}/:reference/statement`, right: 'settlements:read' },
      handler: async ({ viewer, params, query }) => {
        const { merchantId } = viewer;
        const open = () => statements.ofSettlement(merchantId, params['reference'] ?? '');
        const { format } = queryOf(query, 'format');
        return { file: await statementAnswers.file(fileFormat(format), merchantId, open) };
      },
    },
  ];
}

/** A statement is a PDF, unless the person asks for CSV. */
const fileFormat = (format: string | undefined) => (format === 'csv' ? 'csv' : 'pdf');

async function payOut(ports: AccountPorts, { viewer, body }: PortalCall) {
  const amount = koboOf(body, 'amount', 'Amount');
  const asked = readForm(SettlementRequestBody, {
    settlementReference: `PORTAL-${randomUUID()}`,
    ...(amount === undefined ? { all: true } : { amount }),
    ...filledOf(body, 'narration'),
  });
  const merchant = await merchantIn(ports, viewer.merchantId);
  const { settlement } = await ports.settlements.request(merchant, asked);
  return { to: `${pathOfSettlement(settlement.settlementReference)}?done=asked` };
}

async function showSettlements(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const { viewer, query } = call;
  const { merchantId } = viewer;
  const wish = queryOf(query, 'status', 'type', 'from', 'to');
  const asked = readQuery(SettlementHistoryQuery, {
    ...wish,
    ...queryOf(query, 'cursor'),
    size: '20',
  });
  const [balance, settings, coming, calendar, accounts, history] = await Promise.all([
    may(viewer, 'wallet:read') ? ports.balances.of(merchantId) : null,
    ports.settlementSettings.find(merchantId),
    ports.coming.of(merchantId),
    ports.calendar.read(merchantId, {}),
    ports.settlementAccounts.standing(merchantId),
    ports.settlements.history(merchantId, asked),
  ]);
  const usable = accounts.find(({ usableFrom }) => usableFrom.getTime() <= Date.now());
  const account = usable ?? accounts[0];
  const children = (
    <SettlementsPage
      {...{ balance, coming, calendar, wish, baseUrl: ports.baseUrl }}
      schedule={settings.schedule}
      minimumMinor={BigInt(settings.minimumPayout)}
      account={
        account === undefined
          ? null
          : { isUsable: usable !== undefined, usableFrom: account.usableFrom.toISOString() }
      }
      settlements={history.items}
      nextCursor={history.page.nextCursor}
      given={givenTo(call, 'settlements:write')}
    />
  );
  return said(notice, { title: 'Settlements', here: 'settlements', children });
}

async function showSettlement(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const { merchantId } = call.viewer;
  const { reference = '' } = call.params;
  const asked = readQuery(SettlementLinesQuery, { ...queryOf(call.query, 'cursor'), size: '50' });
  const [settlement, lines] = await Promise.all([
    ports.settlements.status(merchantId, reference, false),
    ports.settlements.transactions(merchantId, reference, asked),
  ]);
  const children = <SettlementPage {...{ settlement, lines, baseUrl: ports.baseUrl }} />;
  return said(notice, { title: settlement.settlementReference, here: 'settlements', children });
}
