import type { RequestView } from '../../../http/calls/calls.dto.js';
import type { KeyView } from '../../../merchants/keys/keys.dto.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import { Curl, curlOf, Next, When } from './form.js';

export interface RequestsWish {
  readonly clientId: string;
  readonly from: string;
  readonly to: string;
}

export interface RequestsShown {
  readonly requests: readonly RequestView[];
  readonly nextCursor: string | null;
  readonly keys: readonly KeyView[];
  readonly wish: RequestsWish;
  readonly baseUrl: string;
}

/** Lists requests that were refused or slow, so that a developer finds the reason without asking anybody. */
export function RequestsPage({ requests, nextCursor, keys, wish, baseUrl }: RequestsShown) {
  const names = new Map(keys.map(({ clientId, name }) => [clientId, name]));
  return (
    <>
      <h1>Requests</h1>
      <p>
        Requests of your programs in the last seven days that were refused, or took a second or
        more. Bodies are not kept.
      </p>
      <form method="get" action="/developers/requests" class="filters">
        <Choice
          name="clientId"
          label="Key"
          value={wish.clientId}
          choices={[['', 'every'], ...keys.map(({ clientId, name }) => [clientId, name])]}
        />
        <Input name="from" label="From" type="date" value={wish.from} />
        <Input name="to" label="To" type="date" value={wish.to} />
        <button>Show</button>
      </form>
      {requests.length === 0 ? (
        <p>None. That is good.</p>
      ) : (
        <table class="list">
          <Heads titles={['Request', 'Answer', 'Took', 'Key', 'At', 'Request id']} />
          <tbody>
            {requests.map((each) => (
              <tr>
                <td>{each.operation}</td>
                <td>
                  HTTP {each.httpStatus}{' '}
                  {each.reason !== null && (
                    <a href={`${baseUrl}/docs/errors#${each.reason}`} rel="noreferrer">
                      <code>{each.reason}</code>
                    </a>
                  )}
                </td>
                <td class="number">{each.durationMs} ms</td>
                <td>{names.get(each.clientId) ?? each.clientId}</td>
                <td>
                  <When at={each.createdAt} />
                </td>
                <td>
                  <code>{each.requestId}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Next path="/developers/requests" query={{ ...wish }} cursor={nextCursor} />
      <Curl lines={curlOf(baseUrl, 'GET', '/api/v1/requests')} />
    </>
  );
}
