import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseGenerators, generators } from '../../../../scripts/clients/generators.ts';
import { projectRoot } from '../../../../scripts/stack/layout.ts';

const namesOf = (only?: string): string[] => chooseGenerators(only).map(({ name }) => name);

describe('--only', () => {
  it('chooses the generators that it names, in the order of the table', () => {
    expect(namesOf('python,go')).toEqual(['go', 'python']);
    expect(namesOf('go, java')).toEqual(['java', 'go']);
  });

  it('left out, chooses all', () => {
    expect(namesOf()).toEqual(generators.map(({ name }) => name));
  });

  it.each(['rust', 'go,rust', ''])('names the generators that there are, given "%s"', (only) => {
    expect(() => namesOf(only)).toThrow(/There is no generator .*; there are java, kotlin, go/);
  });
});

describe('the table of generators', () => {
  it('has a program that pays for each', () => {
    const programs = generators.map(({ name, program }) =>
      join(projectRoot, 'scripts', 'clients', name, program),
    );
    expect(programs.filter((program) => !existsSync(program))).toEqual([]);
  });

  it('makes clients in four languages besides TypeScript, and two in TypeScript', () => {
    const languages = generators.map(({ language }) => language);
    expect(languages.filter((language) => language === 'TypeScript')).toHaveLength(2);
    expect(new Set(languages).size).toBe(5);
  });

  it('needs Java and Maven wherever it starts the jar', () => {
    const withJar = generators.filter(({ generate }) => generate.join().includes('java -jar'));
    expect(withJar.length).toBeGreaterThan(0);
    for (const { needs } of withJar)
      expect(needs).toEqual(expect.arrayContaining(['java', 'maven']));
  });
});
