import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lagosMoment } from '../../domain/lagos-day.js';
import { formatCount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { FairQueue } from '../../http/fair-queue.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { deskActor } from '../../operators/desk/forms.js';
import { refuse } from '../../pages/parts/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { providerFolders } from '../../providers/registry.js';
import type { AskedStanding, PgAskedAtBank } from '../reconciliation/by-query.store.js';
import { Choice, Heads, Said } from '../../pages/parts/parts.js';
import { type StatementFormat, statementFormats } from './read-statement.js';
import type { PgStatementFiles, PastImport } from './statement-file.store.js';
import { importStatement, mappingIn, StatementRefused, takenWords } from './statement-import.js';

type Files = Pick<PgStatementFiles, 'take' | 'mapping' | 'banks' | 'imports'>;
type AskedBanks = Pick<PgAskedAtBank, 'standing'>;

/** How our books are compared with a bank's. `asked` is null when the bank has a statement that we fetch. */
interface Compared {
  readonly bank: string;
  readonly asked: AskedStanding | null;
}

/** The limit is about 100,000 lines. Larger files are imported with the command line. */
const mostBytes = 16 * 1_024 * 1_024;
/** One file is imported at a time, because it is read in memory and its lines take a transaction of up to a minute. */
const imports = new FairQueue({ atOnce: 1, ofOne: 1, waiting: 2 });

/** Adds the pages for bank statements that come as files: the form, and the list of what was imported. */
export function addStatementPages(
  room: FastifyInstance,
  desk: DeskRoom,
  { files, asked }: { readonly files: Files; readonly asked: AskedBanks },
): void {
  const show = async (request: FastifyRequest, reply: FastifyReply, said: SaidOfFile) => {
    const [banks, past] = await Promise.all([files.banks(), files.imports()]);
    const compared = await Promise.all(banks.map((bank) => comparedWith(bank, asked)));
    const shown = { banks, past, compared };
    return desk.html(reply, statementsDocument(desk.frame(request), shown, said));
  };
  room.get('/statements', needs('journals:read'), (request, reply) =>
    show(request, reply, { fault: null, done: null }),
  );
  room.register((inner, _options, done) => {
    // The handler reads the file after the guard has checked the session, so that nobody without a session can fill our
    // memory.
    inner.addContentTypeParser('multipart/form-data', (_request, stream, parsed) =>
      parsed(null, stream),
    );
    inner.post('/statements', needs('journals:write'), async (request, reply) => {
      try {
        const words = await takeFile(files, request);
        return await show(request, reply, { fault: null, done: words });
      } catch (error) {
        return show(request, reply, { fault: faultOf(request, reply, error), done: null });
      }
    });
    done();
  });
}

async function comparedWith(bank: string, asked: AskedBanks): Promise<Compared> {
  const folder = providerFolders.find(({ name }) => name === bank);
  const hasLines = folder === undefined || folder.capabilities.statement === 'LINES';
  return { bank, asked: hasLines ? null : await asked.standing(bank) };
}

interface SaidOfFile {
  readonly fault: string | null;
  readonly done: string | null;
}

/**
 * Imports the file of the form. @throws StatementRefused, ApiError TOO_MUCH_AT_ONCE, PAYLOAD_TOO_LARGE,
 * VALIDATION_FAILED
 */
async function takeFile(files: Files, request: FastifyRequest): Promise<string> {
  const by = deskActor(request);
  return imports.take(by.actor, async () => {
    const form = await formOf(request);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const bank = text('bank');
    if (!(await files.banks()).includes(bank)) throw wrong('bank', 'must be a bank of ours');
    const file = form.get('file');
    if (!(file instanceof File) || file.size === 0) throw wrong('file', 'must be a file');
    const columns = text('columns');
    const taken = await importStatement(files, {
      bank,
      bytes: Buffer.from(await file.arrayBuffer()),
      format: statementFormats.find((each) => each === text('format')),
      mapping: columns === '' ? undefined : mappingIn(columns),
      by,
    });
    return takenWords(taken);
  });
}

async function formOf({ body, headers }: FastifyRequest): Promise<FormData> {
  if (!(body instanceof Readable)) throw wrong('file', 'must be a file');
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    length += (part as Buffer).length;
    if (length > mostBytes) {
      const message = `The file is too large. Send at most ${mostBytes / 1_024 / 1_024} MB, or use npx manilla statement import.`;
      throw new ApiError('PAYLOAD_TOO_LARGE', { message });
    }
    parts.push(part as Buffer);
  }
  const sent = new Response(Buffer.concat(parts), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
  return sent.formData().catch(() => {
    throw wrong('file', 'did not come to its end');
  });
}

function wrong(field: string, words: string): ApiError {
  const message = `${field} ${words}`;
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule: 'known', message }],
  });
}

function faultOf(request: FastifyRequest, reply: FastifyReply, error: unknown): string {
  if (!(error instanceof StatementRefused)) return refuse(request, reply, error);
  void reply.code(400);
  return error.message;
}

interface Shown {
  readonly banks: readonly string[];
  readonly past: readonly PastImport[];
  readonly compared: readonly Compared[];
}

const formatNames: Readonly<Record<StatementFormat, string>> = {
  ...{ csv: 'CSV', mt940: 'MT940', camt053: 'camt.053' },
};

function statementsDocument(frame: Frame, shown: Shown, said: SaidOfFile): string {
  const { banks, past, compared } = shown;
  const children = (
    <>
      <h1>Bank statements</h1>
      <p>
        All lines of a file are taken over, or none. The same file again, and files that overlap,
        change nothing. The next reconciliation looks at what does not match the books.
      </p>
      <Said {...said} />
      {frame.may('journals:write') && <Upload banks={banks} nameOf={frame.nameOf} />}
      <h2>How each bank is compared with our books</h2>
      <ul>
        {compared.map((each) => (
          <li>{comparedWords(each, frame.nameOf)}</li>
        ))}
      </ul>
      <h2>Taken over</h2>
      {past.length === 0 ? <p>No file yet.</p> : <Past past={past} nameOf={frame.nameOf} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Bank statements', here: 'statements', children });
}

/**
 * Describes how a bank is compared. A bank without a statement is asked about the payments that we know; money that it
 * never reported shows only in its files.
 */
function comparedWords({ bank: code, asked }: Compared, nameOf: Frame['nameOf']): string {
  const bank = nameOf(code);
  if (asked === null) return `${bank}: by the statement that it tells us, every minute.`;
  const last = asked.lastAt === null ? 'never yet' : `last ${lagosMoment(asked.lastAt)}`;
  const counts = `${formatCount(asked.asked)} in the last 24 hours (${last}), ${formatCount(asked.toAsk)} still to ask, ${formatCount(asked.denied)} that it denies`;
  return `${bank}: has no statement, so it is asked about each payment: ${counts}. Money that it never told us of shows in its files alone.`;
}

function Upload({ banks, nameOf }: Pick<Shown, 'banks'> & Pick<Frame, 'nameOf'>) {
  return (
    <form method="post" action="/desk/statements" enctype="multipart/form-data">
      <Choice
        name="bank"
        label="Of which bank"
        value=""
        choices={banks.map((bank) => [bank, nameOf(bank)])}
      />
      <Choice
        name="format"
        label="Format"
        value=""
        choices={[
          ['', 'by what it looks like'],
          ...statementFormats.map((each) => [each, formatNames[each]] as const),
        ]}
      />
      <div class="field">
        <label for="file">File, up to 16 MB</label>
        <input id="file" name="file" type="file" required />
      </div>
      <div class="field">
        <label for="columns">
          Names of the columns of a CSV, as JSON; empty: those that were kept
        </label>
        <textarea id="columns" name="columns" rows={4} maxlength={4_000} />
      </div>
      <button>Take it over</button>
    </form>
  );
}

function Past({ past, nameOf }: Pick<Shown, 'past'> & Pick<Frame, 'nameOf'>) {
  return (
    <table class="list">
      <Heads titles={['When', 'By', 'Of', 'Account', 'Lines', 'New', 'Matched']} />
      <tbody>
        {past.map(({ at, by, bank, account, lines, fresh, matched }) => (
          <tr>
            <td>{lagosMoment(at)}</td>
            <td>{by}</td>
            <td>{nameOf(bank)}</td>
            <td>{account}</td>
            {[lines, fresh, matched].map((count) => (
              <td class="number">{formatCount(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
