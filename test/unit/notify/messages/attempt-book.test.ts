import { expect, it } from 'vitest';
import type { RecordedAttempt } from '../../../../src/notify/messages/claimed-message.js';
import { AttemptBook } from '../../../../src/notify/messages/attempt-book.js';

const attempt = (messageId: string): RecordedAttempt => ({
  ...{ messageId, attempt: 1, status: 'ACCEPTED', reason: null, sender: 'smtp' },
  ...{ reference: null, dueInMs: null, isAddress: false },
});

it('what became of several attempts is written together, and each knows when', async () => {
  const written: string[][] = [];
  const book = new AttemptBook(async (attempts) => {
    written.push(attempts.map(({ messageId }) => messageId));
  });
  await Promise.all([book.write(attempt('msg_1')), book.write(attempt('msg_2'))]);
  expect(written).toEqual([['msg_1', 'msg_2']]);
  await book.write(attempt('msg_3'));
  expect(written).toEqual([['msg_1', 'msg_2'], ['msg_3']]);
});

it('who could not be written down is told, and those who come later are written', async () => {
  let isAway = true;
  const book = new AttemptBook(async () => {
    if (isAway) throw new Error('the database is away');
  });
  const both = [book.write(attempt('msg_1')), book.write(attempt('msg_2'))];
  expect(await Promise.allSettled(both)).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  isAway = false;
  await expect(book.write(attempt('msg_3'))).resolves.toBeUndefined();
});
