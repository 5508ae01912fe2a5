import type { FastifyInstance } from 'fastify';
import { formatCount, formatMoney } from '../../domain/money.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { titleOfProvider } from '../../providers/registry.js';
import { needs } from '../../operators/desk/page-guard.js';
import { Heads, Labelled } from '../../pages/parts/parts.js';
import { pageOfThing, pagesOfThings, thingKinds } from '../things/thing-kinds.js';
import type { LedgerData } from './ledger.dto.js';
import type { LedgerService } from './ledger.service.js';

/** Adds the page of the balances of the books. */
export function addLedgerPage(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  ledger: Pick<LedgerService, 'find'>,
): void {
  room.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    '/ledger',
    needs('journals:read'),
    async (request, reply) => {
      const { code: given } = request.query;
      const code = typeof given === 'string' && /^[1-5]\d{3}$/.test(given) ? given : null;
      return html(reply, ledgerDocument(frame(request), code, await ledger.find(code)));
    },
  );
}

function ledgerDocument(frame: Frame, code: string | null, found: LedgerData): string {
  const name = found.codes.find((each) => each.code === code)?.name;
  const children = (
    <>
      <h1>
        {code === null ? 'The books' : `Account ${code}: ${name ?? 'nothing is booked to it'}`}
      </h1>
      {code === null ? <Codes found={found} /> : <Accounts found={found} />}
      <p>
        <a href="/desk/journals">Journals by hand</a>
        {code !== null && (
          <>
            {' '}
            <a href="/desk/ledger">All accounts</a>
          </>
        )}
      </p>
    </>
  );
  return deskDocument({ ...frame, title: 'The books', here: 'journals', children });
}

const money = (minor: number, currency: string): string => formatMoney(BigInt(minor), currency);

const codeTitles = ['Code', 'Account', 'Not empty', 'Balance'];
const accountTitles = ['Whose', 'Balance'];

function Codes({ found }: { readonly found: LedgerData }) {
  return (
    <table class="list story">
      <caption>Debits are positive, credits negative.</caption>
      <Heads titles={codeTitles} />
      <tbody>
        {found.codes.map(({ code, name, currency, accounts, balance }) => (
          <Labelled titles={codeTitles}>
            <th scope="row">
              <a href={`/desk/ledger?code=${code}`}>{code}</a>
            </th>
            <td>{name}</td>
            <td class="number">{formatCount(accounts)}</td>
            <td class="number">{money(balance, currency)}</td>
          </Labelled>
        ))}
      </tbody>
    </table>
  );
}

function Accounts({ found: { accounts } }: { readonly found: LedgerData }) {
  if (accounts.length === 0) return <p>All its accounts are empty.</p>;
  return (
    <table class="list story">
      <caption>The 200 fullest. Debits are positive, credits negative.</caption>
      <Heads titles={accountTitles} />
      <tbody>
        {accounts.map(({ owner, ownerName, currency, balance }) => (
          <Labelled titles={accountTitles}>
            <th scope="row">
              <Owner owner={owner} name={ownerName} />
            </th>
            <td class="number">{money(balance, currency)}</td>
          </Labelled>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the owner of an account. The prefix of its id tells whether it is a merchant, a transaction or a refund. */
function Owner({ owner, name }: { readonly owner: string; readonly name: string | null }) {
  const kind = thingKinds.find((each) => owner.startsWith(`${pagesOfThings[each].prefix ?? '-'}_`));
  if (kind !== undefined) {
    return (
      <>
        <a href={pageOfThing(kind, owner)}>{name ?? owner}</a>
        {name !== null && <small> {owner}</small>}
      </>
    );
  }
  if (owner.startsWith('chk_')) return <a href={`/desk/search?q=${owner}`}>{owner}</a>;
  return <>{owner === '-' ? 'ours' : (name ?? titleOfProvider(owner))}</>;
}
