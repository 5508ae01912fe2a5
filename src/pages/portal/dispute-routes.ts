import { isId } from '../../domain/ids.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { DisputeEvidenceRequest } from '../../payments/disputes/answer.dto.js';
import { disputeColumns } from '../../payments/disputes/dispute-file.js';
import { ListDisputesQuery } from '../../payments/disputes/dispute.dto.js';
import { evidenceOf } from '../../payments/disputes/disputes.service.js';
import { evidenceLimits } from '../../payments/disputes/evidence-content.js';
import { type FormBody, readForm, refusalText, textOf } from '../parts/forms.js';
import { withFormFile } from './form-file.js';
import { queryIn, readList, rowsOfPage } from './list-query.js';
import type { MoneyPorts } from './money-ports.js';
import { fieldsOf, pathWith } from './money-parts.js';
import { disputePage, nothingWritten, previewPage, type WrittenEvidence } from './pages/dispute.js';
import { disputeFilters, disputesPage, pathOfDispute } from './pages/disputes.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';
import { savedList } from './saved-list.js';

const doneTexts: Readonly<Record<string, string>> = {
  uploaded: 'The file is uploaded.',
  answered: 'Your answer is taken. This page tells whether the card acquirer has it.',
  accepted: 'You accepted the dispute.',
};

/** The pages of disputes, and the merchant's one answer to each. */
export function disputeRoutes(ports: MoneyPorts): readonly PortalRoute[] {
  const { disputes } = ports;
  return [
    {
      ...{ method: 'GET', path: '/disputes', right: 'disputes:read' },
      handler: (call) => list(ports, call),
    },
    {
      ...{ method: 'GET', path: '/disputes.csv', right: 'disputes:read' },
      handler: (call) => file(ports, call),
    },
    {
      ...{ method: 'GET', path: '/disputes/:disputeId', right: 'disputes:read' },
      handler: (call) => shown(ports, call, nothingWritten),
    },
    {
      ...{ method: 'POST', path: '/disputes/:disputeId/files', right: 'disputes:write' },
      handler: (call) => upload(ports, call),
    },
    {
      ...{ method: 'POST', path: '/disputes/:disputeId/preview', right: 'disputes:write' },
      handler: (call) => preview(ports, call),
    },
    {
      ...{ method: 'POST', path: '/disputes/:disputeId/change', right: 'disputes:write' },
      handler: (call) => shown(ports, call, writtenIn(call.body)),
    },
    {
      ...{ method: 'POST', path: '/disputes/:disputeId/answer', right: 'disputes:write' },
      handler: (call) => answer(ports, call),
    },
    {
      ...{ method: 'POST', path: '/disputes/:disputeId/accept', right: 'disputes:write' },
      handler: async ({ viewer, actor, params }) => {
        const disputeId = disputeIn(params);
        await disputes.answer(viewer.merchantId, disputeId, null, actor);
        return { to: pathWith(pathOfDispute(disputeId), { done: 'accepted' }) };
      },
    },
  ];
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function disputeIn({ disputeId = '' }: PortalCall['params']): string {
  if (!isId('dsp', disputeId)) throw new ApiError('RESOURCE_NOT_FOUND');
  return disputeId;
}

async function list({ disputes, views }: MoneyPorts, { viewer, query }: PortalCall) {
  const wish = fieldsOf(query, disputeFilters);
  const { cursor } = fieldsOf(query, ['cursor']);
  const [read, kept] = await Promise.all([
    readList(async () =>
      disputes.list(
        viewer.merchantId,
        queryIn(ListDisputesQuery, { ...wish, cursor, size: String(rowsOfPage) }),
      ),
    ),
    views.of(viewer.personId, 'DISPUTES'),
  ]);
  return { page: disputesPage({ wish, read, views: kept }) };
}

function file(ports: MoneyPorts, call: PortalCall) {
  const { merchantId } = call.viewer;
  return savedList(call, {
    ...{ name: 'disputes', columns: disputeColumns, wish: fieldsOf(call.query, disputeFilters) },
    read: async (fields) => ports.disputes.list(merchantId, queryIn(ListDisputesQuery, fields)),
  });
}

async function shown(
  { disputes }: MoneyPorts,
  { viewer, params, query }: PortalCall,
  written: WrittenEvidence,
  said: { readonly fault: string | null; readonly status: number } = { fault: null, status: 200 },
): Promise<PortalAnswer> {
  const dispute = await disputes.find(viewer.merchantId, disputeIn(params));
  const done = doneTexts[String(query['done'])] ?? null;
  return { page: disputePage({ viewer, dispute, written, done, ...said }) };
}

/** Shows a refusal on the page of the form. @throws any other error, and a refusal whose status is 404 or from 500 */
function refused(
  ports: MoneyPorts,
  call: PortalCall,
  written: WrittenEvidence,
  error: unknown,
): Promise<PortalAnswer> {
  if (!(error instanceof ApiError)) throw error;
  const { httpStatus: status } = resultCodes[error.reason];
  if (status === 404 || status >= 500) throw error;
  return shown(ports, call, written, { fault: refusalText(error), status });
}

async function upload(ports: MoneyPorts, call: PortalCall): Promise<PortalAnswer> {
  const { viewer, actor, params, request } = call;
  const { merchantId } = viewer;
  const disputeId = disputeIn(params);
  try {
    await withFormFile({ merchantId, mostBytes: evidenceLimits.bytes }, request, (bytes) =>
      ports.evidenceFiles.add(merchantId, disputeId, bytes, actor),
    );
  } catch (error) {
    return refused(ports, call, nothingWritten, error);
  }
  return { to: pathWith(pathOfDispute(disputeId), { done: 'uploaded' }) };
}

function writtenIn(body: FormBody): WrittenEvidence {
  const files = Object.keys(body)
    .filter((name) => name.startsWith('file_') && isId('fil', name.slice('file_'.length)))
    .map((name) => [name.slice('file_'.length), textOf(body, name)] as const);
  return {
    // Lines end with LF from here on. Browsers end them with CR and LF.
    explanation: textOf(body, 'explanation').replaceAll('\r\n', '\n'),
    deliveredAt: textOf(body, 'deliveredAt'),
    deliveryReference: textOf(body, 'deliveryReference'),
    files: Object.fromEntries(files),
  };
}

/** Returns the evidence in the form of the API's own request. @throws ApiError */
function evidenceIn({ explanation, deliveredAt, deliveryReference, files }: WrittenEvidence) {
  const documents = Object.entries(files)
    .filter(([, type]) => type !== '')
    .map(([fileId, type]) => ({ type, fileId }));
  const seconds = /T\d\d:\d\d$/.test(deliveredAt) ? ':00' : '';
  return evidenceOf(
    readForm(DisputeEvidenceRequest, {
      explanation,
      ...(deliveredAt !== '' && { deliveredAt: `${deliveredAt}${seconds}+01:00` }),
      ...(deliveryReference !== '' && { deliveryReference }),
      ...(documents.length > 0 && { documents }),
    }),
  );
}

async function preview(ports: MoneyPorts, call: PortalCall): Promise<PortalAnswer> {
  const { viewer, params, body } = call;
  const written = writtenIn(body);
  try {
    const evidence = evidenceIn(written);
    const dispute = await ports.disputes.find(viewer.merchantId, disputeIn(params));
    return { page: previewPage({ dispute, written, evidence }) };
  } catch (error) {
    return refused(ports, call, written, error);
  }
}

async function answer(ports: MoneyPorts, call: PortalCall): Promise<PortalAnswer> {
  const { viewer, actor, params, body } = call;
  const disputeId = disputeIn(params);
  const written = writtenIn(body);
  try {
    await ports.disputes.answer(viewer.merchantId, disputeId, evidenceIn(written), actor);
  } catch (error) {
    return refused(ports, call, written, error);
  }
  return { to: pathWith(pathOfDispute(disputeId), { done: 'answered' }) };
}
