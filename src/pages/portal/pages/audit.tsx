import { lagosMoment } from '../../../domain/lagos-day.js';
import { changesOf } from '../../parts/changes.js';
import { filteredPath, NextFiltered } from '../../parts/filtered.js';
import { Heads } from '../../parts/parts.js';
import type { SeenEntries, SeenEntry } from '../portal-ports.js';
import type { ShownPage } from '../portal-route.js';

/** The filters, as in the address; an empty one does not filter. */
export interface AuditFilters {
  readonly who: string;
  readonly action: string;
  readonly day: string;
}

export function auditPage(wish: AuditFilters, { entries, nextCursor }: SeenEntries): ShownPage {
  const children = (
    <>
      <h1>Audit</h1>
      <p>What your people, your keys and our staff did: sign-ins, changes, reads and exports.</p>
      <form method="get" action="/audit" class="filters">
        <div>
          <label for="who">Person or key</label>
          <input id="who" name="who" value={wish.who} />
        </div>
        <div>
          <label for="action">Action</label>
          <input id="action" name="action" value={wish.action} placeholder="session" />
        </div>
        <div>
          <label for="day">Day</label>
          <input id="day" name="day" type="date" value={wish.day} />
        </div>
        <button>Show</button>
        <a href={filteredPath('/audit.csv', wish)}>As a file (CSV)</a>
      </form>
      {entries.length === 0 ? (
        <p>Nothing is found. Take a filter away, or look at another day.</p>
      ) : (
        <Entries entries={entries} />
      )}
      <NextFiltered path="/audit" {...{ wish, nextCursor }} />
    </>
  );
  return { title: 'Audit', here: 'audit', children };
}

const kinds: Readonly<Record<SeenEntry['whoKind'], string>> = {
  PERSON: '',
  KEY: 'key',
  OPERATOR: '',
};

function Entries({ entries }: { readonly entries: readonly SeenEntry[] }) {
  return (
    <table class="list story audit">
      <Heads titles={['When', 'Who', 'Did', 'What', 'How it changed']} />
      <tbody>
        {entries.map((entry) => (
          <tr>
            <td>{lagosMoment(entry.at)}</td>
            <td>
              {kinds[entry.whoKind]} {entry.who} <small>{entry.address}</small>
            </td>
            <td class="keep">{entry.action.replaceAll(/[.-]/g, ' ')}</td>
            <td>
              {entry.subjectKind} <small>{entry.subject}</small>
            </td>
            <td>
              {changesOf(entry).map((change) => (
                <div>
                  <small>{change}</small>
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
