import type { CaseView } from '../../cases/case-views.dto.js';
import { formatNaira } from '../../../domain/money.js';
import { sendingWords } from '../../../domain/sending-words.js';
import { queuePath } from './queue.js';
import { WaitsFor } from './sending.js';

interface Found {
  readonly found: CaseView;
}

/** Tells how many more open cases are of this kind, because many cases of one cause look like many causes. */
export function Alike({ found: { alike, kind, reason, provider, providerName } }: Found) {
  if (alike === 0) return null;
  return (
    <p>
      {alike} more of this kind {alike === 1 ? 'waits' : 'wait'}
      {providerName !== null && ` at ${providerName}`}, perhaps for one cause.{' '}
      <a href={queuePath({ kind, reason, provider: provider ?? '' })}>Show them together</a>
    </p>
  );
}

/** Shows the status of the money that leaves because of the case: ordered is not sent, and sent is not arrived. */
export function Sendings({ found: { sendings, hold, waitsForCase } }: Found) {
  if (sendings.length === 0 && hold === null) return null;
  return (
    <section>
      <h2>Money that leaves</h2>
      {sendings.length === 0 && (
        <p>
          Nothing would leave now:{' '}
          <WaitsFor hold={hold ?? ''} caseNumber={waitsForCase} sendsFrom={null} />
        </p>
      )}
      <ul>
        {sendings.map((each) => (
          <li>
            {each.kind === 'REFUND' ? 'Refund' : 'Payout'} {each.subject},{' '}
            {formatNaira(BigInt(each.amount))}: {sendingWords(each)}
            {each.hold !== null && (
              <>
                {' '}
                It waits:{' '}
                <WaitsFor
                  hold={each.hold}
                  caseNumber={each.waitsForCase}
                  sendsFrom={each.sendsFrom}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
