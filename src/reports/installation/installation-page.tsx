import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lagosDate, lagosDay, lagosMoment } from '../../domain/lagos-day.js';
import { formatCount, formatNaira } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { ReasonRequest } from '../../operators/cases/case-requests.dto.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { type FormBody, readForm, refuse, textOf } from '../../pages/parts/forms.js';
import { operatorOf } from '../../operators/desk/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { Reason } from '../../operators/desk/pages/case-decide.js';
import { Heads, Input, Said } from '../../pages/parts/parts.js';
import type {
  HolidayChange,
  HolidayOfYear,
  PgHolidays,
} from '../../payouts/calendar/holiday.store.js';
import type { PgInstallation, ProvenClaim, KeyInUse } from './installation.store.js';

export interface InstallationParts {
  readonly holidays: Pick<PgHolidays, 'ofYear' | 'add' | 'withdraw'>;
  readonly installation: Pick<PgInstallation, 'claims' | 'keysInUse'>;
}

type Posted = { Body: FormBody | null; Params: { readonly day: string } };

/** Adds the pages of the last proof of the books, the days without payouts, and the keys of the running programs. */
export function addInstallationPages(
  room: FastifyInstance,
  desk: DeskRoom,
  { holidays, installation }: InstallationParts,
): void {
  const { frame, html } = desk;
  room.get('/books', needs('journals:read'), async (request, reply) =>
    html(reply, booksDocument(frame(request), await installation.claims())),
  );
  room.get('/key-sets', needs('audit:read'), async (request, reply) =>
    html(reply, keySetsDocument(frame(request), await installation.keysInUse())),
  );
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    said: { readonly fault: string | null; readonly done: string | null },
  ): Promise<FastifyReply> => {
    const year = lagosDate(new Date()).slice(0, 4);
    const years = [year, String(Number(year) + 1)];
    const days = (await Promise.all(years.map((each) => holidays.ofYear(each)))).flat();
    const typed = (field: string) => textOf(request.body as FormBody | null, field);
    return html(reply, holidaysDocument(frame(request), days, said, typed));
  };
  room.get('/holidays', needs('merchants:read'), (request, reply) =>
    show(request, reply, { fault: null, done: null }),
  );
  const change = (
    path: string,
    act: (
      request: FastifyRequest<Posted>,
      by: { operator: string; reason: string },
    ) => Promise<HolidayChange>,
  ): void => {
    room.post<Posted>(path, needs('terms:write'), async (request, reply) => {
      try {
        const reason = textOf(request.body, 'reason');
        readForm(ReasonRequest, { reason });
        const result = await act(request, { operator: operatorOf(request).name, reason });
        return await show(request, reply, { fault: null, done: changeText(result) });
      } catch (error) {
        return show(request, reply, { fault: refuse(request, reply, error), done: null });
      }
    });
  };
  change('/holidays', (request, by) => {
    const day = dayIn(textOf(request.body, 'day'));
    const name = textOf(request.body, 'name').trim();
    if (name === '' || name.length > 100) throw invalid('name', 'must have 1 to 100 characters');
    return holidays.add({ day, name, ...by });
  });
  change('/holidays/:day/withdraw', (request, by) =>
    holidays.withdraw({ day: dayIn(request.params.day), name: '', ...by }),
  );
}

/** Reads a day that is not over. @throws ApiError VALIDATION_FAILED for any other text */
function dayIn(text: string): string {
  if (lagosDay(text) === undefined) throw invalid('day', 'must be a date such as 2026-12-28');
  if (text < lagosDate(new Date())) throw invalid('day', 'must not be over');
  return text;
}

function invalid(field: string, rest: string): ApiError {
  const message = `${field} ${rest}`;
  const errors = [{ field, rule: 'pattern' as const, message }];
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}

function changeText({ outcome, moves }: HolidayChange): string {
  const moved = moves.map(
    ({ transactions, merchants, netMinor, wasDueOn, nowDueOn }) =>
      `${formatNaira(BigInt(netMinor))} of ${formatCount(merchants)} merchants (${formatCount(transactions)} lines) due on ${nowDueOn} in place of ${wasDueOn}`,
  );
  const what = outcome === 'UNCHANGED' ? 'Nothing has changed.' : 'Done.';
  return [what, ...moved].join(' ');
}

function booksDocument(frame: Frame, claims: readonly ProvenClaim[]): string {
  const broken = claims.filter(({ faults }) => faults > 0);
  const children = (
    <>
      <h1>The books</h1>
      <p>
        {booksText(claims.length, broken.length)} <a href="/desk/ledger">What is in the books</a>{' '}
        {frame.may('audit:read') && <a href="/desk/retention">What is kept, and how long</a>}
      </p>
      <table class="list">
        <Heads titles={['Rule', 'Holds', 'Last looked at']} />
        <tbody>
          {claims.map(({ claim, faults, provenAt }) => (
            <tr>
              <td>{claim}</td>
              <td>
                {faults === 0 ? 'yes' : <span class="late">no: {formatCount(faults)} rows</span>}
              </td>
              <td>{lagosMoment(provenAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
  return deskDocument({ ...frame, title: 'The books', here: 'books', children });
}

function booksText(rules: number, broken: number): string {
  if (rules === 0) {
    return 'The books have not been looked at yet: the proof of the books runs every night.';
  }
  if (broken === 0) return `All ${rules} rules of the books held when they were last looked at.`;
  return `${broken} rules of the books do not hold: call engineering and finance.`;
}

function keySetsDocument(frame: Frame, keys: readonly KeyInUse[]): string {
  const children = (
    <>
      <h1>Key sets</h1>
      <p>
        Keys are rotated on the command line (<code>npx manilla key-sets</code>), because only who
        may read the key files can do it.
      </p>
      <table class="list">
        <Heads
          titles={['Purpose', 'Key', 'Programs that have it', 'Last written with', 'Last read']}
        />
        <tbody>
          {keys.map(({ purpose, kid, holders, writtenUntil, readUntil }) => (
            <tr>
              <td>{purpose}</td>
              <td>{kid}</td>
              <td>{formatCount(holders)}</td>
              <td>{writtenUntil === null ? 'never' : lagosMoment(writtenUntil)}</td>
              <td>{readUntil === null ? 'not known' : lagosMoment(readUntil)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
  return deskDocument({ ...frame, title: 'Key sets', children });
}

function holidaysDocument(
  frame: Frame,
  days: readonly HolidayOfYear[],
  said: { readonly fault: string | null; readonly done: string | null },
  typed: (field: string) => string,
): string {
  const may = frame.may('terms:write');
  const today = lagosDate(new Date());
  const children = (
    <>
      <h1>Days on which nobody is paid out</h1>
      <Said {...said} />
      <table class="list">
        <Heads titles={['Day', 'Holiday', 'Declared', 'Change']} />
        <tbody>
          {days.map(({ day, weekday, holiday, isDeclared }) => (
            <tr>
              <td>
                {weekday} {day}
              </td>
              <td>{holiday ?? 'a working day'}</td>
              <td>{isDeclared ? 'by us' : 'by rule'}</td>
              <td>
                {may && isDeclared && day >= today && (
                  <details class="more">
                    <summary>Withdraw</summary>
                    <form method="post" action={`/desk/holidays/${day}/withdraw`}>
                      <Reason id={`reason-${day}`} />
                      <button class="other">Withdraw</button>
                    </form>
                  </details>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {may && (
        <form method="post" action="/desk/holidays" class="decide short">
          <h2>Declare a holiday</h2>
          <Input name="day" label="Day" hint="Such as 2026-12-28" value={typed('day')} required />
          <Input name="name" label="Name" value={typed('name')} required />
          <Reason id="reason" value={typed('reason')} />
          <p>What is due on that day is paid on the next working day.</p>
          <button class="danger">Declare it</button>
        </form>
      )}
    </>
  );
  return deskDocument({ ...frame, title: 'Holidays', here: 'holidays', children });
}
