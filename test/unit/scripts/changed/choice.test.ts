import { describe, expect, it } from 'vitest';
import { choose, type Candidate } from '../../../../scripts/changed/choice.js';
import { reportOf } from '../../../../scripts/changed/report.js';

const candidate = (test: string, steps: number, seconds = 1): Candidate => ({
  ...{ test: `test/${test}.test.ts`, steps, seconds },
});
const names = (candidates: readonly Candidate[]) =>
  candidates.map(({ test }) => test.replace(/^test\/|\.test\.ts$/g, ''));
const many = (kind: string, count: number, steps: number, seconds: number) =>
  Array.from({ length: count }, (_none, index) =>
    candidate(`${kind}/${index}`, steps + index / 100, seconds),
  );

describe('a choice of tests', () => {
  it('takes the nearest first, and of those as near the shortest', () => {
    const { chosen } = choose([
      [candidate('unit/far', 4), candidate('unit/long', 2, 3), candidate('unit/near', 2)],
    ]);
    expect(names(chosen)).toEqual(['unit/near', 'unit/long', 'unit/far']);
  });

  it('ends within the time, several files at once, and says what it has left', () => {
    const { chosen, noTime } = choose([many('integration', 40, 2, 2)]);
    expect(chosen).toHaveLength(21);
    expect(names(chosen)[0]).toBe('integration/0');
    expect(noTime).toHaveLength(19);
  });

  it('leaves time for tests that run programs, and gives them what the others do not need', () => {
    const programs = many('e2e', 10, 5, 10);
    expect(choose([[...many('unit', 100, 1, 1), ...programs]]).chosen).toHaveLength(28 + 6);
    expect(choose([programs]).chosen).toHaveLength(10);
  });

  it('counts a file as long as it takes, and looks for a shorter one behind it', () => {
    const { chosen } = choose([
      [
        candidate('e2e/long', 1, 40),
        candidate('e2e/one', 2, 30),
        candidate('workflows/two', 3, 30),
      ],
    ]);
    expect(names(chosen)).toEqual(['e2e/one', 'workflows/two']);
  });

  it('has room for each change, however much the others can break', () => {
    const { chosen } = choose([
      many('integration', 40, 1, 2),
      [candidate('integration/small', 7, 2)],
    ]);
    expect(names(chosen).slice(0, 2)).toEqual(['integration/0', 'integration/small']);
  });

  it('does not take what is far only because there is time', () => {
    const { chosen, far } = choose([[candidate('unit/near', 3), candidate('unit/far', 15)]]);
    expect([names(chosen), names(far)]).toEqual([['unit/near'], ['unit/far']]);
  });
});

describe('its report', () => {
  const report = (...candidates: Candidate[]) => {
    const perChange = [{ path: 'src/a.ts', candidates, reached: new Map() }];
    return reportOf('origin/main', perChange, choose([candidates]), 9).join('\n');
  };

  it('names the tests it leaves to the whole suite, and why', () => {
    const text = report(candidate('unit/a', 2), candidate('e2e/b', 3, 90), candidate('e2e/c', 30));
    expect(text).toMatch(/1 of 9 test files chosen:\n {2}test\/unit\/a\.test\.ts/);
    expect(text).toMatch(
      /1 that are near, but there is no time .*\n {2}test\/e2e\/b\.test\.ts {2}90 s/,
    );
    expect(text).toMatch(/left to the whole suite: 1 that meet the change only from far/);
    expect(text).toMatch(/no way from the change leads to the other 6/);
    expect(text).not.toContain('NOT TESTED');
  });

  it.each([
    ['leads nowhere', []],
    ['leads to what takes too long', [candidate('e2e/long', 1, 200)]],
  ])('never passes over a change that %s', (_, candidates) => {
    expect(report(...candidates)).toContain('NOT TESTED: src/a.ts');
  });
});
