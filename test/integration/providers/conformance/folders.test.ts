import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../scripts/stack/layout.ts';
import type { NoticeOutcome } from '../../../../src/providers/notice.js';
import { providerFolders } from '../../../../src/providers/registry.js';
import { sealKeySet } from '../../../support/key-sets.js';

const outcomes: readonly NoticeOutcome[] = [
  ...(['BOOKED', 'DUPLICATE', 'NOT_OURS', 'NOT_GENUINE', 'UNREADABLE'] as const),
  ...(['NOT_CONFIRMED', 'FAILED'] as const),
];
const garbage = ['', '{', '[]', 'null', '{"a":1}', '<xml/>', '\0', '{"a":'.repeat(5_000)];

/** What every folder of src/providers must keep: that it has the halves that it says it has, and says what it was made from. */
describe.each(providerFolders.map((folder) => [folder.name, folder] as const))(
  'the folder %s',
  (name, folder) => {
    const opened = () =>
      folder.open({
        values: new Map(),
        ...{
          timeoutMs: 1_000,
          connections: 4,
          callsPerSecond: 100,
          simulatorUrl: 'http://127.0.0.1:9',
        },
        hookKeys: sealKeySet(inject('stack').env),
      });
    const { capabilities: can } = folder;

    it('has a name for paths and settings, and explains each setting', () => {
      expect(name).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
      const names = folder.settings.map((setting) => setting.name);
      expect(new Set(names).size).toBe(names.length);
      for (const setting of folder.settings) {
        expect(setting.name).toMatch(/^[A-Z][A-Z_]*$/);
        expect(setting.about).toMatch(/\w+ \w+/);
      }
    });

    it('has the halves that it says it has, and no other', () => {
      const { bank, cards, notices, confirm } = opened();
      expect(bank !== null, 'the bank half').toBe(
        can.outward !== null || can.numbers?.whose === 'THEIRS',
      );
      expect(bank?.openAccount !== undefined, 'openAccount of the bank').toBe(
        can.numbers?.whose === 'THEIRS',
      );
      expect(bank?.refund !== undefined, 'refund of the bank').toBe(can.refunds === 'REFUND_CALL');
      expect(bank?.capabilities.statement === 'LINES', 'the statement').toBe(
        can.statement === 'LINES',
      );
      expect(bank?.enterCode !== undefined, 'enterCode of the bank').toBe(
        can.outward?.waitsFor === 'CODE',
      );
      expect(cards?.open !== undefined, 'open of the cards').toBe(can.cards?.first === 'PAGE');
      expect(cards !== null, 'the card half').toBe(can.cards !== null);
      expect(notices !== null, 'the reader of notices').toBe(can.inbound !== null);
      expect(confirm !== null, 'confirm: nothing asks about a credit').toBe(
        can.inbound?.confirmed ?? false,
      );
      // A signature that covers nothing of the body proves nothing of it.
      const provesNothing = ['STATIC', 'NONE'].includes(can.inbound?.signature ?? '');
      if (provesNothing) expect(can.inbound?.confirmed).toBe(true);
    });

    it('takes our 30 digits as the reference of a transfer', () => {
      if (can.outward !== null) expect('1'.repeat(30)).toMatch(can.outward.reference);
    });

    it.runIf(can.inbound !== null).each(garbage)('reads %j without a fault', (text) => {
      const { notices } = opened();
      const notice = { headers: {}, body: Buffer.from(text), part: null };
      expect(notices?.isGenuine(notice), 'isGenuine of an unsigned notice').toBe(
        can.inbound?.signature === 'NONE',
      );
      expect(notices?.read(notice).kind).not.toBe('CREDIT');
      for (const outcome of outcomes) {
        expect(notices?.answer(outcome, notice).status).toBeGreaterThanOrEqual(200);
      }
      // What is not ours is no fault of the provider, which would send it again and again.
      expect(notices?.answer('NOT_OURS', notice).status).toBe(200);
    });

    it.runIf(folder.untried !== null)(
      'says what it was made from, and what was never tried',
      () => {
        const file = join(projectRoot, 'src/providers', name, 'README.md');
        expect(existsSync(file), `${file} is missing`).toBe(true);
        const page = readFileSync(file, 'utf8');
        for (const part of ['## Sources', '## Settings, and why', '## Never tried']) {
          expect(page).toContain(part);
        }
        for (const { name: setting, otherwise } of folder.settings) {
          if (otherwise === null) expect(page).toContain(`\`${setting}\``);
        }
      },
    );
  },
);
