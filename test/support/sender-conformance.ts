import { describe, expect, it } from 'vitest';
import type { MessageSender, SendResult } from '../../src/notify/senders/sender.port.js';
import { outgoing } from './outgoing-message.js';

/** A sender with its other side, in one of the states that every sender must tell apart. */
export interface SenderCase extends AsyncDisposable {
  readonly sender: MessageSender;
}

/** How a dialect brings each state about; null: it cannot happen there. */
export interface SenderCases {
  readonly accepts: () => Promise<SenderCase>;
  readonly refusesTheAddress: (() => Promise<SenderCase>) | null;
  readonly isBusy: (() => Promise<SenderCase>) | null;
  readonly isAway: (() => Promise<SenderCase>) | null;
  readonly fallsSilentAfterTaking: (() => Promise<SenderCase>) | null;
}

/** What every sender promises, whatever its dialect. Run it for each, with a real other side. */
export function describeSender(name: string, cases: SenderCases, to: string): void {
  const sendings = async (make: () => Promise<SenderCase>, times = 1): Promise<SendResult[]> => {
    await using one = await make();
    const made: SendResult[] = [];
    for (let at = 0; at < times; at += 1) made.push(await one.sender.send(outgoing({ to })));
    await one.sender.close();
    return made;
  };
  const given = (make: (() => Promise<SenderCase>) | null) => (make === null ? it.skip : it);

  describe(`the sender ${name}`, () => {
    it('says that a message was accepted, and says it again for the same message', async () => {
      const made = await sendings(cases.accepts, 2);
      expect(made.map(({ outcome }) => outcome)).toEqual(['ACCEPTED', 'ACCEPTED']);
    });

    given(cases.refusesTheAddress)('tells a bad address from its own troubles', async () => {
      const [sending] = await sendings(cases.refusesTheAddress ?? cases.accepts);
      expect(sending).toMatchObject({ outcome: 'REFUSED', cause: 'ADDRESS', again: 'NEVER' });
    });

    given(cases.isBusy)('asks for another attempt when it is not now', async () => {
      const [sending] = await sendings(cases.isBusy ?? cases.accepts);
      expect(sending).toMatchObject({ outcome: 'REFUSED', again: 'LATER' });
    });

    given(cases.isAway)('knows that nothing was sent when nobody is there', async () => {
      const [sending] = await sendings(cases.isAway ?? cases.accepts);
      expect(sending).toMatchObject({ outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' });
    });

    given(cases.fallsSilentAfterTaking)(
      'does not know what became of a message whose answer is lost',
      async () => {
        const [sending] = await sendings(cases.fallsSilentAfterTaking ?? cases.accepts);
        expect(sending?.outcome).toBe('UNKNOWN');
      },
    );

    it('has a code that is short and names nobody', async () => {
      for (const make of [cases.refusesTheAddress, cases.isBusy, cases.isAway]) {
        if (make === null) continue;
        const [sending] = await sendings(make);
        expect(sending).toMatchObject({ code: expect.stringMatching(/^[A-Z][A-Z0-9_]{1,29}$/) });
      }
    });
  });
}
