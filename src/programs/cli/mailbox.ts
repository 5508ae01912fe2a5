import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The program reads no more of a mail: a report stands before the mail that it returns. */
const maxMailBytes = 1024 * 1024;

/** The mails of a file with one mail, of an mbox, or of a maildir. */
export async function* mailsIn(path: string): AsyncGenerator<Buffer> {
  if (!(await stat(path)).isDirectory()) {
    yield* mailsOfFile(path);
    return;
  }
  for (const folder of ['new', 'cur']) {
    // A folder that is no maildir has neither, and is a mistake.
    for (const name of (await readdir(join(path, folder))).toSorted()) {
      yield mailFrom(createReadStream(join(path, folder, name)));
    }
  }
}

/** The beginning of a mail. All of it is taken, because a mail server takes it ill when nobody reads to the end. */
export async function mailFrom(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    if (bytes < maxMailBytes) parts.push(part.subarray(0, maxMailBytes - bytes));
    bytes += part.length;
  }
  return Buffer.concat(parts);
}

async function* mailsOfFile(path: string): AsyncGenerator<Buffer> {
  // Each byte is a letter of latin1, so that no byte is lost.
  const input = createReadStream(path, 'latin1');
  let lines: string[] = [];
  let bytes = 0;
  let afterEmpty = true;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (afterEmpty && line.startsWith('From ')) {
      if (lines.length > 0) yield mailOf(lines);
      [lines, bytes] = [[], 0];
    } else if (bytes < maxMailBytes) {
      lines.push(line.replace(/^>(>*From )/, '$1'));
      bytes += line.length + 1;
    }
    afterEmpty = line === '';
  }
  if (lines.length > 0) yield mailOf(lines);
}

function mailOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n'), 'latin1');
}
