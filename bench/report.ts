import type { Burst, Lag } from './burst.ts';
import type { Cost } from './call-costs.ts';
import type { FigureLag } from './insight.ts';
import type { Figures } from './measure.ts';
import type { Compared } from './over-http.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map((_, at) => (at ? '---:' : '---')).join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

export const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const goal = (figure: number, wanted: number, good: boolean): string =>
  `${figure < 10 ? ms(figure) : figure.toFixed(0)} (${good ? 'goal' : 'short of'} ${wanted})`;
const atLeast = (figure: number, wanted: number): string => goal(figure, wanted, figure >= wanted);
const atMost = (figure: number, wanted: number): string => goal(figure, wanted, figure <= wanted);

/** Requests a second and milliseconds, each beside its goal of quality part A. */
export const loadTable = (loaded: readonly Compared[]): string[] =>
  table(
    ['', 'c=1: req/s', 'p50 ms', 'p95 ms', 'CPU ms', 'c=16: req/s', 'p95 ms', 'CPU ms', 'failed'],
    loaded.map(({ name, alone, together, goal }) => [
      name,
      atLeast(alone.perSecond, goal.alone.perSecond),
      atMost(alone.p50, goal.alone.p50),
      atMost(alone.p95, goal.alone.p95),
      alone.cpuMs.toFixed(2),
      atLeast(together.perSecond, goal.together.perSecond),
      atMost(together.p95, goal.together.p95),
      together.cpuMs.toFixed(2),
      String(alone.failed + together.failed),
    ]),
  );

/** The share of the floor that is aimed at, by how the name of what is measured begins. */
const shares: readonly (readonly [string, number])[] = [
  ['create', 0.5],
  ['record payment', 0.6],
  ['get a whole case', 0.7],
];

/**
 * How near the product comes to its floor: of what writes half is aimed at, of what reads three quarters. The share of
 * processor time (the floor's a request, of the product's) says the same of a machine that others keep busy.
 */
export const floorTable = (compared: readonly Compared[]): string[] => {
  const ratio = (product: Figures, floor: Figures, wanted: number): string => {
    const share = product.perSecond / floor.perSecond;
    return `${share.toFixed(2)} (${share >= wanted ? 'goal' : 'short of'} ${wanted})`;
  };
  return table(
    [
      '',
      'c=1: floor req/s',
      'product req/s',
      'share',
      'of CPU',
      'c=16: floor req/s',
      'product req/s',
      'share',
      'of CPU',
      'failed',
    ],
    compared.map(({ name, alone, together, floor }) => {
      const wanted = shares.find(([start]) => name.startsWith(start))?.[1] ?? 0.75;
      return [
        name,
        floor.alone.perSecond.toFixed(0),
        alone.perSecond.toFixed(0),
        ratio(alone, floor.alone, wanted),
        (floor.alone.cpuMs / alone.cpuMs).toFixed(2),
        floor.together.perSecond.toFixed(0),
        together.perSecond.toFixed(0),
        ratio(together, floor.together, wanted),
        (floor.together.cpuMs / together.cpuMs).toFixed(2),
        String(floor.alone.failed + floor.together.failed + alone.failed + together.failed),
      ];
    }),
  );
};

const GROWTH = 1.3;

/** Milliseconds over HTTP by size of an organization, each beside the first one's. */
export const scaleTable = (sizes: readonly { name: string; times: Map<string, number> }[]): string[] => {
  const [first, ...others] = sizes;
  return table(
    ['', `${first?.name}: ms`, ...others.flatMap(({ name }) => [`${name}: ms`, 'times'])],
    [...(first?.times ?? [])].map(([what, base]) => [
      what,
      base.toFixed(2),
      ...others.flatMap(({ times }) => {
        const growth = (times.get(what) ?? 0) / base;
        return [(times.get(what) ?? 0).toFixed(2), atMost(Number(growth.toFixed(2)), GROWTH)];
      }),
    ]),
  );
};

/** Calls whose answers hold few cases of a thousand and a full page of many: by days to come, and by names. */
const answersGrow: ReadonlySet<string> = new Set([
  'by services of 7 days',
  'search, a last name',
  'search, a whole name',
  'home',
  'dashboard',
  'dashboard of a location',
  'records behind contracts',
  'records behind money',
  'records behind what is owed',
  'calendar',
  'calendar, 7 days',
  'calendar, 42 days',
  'calendar, 42 days of a location',
  'calendar, cremations',
  'what is due',
  'payments of a day, summed up',
]);
const mark = ' ¹';

/** Costs of few cases; those of calls whose answers would be nearly empty are taken where as few lie as near as many do. */
export const fullPages = (few: readonly Cost[], dense: readonly Cost[]): Cost[] =>
  few.map((cost, at) => (answersGrow.has(cost.what) ? { ...(dense[at] ?? cost), what: `${cost.what}${mark}` } : cost));

export const fullPagesNote = (few: number, many: number): string =>
  `${mark.trim()} A full page beside a full page: the ${few} cases of this row lie as near one another as ${many} do, ` +
  'as many opened a day and as many of one name.';

/** The times of the same calls beside few cases that are spread as far as many, so that their pages are nearly empty. */
export const emptyPagesNote = (few: readonly Cost[], many: readonly Cost[]): string => {
  const rows = few.flatMap(({ what, milliseconds }, at) =>
    answersGrow.has(what) ? [`${what} ${((many[at]?.milliseconds ?? 0) / milliseconds).toFixed(1)}`] : [],
  );
  return `Their times beside as few cases that are spread as far as all, whose pages are nearly empty: ${rows.join(', ')}.`;
};

/** Capacity units and milliseconds of calls by size of an organization, each beside the first one's. */
export const growthTable = (sizes: readonly { name: string; costs: readonly Cost[] }[]): string[] => {
  const [first, ...others] = sizes;
  const beside = (of: number, base: number): string =>
    `${of < 10 ? of.toFixed(1) : of.toFixed(0)}: ${atMost(Number((of / base).toFixed(2)), GROWTH)}`;
  return table(
    ['', `${first?.name}: units`, 'ms', ...others.flatMap(({ name }) => [`${name}: units, times`, 'ms, times'])],
    (first?.costs ?? []).map(({ what, units, milliseconds }, at) => [
      what,
      units.toFixed(1),
      milliseconds.toFixed(1),
      ...others.flatMap(({ costs }) => {
        const { units: more = 0, milliseconds: longer = 0 } = costs[at] ?? {};
        return [beside(more, units), beside(longer, milliseconds)];
      }),
    ]),
  );
};

export const burstLines = ({ creates, seconds, projectedSeconds, idleSeconds, gets }: Burst): string[] => [
  `- ${creates} creates from 16 clients in ${seconds.toFixed(1)} s (${(creates / seconds).toFixed(0)} a second)`,
  `- the list counts them all ${projectedSeconds.toFixed(1)} s after the last answer; the background has nothing more to ` +
    `do after ${atMost(Number(idleSeconds.toFixed(1)), 30)} s`,
  `- a get meanwhile: p50 ${ms(gets.after.p50)} ms, p99 ${atMost(gets.after.p99, 25)} ms (${gets.after.count} of them); ` +
    `during the creates: p50 ${ms(gets.during.p50)} ms, p99 ${ms(gets.during.p99)} ms`,
];

export const lagLine = ({ writesPerSecond, sampled, p50, p95 }: Lag): string =>
  `- ${writesPerSecond} creates a second: a search finds a customer after p50 ${ms(p50)} ms, p95 ${atMost(p95, 150)} ms ` +
  `(${sampled} looked for every 15 ms)`;

export const figureLagLine = ({ writesPerSecond, sampled, p50, p95, failed }: FigureLag): string =>
  `- ${writesPerSecond} writes a second, one in five of them a payment: it stands in the figures of its day after p50 ` +
  `${ms(p50)} ms, p95 ${atMost(p95, 150)} ms (${sampled} looked for every 15 ms; ${failed} writes failed)`;

export const idleLine = ({ percent, processes }: { percent: number; processes: number }): string =>
  `- ${processes} processes use ${atMost(Number(percent.toFixed(2)), 1)} % of a core`;
