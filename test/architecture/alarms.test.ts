import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { parse, stringify } from 'yaml';
import { drawsWholeSamples } from '../support/model-play.js';
import { projectRoot } from '../../scripts/stack/layout.ts';
import { figures } from '../../src/upkeep/reconciliation/figure.store.js';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string; readonly reader: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const { groups } = parse(read('ops/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const cases = read('ops/alerts.test.yml');
const allCases = cases + read('ops/alerts-of-a-day.test.yml');
const page = read('docs/alarms.md');
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

function promtool(...command: string[]): string {
  return execFileSync('promtool', command, { cwd: join(projectRoot, 'ops'), encoding: 'utf8' });
}

/** False, and told: promtool is not on the PATH. */
function checksRules(context: TestContext): boolean {
  if (hasPromtool) return true;
  console.log(
    'There is no promtool on the PATH, so ops/alerts.yml was NOT checked (Debian: apt-get install prometheus).',
  );
  context.skip('there is no promtool');
  return false;
}

interface Series {
  readonly series: string;
  readonly values: string;
}

/** Figures of the database, and what else every worker tells of the one installation: the largest counts. */
const documentedByEach = [
  ...figures.map(({ name }) => name),
  'manilla_figures_read',
  'manilla_reconciliation_success_timestamp_seconds',
];

/** The cases of what the database tells, in which two more workers tell the same. */
function casesOfThree(): string {
  const { tests, ...rest } = parse(cases) as { tests: { input_series: Series[] }[] };
  const alike = ({ series, values }: Series): Series[] => {
    const isFigure = figures.some(({ name }) => series.startsWith(`${name}{`));
    if (!isFigure) return [{ series, values }];
    return ['', '-2', '-3'].map((other) => ({
      series: series.replace(/instance="(\w+)"/, `instance="$1${other}"`),
      values,
    }));
  };
  return stringify({
    ...rest,
    rule_files: [join(projectRoot, 'ops', 'alerts.yml')],
    tests: tests.flatMap(({ input_series: ofOne, ...each }) => {
      const ofThree = ofOne.flatMap(alike);
      return ofThree.length > ofOne.length ? [{ ...each, input_series: ofThree }] : [];
    }),
  });
}

describe('the alarms', () => {
  test('are rules that Prometheus takes, and each fires in its cases and in no other', (context) => {
    if (!checksRules(context)) return;
    expect(promtool('check', 'config', 'prometheus.yml')).toContain(`${alerts.length} rules found`);
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  test('do not call a route slow that waits because its caller asks it to', () => {
    const slow = alerts.find(({ alert }) => alert === 'ManillaApiSlow')?.expr ?? '';
    const leftOut = new RegExp(`^(?:${/route!~"([^"]+)"/.exec(slow)?.[1]})$`);
    const { paths } = JSON.parse(read('openapi.json')) as {
      paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
    };
    const waiting = Object.entries(paths).flatMap(([path, operations]) => {
      const parameters = Object.values(operations).flatMap((each) => each.parameters ?? []);
      const waits = parameters.some(({ name }) => name === 'Prefer');
      return waits ? [path.replaceAll(/\{(\w+)\}/g, ':$1')] : [];
    });
    expect(waiting).not.toEqual([]);
    expect(waiting.filter((route) => !leftOut.test(route))).toEqual([]);
  });

  test.runIf(drawsWholeSamples)('fire in the cases of half a day, and in no other', (context) => {
    if (!checksRules(context)) return;
    expect(promtool('test', 'rules', 'alerts-of-a-day.test.yml')).toContain('SUCCESS');
  });

  test.runIf(drawsWholeSamples)(
    'fire neither more often nor otherwise when three workers tell of the one database',
    (context) => {
      if (!checksRules(context)) return;
      const folder = mkdtempSync(join(tmpdir(), 'manilla-alarms-'));
      try {
        const file = join(folder, 'three.test.yml');
        const text = casesOfThree();
        expect(text.match(/-3"/g)?.length).toBeGreaterThan(40);
        writeFileSync(file, text);
        expect(promtool('test', 'rules', file)).toContain('SUCCESS');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test('have a name of their own each', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  test.each(alerts)('$alert has a case, a severity, and a section that says what to do', (rule) => {
    const { alert, labels, annotations } = rule;
    expect(allCases).toContain(`{alertname="${alert}"}`);
    expect(['page', 'ticket', 'info']).toContain(labels.severity);
    const place = `/docs/alarms.md#${alert.toLowerCase()}`;
    expect(annotations.runbook_url).toBe(`{{ $externalLabels.manilla_docs }}${place}`);
    // What stands in braces is read and not shown.
    expect(annotations.summary.replaceAll(/\{\{.*?\}\}/g, '')).not.toMatch(/minor|kobo/);
    const section = page.split(`### ${alert}\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0];
    expect(section).toContain(`\`${labels.severity}\`, ${labels.reader}.`);
    expect(section).toMatch(/\*\*Safe:\*\*[^]+\*\*Do:\*\*/);
  });

  test.each(alerts.filter(({ labels }) => labels.reader === 'operators'))(
    '$alert asks of operators only what they can do at the desk or by telephone',
    ({ alert }) => {
      const section = page.split(`### ${alert}\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0] ?? '';
      const todo = section.split('**Do:**')[1] ?? '';
      expect(todo).not.toMatch(
        /np[mx] run|npx |\bselect\b|sum by|rate\(|pg_stat|\/health|_total|Temporal/,
      );
    },
  );

  test('have readers: operators or engineers', () => {
    const readers = alerts.map(({ labels }) => labels.reader);
    expect([...new Set(readers)].toSorted()).toEqual(['engineers', 'operators']);
  });

  test('carry links whose base addresses Prometheus is given', () => {
    const { global } = parse(read('ops/prometheus.yml')) as {
      global: { external_labels: Record<string, string> };
    };
    const names = alerts.flatMap(({ annotations }) =>
      [
        ...Object.values(annotations)
          .join(' ')
          .matchAll(/externalLabels\.(\w+)/g),
      ].map(([, name = '']) => name),
    );
    expect(new Set(names)).toEqual(new Set(['manilla_docs', 'manilla_desk']));
    expect(Object.keys(global.external_labels).toSorted()).toEqual([
      'manilla_desk',
      'manilla_docs',
    ]);
  });

  test('are the only ones that the page speaks of', () => {
    const documented = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(documented).toEqual(alerts.map(({ alert }) => alert));
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
  /** Of three workers the largest is the figure; added up they would be three times as much. */
  const asOne = new RegExp(`max(?: by \\([^)]*\\))? ?\\((?:${documentedByEach.join('|')})\\b`, 'g');
  const expressions = [...alerts.map(({ expr }) => expr), ...panels];

  test.each(expressions)('is told once: %s', (expr) => {
    // Beside each other, by instance, only on the dashboard and only whether a worker can read them.
    const rest = expr.replaceAll(asOne, '').replace(/^manilla_figures_read$/, '');
    expect(documentedByEach.filter((name) => new RegExp(`\\b${name}\\b`).test(rest))).toEqual([]);
  });

  /** The largest of three processes says nothing of all: they are added up, or stand beside each other by instance. */
  test.each(expressions)('and what is of a process alone is not: %s', (expr) => {
    const ofOne = expr.replaceAll(asOne, '');
    expect(ofOne).not.toMatch(
      /\b(?:max|min|avg|count)(?: (?:by|without) \([^)]*\))? ?\((?:rate\()?(?:manilla|process|nodejs|temporal|service)_/,
    );
  });

  test('is in both', () => {
    expect(
      [...alerts.map(({ expr }) => expr), ...panels].join(' ').match(asOne)?.length,
    ).toBeGreaterThan(30);
  });
});
