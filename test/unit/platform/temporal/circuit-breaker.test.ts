import { describe, expect, test } from 'vitest';
import { CircuitBreaker } from '../../../../src/platform/temporal/circuit-breaker.js';

const breakerAfter = (failures: number, atMs = 0): CircuitBreaker => {
  const breaker = new CircuitBreaker({ failures: 3, minOpenMs: 100, maxOpenMs: 350 });
  for (let i = 0; i < failures; i += 1) breaker.failed(atMs);
  return breaker;
};

describe('the circuit breaker', () => {
  test('stays closed below its number of failures in a row', () => {
    expect(breakerAfter(2).allows(0)).toBe(true);
    const breaker = breakerAfter(2);
    breaker.succeeded();
    expect(breaker.failed(0)).toBe(false);
    expect(breaker.allows(0)).toBe(true);
  });

  test('says once that it has opened, and then lets nothing through', () => {
    const breaker = breakerAfter(2);
    expect(breaker.failed(0)).toBe(true);
    expect(breaker.failed(0)).toBe(false);
    expect(breaker.allows(99)).toBe(false);
  });

  test('lets one caller through when the time is over, and all of them when that one succeeds', () => {
    const breaker = breakerAfter(3);
    expect([breaker.allows(100), breaker.allows(100)]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.allows(101), breaker.allows(101)]).toEqual([true, true]);
  });

  test('waits twice as long after each try that fails, up to its limit', () => {
    const breaker = breakerAfter(3);
    const openFor = [];
    for (let atMs = 0, tries = 0; tries < 4; atMs += 10) {
      if (!breaker.allows(atMs)) continue;
      breaker.failed(atMs);
      openFor.push(atMs);
      tries += 1;
    }
    expect(openFor).toEqual([100, 300, 650, 1_000]);
  });

  test('does not wait longer for calls that were under way when it opened', () => {
    const breaker = breakerAfter(30);
    expect(breaker.allows(100)).toBe(true);
  });
});
