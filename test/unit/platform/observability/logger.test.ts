import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import {
  createLogger,
  flushLogs,
  loggerOptions,
  maskPan,
} from '../../../../src/platform/observability/logger.js';

function logged(object: object): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  pino(loggerOptions('info', 'test'), sink).info(object, 'a line');
  return text;
}

it('writes JSON with time, level and service', () => {
  expect(JSON.parse(logged({ requestId: 'r1' }))).toMatchObject({
    level: 'info',
    service: 'test',
    requestId: 'r1',
    msg: 'a line',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
  });
});

it('has written every line when flushLogs returns', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manilla-log-'));
  const file = join(folder, 'lines.log');
  const fd = openSync(file, 'w');
  const logger = createLogger({ logLevel: 'info' }, 'test', fd);
  for (const msg of ['first', 'second', 'third']) logger.info(msg);
  expect(readFileSync(file, 'utf8')).toBe('');
  await flushLogs(logger);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(3);
  // Whoever forgets to flush has the line soon all the same.
  logger.info('fourth');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('fourth');
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

it('never writes what must stay secret, whoever logs it', () => {
  const names = [
    ...['authorization', 'clientSecret', 'access_token', 'accessCode', 'account', 'accountNumber'],
    ...['accountName', 'email', 'phoneNumber', 'firstName', 'lastName', 'customer', 'body'],
  ];
  const text = logged(Object.fromEntries(names.map((name) => [name, 'canary'])));
  expect(text).not.toContain('canary');
});

it('tells of an error its type, message, code and place, and not its row', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'canary' });
  const { err } = JSON.parse(logged({ err: error })) as { err: Record<string, unknown> };
  expect(err).toMatchObject({ type: 'Error', message: 'duplicate key', code: '23505' });
  expect(err['stack']).toContain('logger.test.ts');
  expect(JSON.stringify(err)).not.toContain('canary');
});

it('leaves the place out when the database is away: every request would repeat it', () => {
  const away = Object.assign(new Error('connect EAGAIN'), { code: 'EAGAIN', syscall: 'connect' });
  const { err } = JSON.parse(logged({ err: new Error('x', { cause: away }) })) as {
    err: { stack?: string; cause: Record<string, unknown> };
  };
  expect(err.cause).toEqual({ type: 'Error', message: 'connect EAGAIN', code: 'EAGAIN' });
  expect(err.stack).toContain('logger.test.ts');
});

it('does not repeat a card number that someone uses as a reference', () => {
  expect(maskPan('ORD-4111111111111111')).toBe('ORD-************1111');
  expect(maskPan('ORD-1001')).toBe('ORD-1001');
  expect(maskPan(undefined)).toBeUndefined();
});
