import { lagosMoment } from '../../../domain/lagos-day.js';
import type { Page } from '../../../http/paging.js';
import type { MerchantProposalView } from '../../merchants/merchant-proposals.dto.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { BySecond, Said } from '../../../pages/parts/parts.js';
import { FactList } from './case-facts.js';

/** The reason that a form was refused, or the message that an action was done. */
export interface ProposalsNotice {
  readonly fault: string | null;
  readonly done: string | null;
}

const titles: Readonly<Record<string, string>> = {
  GRANTS: 'Scopes are granted',
  LIMITS: 'Limits are raised',
  SETTLEMENT_ACCOUNT: 'Is paid to another account',
  DEFAULT_ACCOUNT: 'Is paid to another of its accounts',
  KEY: 'A key was claimed: ask the merchant whether it was the merchant',
};

export function proposalsDocument(
  frame: Frame,
  { items, page }: Page<MerchantProposalView>,
  notice: ProposalsNotice,
): string {
  const children = (
    <>
      <h1>Merchants: what takes two</h1>
      <Said {...notice} />
      {items.length === 0 && <p>None was proposed yet.</p>}
      {items.map((each) => (
        <Proposal each={each} frame={frame} />
      ))}
      {page.nextCursor !== null && (
        <p>
          <a href={`/desk/proposals?cursor=${encodeURIComponent(page.nextCursor)}`}>Next page</a>
        </p>
      )}
    </>
  );
  return deskDocument({ ...frame, title: 'Merchants', here: 'merchants', children });
}

function Proposal({ each, frame }: { readonly each: MerchantProposalView; readonly frame: Frame }) {
  const { proposalId, kind, merchantName, operator, partner, status, createdAt } = each;
  const path = `/desk/proposals/${proposalId}`;
  const who = [operator, partner].filter((name) => name !== null).join(' and ');
  return (
    <section>
      <h2>
        {merchantName}: {titles[kind] ?? kind}
      </h2>
      <p>
        {lagosMoment(new Date(createdAt))}, {who}: {status.toLowerCase()}.
      </p>
      <FactList facts={each.shown} />
      {status === 'PROPOSED' && frame.may('cases:decide') && (
        <BySecond path={path} isOwn={operator === frame.operator}>
          <input type="hidden" name="shownHash" value={each.shownHash} />
          <button>Confirm</button>
        </BySecond>
      )}
    </section>
  );
}
