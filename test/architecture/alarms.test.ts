import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../../scripts/stack/layout.ts';
import { figures } from '../../src/reconciliation/figure.store.js';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const { groups } = parse(read('ops/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const cases = read('ops/alerts.test.yml');
const page = read('docs/alarms.md');
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

function promtool(...command: string[]): string {
  return execFileSync('promtool', command, { cwd: join(projectRoot, 'ops'), encoding: 'utf8' });
}

describe('the alarms', () => {
  test('are rules that Prometheus takes, and each fires in its cases and in no other', (context) => {
    if (!hasPromtool) {
      console.log(
        'There is no promtool on the PATH, so ops/alerts.yml was NOT checked (Debian: apt-get install prometheus).',
      );
      return context.skip('there is no promtool');
    }
    expect(promtool('check', 'config', 'prometheus.yml')).toContain(`${alerts.length} rules found`);
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  test('have a name of their own each', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  test.each(alerts)('$alert has a case, a severity, and a section that says what to do', (rule) => {
    const { alert, labels, annotations } = rule;
    expect(cases).toContain(`{alertname="${alert}"}`);
    expect(['page', 'ticket', 'info']).toContain(labels.severity);
    expect(annotations.runbook_url).toBe(`docs/alarms.md#${alert.toLowerCase()}`);
    const section = page.split(`### ${alert}\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0];
    expect(section).toContain(`\`${labels.severity}\``);
    expect(section).toMatch(/\*\*Safe:\*\*[^]+\*\*Do:\*\*/);
  });

  test('are the only ones that the page speaks of', () => {
    const told = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(told).toEqual(alerts.map(({ alert }) => alert));
  });
});

describe('the dashboards', () => {
  test.each(['operators', 'engineers'])(
    '%s is one that can be imported: no panel over another',
    (name) => {
      const file = `ops/grafana/${name}.json`;
      expect(existsSync(join(projectRoot, file))).toBe(true);
      const { uid, panels } = JSON.parse(read(file)) as {
        uid: string;
        panels: {
          id: number;
          title: string;
          gridPos: { x: number; y: number; w: number; h: number };
        }[];
      };
      expect(uid).toBe(`manilla-${name}`);
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
      );
      expect(new Set(squares).size).toBe(squares.length);
      expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    },
  );
});

describe('what every worker reads from the one database', () => {
  const inPanels = (of: unknown): string[] => {
    if (typeof of !== 'object' || of === null) return [];
    const own = 'expr' in of && typeof of.expr === 'string' ? [of.expr] : [];
    return [...own, ...Object.values(of).flatMap(inPanels)];
  };
  const panels = ['operators', 'engineers'].flatMap((name) =>
    inPanels(JSON.parse(read(`ops/grafana/${name}.json`))),
  );
  const names = figures.map(({ name }) => name);
  /** Of three workers the largest is the figure; added up they would be three times as much. */
  const asOne = new RegExp(`max(?: by \\([^)]*\\))? ?\\((?:${names.join('|')})\\b`, 'g');

  test.each([...alerts.map(({ expr }) => expr), ...panels])('is told once: %s', (expr) => {
    const rest = expr.replaceAll(asOne, '');
    expect(names.filter((name) => new RegExp(`\\b${name}\\b`).test(rest))).toEqual([]);
  });

  test('is in both', () => {
    expect(
      [...alerts.map(({ expr }) => expr), ...panels].join(' ').match(asOne)?.length,
    ).toBeGreaterThan(30);
  });
});
