import type { DisputeEvidence } from '../../../domain/card-rail.port.js';
import { disputeDocumentTypes } from '../../../domain/card-rail.port.js';
import { formatCount } from '../../../domain/money.js';
import type { DisputeView } from '../../../payments/disputes/dispute.dto.js';
import { may } from '../../../http/access/may.js';
import { Choice, Input, Said } from '../../parts/parts.js';
import { Facts, Foreign, moment, money } from '../money-parts.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalViewer } from '../portal-viewer.js';
import { wordsOf } from '../words.js';
import { DisputeStanding, pathOfDispute } from './disputes.js';
import { OrderLink } from '../order-link.js';

/** The values of the form for an answer. */
export interface WrittenEvidence {
  readonly explanation: string;
  /** The time as the browser sends it: `2026-11-20T14:05`, in Lagos. */
  readonly deliveredAt: string;
  readonly deliveryReference: string;
  /** The kind of document that each file is, by the file's id; empty: the file is not sent. */
  readonly files: Readonly<Record<string, string>>;
}

export const nothingWritten: WrittenEvidence = {
  ...{ explanation: '', deliveredAt: '', deliveryReference: '', files: {} },
};

interface Shown {
  readonly viewer: PortalViewer;
  readonly dispute: DisputeView;
  readonly written: WrittenEvidence;
  readonly fault: string | null;
  readonly done: string | null;
  readonly status: number;
}

export function disputePage(shown: Shown): ShownPage {
  const { viewer, dispute, fault, done, status } = shown;
  const mayAnswer =
    dispute.nextActions.length > 0 &&
    may(viewer, 'disputes:write') &&
    viewer.suspendedReason === null;
  const kind = wordsOf('disputeKinds', dispute.kind);
  const children = (
    <>
      <h1>
        {kind.slice(0, 1).toUpperCase() + kind.slice(1)} of{' '}
        {money(dispute.amount, dispute.currency)}
      </h1>
      <Said fault={fault} done={done} />
      <p class="standing">
        <DisputeStanding dispute={dispute} />
      </p>
      <DisputeFacts dispute={dispute} />
      {dispute.files.length > 0 && !mayAnswer && <Files dispute={dispute} />}
      {mayAnswer && <Answer {...shown} />}
    </>
  );
  return { title: `Dispute ${dispute.disputeId}`, here: 'disputes', children, status };
}

function DisputeFacts({ dispute }: { readonly dispute: DisputeView }) {
  const { answer, paymentReference } = dispute;
  return (
    <Facts
      facts={[
        ['Order', paymentReference && <OrderLink reference={paymentReference} />],
        ['Payment', dispute.transactionReference],
        ['Why', <Foreign text={dispute.reason ?? 'nobody said'} />],
        ['Opened', moment(dispute.openedAt)],
        ['Answer until', dispute.evidenceDueAt && moment(dispute.evidenceDueAt)],
        ['Decided', dispute.closedAt && moment(dispute.closedAt)],
        [
          'Your answer',
          answer && (
            <>
              {wordsOf('answers', answer.type)}: {wordsOf('answerStandings', answer.status)}
              {answer.failure !== null && `, because ${wordsOf('answerFailures', answer.failure)}`}
            </>
          ),
        ],
      ]}
    />
  );
}

const fileWords: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
};

function fileText({ mediaType, size, uploadedAt }: DisputeView['files'][number]): string {
  const kilobytes = formatCount(Math.max(1, Math.round(size / 1_024)));
  return `${fileWords[mediaType] ?? mediaType}, ${kilobytes} kB, uploaded ${moment(uploadedAt)}`;
}

function Files({ dispute: { files } }: { readonly dispute: DisputeView }) {
  return (
    <section>
      <h2>Your files</h2>
      <ul>
        {files.map((file) => (
          <li>{fileText(file)}</li>
        ))}
      </ul>
    </section>
  );
}

const documentChoices = disputeDocumentTypes.map((each) => [each, wordsOf('documents', each)]);

/** Asks for files first, then for the answer. The answer is shown for confirmation before it is sent. */
function Answer({ dispute, written }: Shown) {
  const path = pathOfDispute(dispute.disputeId);
  return (
    <>
      <section>
        <h2>Your files</h2>
        <p>
          A PDF, JPEG or PNG of at most 10 MB. What a camera writes into a picture, such as the
          place, is taken out.
        </p>
        <Form action={`${path}/files`} enctype="multipart/form-data">
          <div class="field">
            <label for="file">File</label>
            <input
              id="file"
              name="file"
              type="file"
              required
              accept="application/pdf,image/jpeg,image/png"
            />
          </div>
          <button class="other">Upload</button>
        </Form>
      </section>
      <Contest dispute={dispute} written={written} />
      <section>
        <h2>Accept it</h2>
        <details>
          <summary>Accept the dispute</summary>
          <p>
            {money(dispute.amount, dispute.currency)} goes back to the card holder. You cannot take
            this back.
          </p>
          <Form action={`${path}/accept`}>
            <button class="danger">Accept the dispute</button>
          </Form>
        </details>
      </section>
    </>
  );
}

/** The form for the answer. */
function Contest({ dispute, written }: Pick<Shown, 'dispute' | 'written'>) {
  return (
    <section>
      <h2>Contest it</h2>
      <p>You answer once. You see the whole answer before it is sent.</p>
      <Form action={`${pathOfDispute(dispute.disputeId)}/preview`}>
        <div class="field">
          <label for="explanation">Why the payment is right</label>
          <textarea id="explanation" name="explanation" rows={6} required maxLength={4_000}>
            {written.explanation}
          </textarea>
        </div>
        <div class="field">
          <label for="deliveredAt">When the customer received it (Lagos time)</label>
          <input
            id="deliveredAt"
            name="deliveredAt"
            type="datetime-local"
            value={written.deliveredAt}
          />
        </div>
        <Input
          name="deliveryReference"
          label="Number of the delivery"
          value={written.deliveryReference}
        />
        {dispute.files.map((file) => (
          <Choice
            name={`file_${file.fileId}`}
            label={fileText(file)}
            value={written.files[file.fileId] ?? 'OTHER'}
            choices={[...documentChoices, ['', 'do not send it']]}
          />
        ))}
        <button>Look at the answer</button>
      </Form>
    </section>
  );
}

interface Preview {
  readonly dispute: DisputeView;
  readonly written: WrittenEvidence;
  readonly evidence: DisputeEvidence;
}

/** Shows the answer as it will be sent to the card acquirer. */
export function previewPage({ dispute, written, evidence }: Preview): ShownPage {
  const { explanation, deliveredAt, deliveryReference, documents } = evidence;
  const path = pathOfDispute(dispute.disputeId);
  const sent = new Set(documents.map((each) => ('fileId' in each ? each.fileId : '')));
  const children = (
    <>
      <h1>Your answer</h1>
      <p>Nothing was sent yet.</p>
      <DisputeFacts dispute={dispute} />
      <section class="danger" aria-label="The answer">
        <h2>What the card acquirer gets</h2>
        <p class="as-written">
          <Foreign text={explanation} />
        </p>
        <Facts
          facts={[
            ['Received by the customer', deliveredAt && moment(deliveredAt)],
            ['Number of the delivery', deliveryReference && <Foreign text={deliveryReference} />],
          ]}
        />
        {sent.size === 0 ? (
          <p class="late">No file is sent with it.</p>
        ) : (
          <ul>
            {dispute.files
              .filter(({ fileId }) => sent.has(fileId))
              .map((file) => (
                <li>
                  {wordsOf('documents', written.files[file.fileId] ?? 'OTHER')}: {fileText(file)}
                </li>
              ))}
          </ul>
        )}
        <Form action={`${path}/answer`}>
          <Written written={written} />
          <p>You can send one answer. It cannot be changed afterwards.</p>
          <button>Send the answer</button>
        </Form>
        <Form action={`${path}/change`}>
          <Written written={written} />
          <button class="other">Change it</button>
        </Form>
      </section>
    </>
  );
  return { title: 'Your answer', here: 'disputes', children };
}

function Written({ written }: { readonly written: WrittenEvidence }) {
  const { explanation, deliveredAt, deliveryReference, files } = written;
  return (
    <>
      <input type="hidden" name="explanation" value={explanation} />
      <input type="hidden" name="deliveredAt" value={deliveredAt} />
      <input type="hidden" name="deliveryReference" value={deliveryReference} />
      {Object.entries(files).map(([fileId, type]) => (
        <input type="hidden" name={`file_${fileId}`} value={type} />
      ))}
    </>
  );
}
