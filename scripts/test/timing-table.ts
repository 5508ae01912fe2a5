import { availableParallelism } from 'node:os';
import type { FileLine, PhaseLine, TimingLine } from './phases.ts';

interface Whole {
  readonly endedAtMs: number;
  readonly cpuMs: number | undefined;
}

/** Where the time of a run went: its phases as they came, then its files, the longest first. */
export function timingTable(lines: readonly TimingLine[], whole: Whole): string[] {
  const phases = lines.filter((line): line is PhaseLine => 'phase' in line);
  const files = lines.filter((line): line is FileLine => 'file' in line);
  const beganAtMs = Math.min(...lines.map((line) => line.beganAtMs));
  return [
    ...phaseTable(phases, beganAtMs),
    '',
    ...fileTable(files),
    '',
    ...sumLines(files),
    wholeLine(whole, beganAtMs),
  ];
}

function phaseTable(phases: readonly PhaseLine[], beganAtMs: number): string[] {
  const inOrder = phases.toSorted((one, other) => one.beganAtMs - other.beganAtMs);
  return table(
    ['phase', 'from', 'took', 'processor'],
    inOrder.map((each) => [
      each.phase,
      seconds(each.beganAtMs - beganAtMs),
      seconds(each.wallMs),
      seconds(each.cpuMs),
    ]),
  );
}

const fileHead = ['file', 'took', 'loading', 'processor', 'programs', 'waiting', 'tests'];

function fileTable(files: readonly FileLine[]): string[] {
  const longestFirst = files.toSorted((one, other) => other.wallMs - one.wallMs);
  return table(
    fileHead,
    longestFirst.map((file) => [file.file, ...timesOf([file])]),
  );
}

function sumLines(files: readonly FileLine[]): string[] {
  const projects = [...new Set(files.map(({ project }) => project))];
  const sums = projects.map(
    (name) => [name, files.filter(({ project }) => project === name)] as const,
  );
  return table(
    ['all files of', ...fileHead.slice(1)],
    [...sums, ['all', files] as const].map(([name, each]) => [
      `${name} (${each.length})`,
      ...timesOf(each),
    ]),
  );
}

/** A file waits while neither its fork nor a program that it started computes; the shared servers may. */
function timesOf(files: readonly FileLine[]): string[] {
  const sum = (of: (file: FileLine) => number | undefined): number | undefined =>
    files.reduce<number | undefined>((total, file) => {
      const value = of(file);
      return total === undefined || value === undefined ? undefined : total + value;
    }, 0);
  const waitingMs = ({ wallMs, cpuMs, programsCpuMs }: FileLine): number | undefined =>
    cpuMs === undefined || programsCpuMs === undefined
      ? undefined
      : Math.max(0, wallMs - cpuMs - programsCpuMs);
  return [
    seconds(sum(({ wallMs }) => wallMs)),
    seconds(sum(({ loadMs }) => loadMs)),
    seconds(sum(({ cpuMs }) => cpuMs)),
    seconds(sum(({ programsCpuMs }) => programsCpuMs)),
    seconds(sum(waitingMs)),
    String(sum(({ tests }) => tests)),
  ];
}

function wholeLine({ endedAtMs, cpuMs }: Whole, beganAtMs: number): string {
  const wallMs = endedAtMs - beganAtMs;
  const cores = availableParallelism();
  const took = `the whole run took ${seconds(wallMs)} s`;
  if (cpuMs === undefined) return took;
  const busy = Math.round((100 * cpuMs) / (wallMs * cores));
  return `${took}, and ${seconds(cpuMs)} s of processor time: ${busy} % of ${cores} processors`;
}

/** Unknown times are told as such. */
function seconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '-' : (milliseconds / 1_000).toFixed(1);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_name, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  return all.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
