import type { Cost, Loaded } from './in-process.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map((_, at) => (at ? '---:' : '---')).join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const against = (figure: number, goal: number, good: boolean): string =>
  `${figure < 10 ? ms(figure) : figure.toFixed(0)} (${good ? 'goal' : 'short of'} ${goal})`;

/** Requests a second and milliseconds, each beside its goal of quality part A. */
export const loadTable = (loaded: readonly Loaded[]): string[] =>
  table(
    ['', 'c=1: req/s', 'p50 ms', 'p95 ms', 'CPU ms', 'c=16: req/s', 'p95 ms', 'CPU ms', 'failed'],
    loaded.map(({ name, alone, together, goal }) => [
      name,
      against(alone.perSecond, goal.alone.perSecond, alone.perSecond >= goal.alone.perSecond),
      against(alone.p50, goal.alone.p50, alone.p50 <= goal.alone.p50),
      against(alone.p95, goal.alone.p95, alone.p95 <= goal.alone.p95),
      alone.cpuMs.toFixed(2),
      against(together.perSecond, goal.together.perSecond, together.perSecond >= goal.together.perSecond),
      against(together.p95, goal.together.p95, together.p95 <= goal.together.p95),
      together.cpuMs.toFixed(2),
      String(alone.failed + together.failed),
    ]),
  );

/** Capacity units and milliseconds of single calls, by the number of customers. */
export const costTable = (counts: readonly number[], costs: readonly (readonly Cost[])[]): string[] =>
  table(
    ['', ...counts.flatMap((count) => [`${count} customers: units`, 'ms'])],
    (costs[0] ?? []).map(({ what }, at) => [
      what.replace(/^page \d+ \((.*)\)$/, '$1 page'),
      ...costs.flatMap((of) => [(of[at]?.units ?? 0).toFixed(1), ms(of[at]?.milliseconds ?? 0)]),
    ]),
  );

export const exportLine = (
  where: string,
  { rows, seconds, residentMb }: { rows: number; seconds: number; residentMb: readonly number[] },
): string =>
  `- ${where}: ${rows} rows in ${seconds.toFixed(1)} s; process size on the way, in MB: ${residentMb.join(', ')}`;
