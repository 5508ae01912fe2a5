import type { AuditEntryView } from '../../audit/audit.dto.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import type { Page } from '../../../http/paging.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { changesOf } from '../../../pages/parts/changes.js';
import { filteredPath, NextFiltered } from '../../../pages/parts/filtered.js';
import { Heads, Labelled } from '../../../pages/parts/parts.js';

/** The filters, as in the address; an empty one does not filter. */
export interface AuditWish {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly merchantId: string;
  readonly day: string;
}

const filters = [
  ['actor', 'Who'],
  ['action', 'Action'],
  ['subject', 'What: its id'],
  ['merchantId', 'Shop: its id'],
] as const;

export function auditDocument(frame: Frame, wish: AuditWish, page: Page<AuditEntryView>): string {
  const { nextCursor } = page.page;
  const children = (
    <>
      <h1>Audit</h1>
      <form method="get" action="/desk/audit" class="filters">
        {filters.map(([name, label]) => (
          <div>
            <label for={name}>{label}</label>
            <input id={name} name={name} value={wish[name]} />
          </div>
        ))}
        <div>
          <label for="day">Day</label>
          <input id="day" name="day" type="date" value={wish.day} />
        </div>
        <button>Show</button>
        <a href={filteredPath('/desk/audit.csv', wish)}>As a file (CSV)</a>
      </form>
      {page.items.length === 0 ? <p>Nothing is found.</p> : <Entries entries={page.items} />}
      <NextFiltered path="/desk/audit" {...{ wish, nextCursor }} />
    </>
  );
  return deskDocument({ ...frame, title: 'Audit', here: 'audit', children });
}

/** Shows the subject of an entry, by name if it has one, and its merchant. */
function Subject({ entry }: { readonly entry: AuditEntryView }) {
  const { subjectKind, subject, subjectName, merchantId, merchantName } = entry;
  const isOwn = subject === merchantId;
  return (
    <>
      {subjectKind} {subjectName} {isOwn && <Shop id={subject} name={merchantName} />}{' '}
      <small>{subject}</small>
      {merchantId !== null && !isOwn && (
        <>
          {' of '}
          <Shop id={merchantId} name={merchantName} />
        </>
      )}
    </>
  );
}

function Shop({ id, name }: { readonly id: string; readonly name: string | null }) {
  return <a href={`/desk/merchants/${id}`}>{name ?? id}</a>;
}

const titles = ['When', 'Who', 'Did', 'What', 'Why and how it changed'];

function Entries({ entries }: { readonly entries: readonly AuditEntryView[] }) {
  return (
    <table class="list story audit">
      <Heads titles={titles} />
      <tbody>
        {entries.map((entry) => (
          <Labelled titles={titles}>
            <td>{lagosMoment(new Date(entry.at))}</td>
            <td>
              {entry.actor}
              {entry.partner !== null && ` and ${entry.partner}`}{' '}
              <small>
                {entry.door} {entry.address}
              </small>
            </td>
            <td class="keep">{entry.action}</td>
            <td>
              <Subject entry={entry} />
            </td>
            <td>
              {entry.reason !== null && <div>{entry.reason}</div>}
              {changesOf(entry).map((change) => (
                <div>
                  <small>{change}</small>
                </div>
              ))}
            </td>
          </Labelled>
        ))}
      </tbody>
    </table>
  );
}
