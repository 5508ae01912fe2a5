import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCopy, SealedOutbox } from '../../../../src/notify/messages/outbox.js';
import { LogSender } from '../../../../src/notify/senders/log/log-sender.js';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import { sealKeySet } from '../../../support/key-sets.js';
import { MessageWorld } from '../../../support/message-world.js';
import { outgoing } from '../../../support/outgoing-message.js';
import { describeSender } from '../../../support/sender-conformance.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());

const keySet = sealKeySet({ MANILLA_SEAL_KEY: randomBytes(32).toString('base64url') });
const seal = createSecretSeal(keySet, 'message copy');
const over = async (store: ConstructorParameters<typeof SealedOutbox>[0]) => ({
  sender: new LogSender('EMAIL', new SealedOutbox(store, seal)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

describeSender(
  'log',
  {
    accepts: () => over(world.store),
    refusesTheAddress: null,
    isBusy: null,
    isAway: () => over({ keepCopy: () => Promise.reject(new Error('the database is away')) }),
    fallsSilentAfterTaking: null,
  },
  'ada@example.ng',
);

it('keeps the message whole, sealed, and once', async () => {
  await using one = await over(world.store);
  const message = outgoing({ messageId: 'msg_01M8CKVVP5F3T9Y8EJCBJ6JTTQ' });
  await one.sender.send(message);
  await one.sender.send(message);
  const { rows } = await world.shop.pool.query<{ sealed: Buffer }>(
    'select sealed from message_copy where message_id = $1',
    [message.messageId],
  );
  expect(rows).toHaveLength(1);
  const sealed = rows[0]?.sealed ?? Buffer.of();
  expect(sealed.includes('ada@example.ng')).toBe(false);
  expect(openCopy(seal, message.messageId, sealed)).toEqual(message);
});
