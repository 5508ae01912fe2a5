import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The bytes of a mail that are kept. A report comes before the mail that it returns, so this is enough. */
const maxMailBytes = 1024 * 1024;

/** Yields the mails of a file with one mail, of an mbox, or of a maildir. */
export async function* mailsIn(path: string): AsyncGenerator<Buffer> {
  if (!(await stat(path)).isDirectory()) {
    yield* mailsOfFile(path);
    return;
  }
  for (const folder of ['new', 'cur']) {
    // A folder without these two is no maildir, and reading it fails.
    for (const name of (await readdir(join(path, folder))).toSorted()) {
      yield mailFrom(createReadStream(join(path, folder, name)));
    }
  }
}

/**
 * Returns the beginning of a mail. The stream is still read to its end, because a mail server reports an error when its
 * program stops reading early.
 */
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
  // latin1 makes each byte one character, so that no byte is lost.
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
