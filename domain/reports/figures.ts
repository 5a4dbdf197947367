import { toDecimal } from '#domain/shared/values/money.ts';
import { countMeasure, type FigureGroup, figureName, type Sums } from './contributions.ts';
import type { Days } from './periods.ts';
import type { DrillDown, Figure, FigureTable, Unit } from './report.schema.ts';

/** True if a group contains money, which not every role sees. */
export const isOfMoney = (group: FigureGroup): boolean => ['contract', 'sale', 'owing', 'money'].includes(group);

/** Returns the unit of a measure; counts are counts even of contracts. */
export const unitOf = (group: FigureGroup, measure: string): Unit => {
  if (countMeasure(measure) === measure) return 'count';
  if (isOfMoney(group)) return 'money';
  return measure.startsWith('hours.') ? 'hours' : 'days';
};

export interface Compared {
  readonly now: Sums;
  readonly before: Sums | undefined;
  readonly days: Days;
  /** Undefined for several locations. */
  readonly location: string | undefined;
}

/** Returns a value in wire format: cents as a decimal. Mistyped amounts may exceed the safe integers. */
export const formatMeasure = (unit: Unit, value: number): string => {
  if (unit !== 'money') return String(value);
  return Number.isSafeInteger(value) ? toDecimal(value) : (value / 100).toFixed(2);
};

export const drillDownOf = (
  group: FigureGroup,
  measure: string,
  { days, location }: Pick<Compared, 'days' | 'location'>,
): DrillDown => ({
  figure: figureName({ group, measure }),
  from: days.from,
  to: days.to,
  ...(location === undefined ? {} : { location }),
});

interface Named {
  id: string;
  title: string;
}

export const sumFigure = (
  { id, title }: Named,
  unit: 'count' | 'money',
  [group, measure]: readonly [FigureGroup, string],
  compared: Compared,
): Figure => {
  const { now, before } = compared;
  const count = countMeasure(measure);
  return {
    id,
    title,
    unit,
    value: formatMeasure(unit, now.of(group, measure)),
    before: before ? formatMeasure(unit, before.of(group, measure)) : null,
    of: count === measure ? null : now.of(group, count),
    behind: drillDownOf(group, measure, compared),
  };
};

const mean = (sums: Sums, group: FigureGroup, measure: string, unit: 'days' | 'hours' | 'money'): string | null => {
  const count = sums.of(group, countMeasure(measure));
  if (count === 0) return null;
  const each = sums.of(group, measure) / count;
  return unit === 'money' ? formatMeasure(unit, Math.round(each)) : (Math.round(each * 10) / 10).toFixed(1);
};

/** The mean of a measure over its records; 0 if there are none. */
export const meanFigure = (
  { id, title }: Named,
  unit: 'days' | 'hours' | 'money',
  [group, measure]: readonly [FigureGroup, string],
  compared: Compared,
): Figure => {
  const { now, before } = compared;
  return {
    id,
    title,
    unit,
    value: mean(now, group, measure, unit) ?? (unit === 'money' ? '0.00' : '0.0'),
    before: before ? mean(before, group, measure, unit) : null,
    of: now.of(group, countMeasure(measure)),
    behind: drillDownOf(group, measure, compared),
  };
};

export const tableOf = (
  about: { id: string; title: string; heading: string; unit: Unit; note?: string },
  rows: readonly Figure[],
  total: Figure | null = null,
): FigureTable => ({ note: '', ...about, rows: [...rows], total });

/** Returns a measure's categories now or before as rows, the largest first. */
export const rowsBy = (
  group: FigureGroup,
  prefix: string,
  unit: 'count' | 'money',
  nameOf: (key: string, known: string) => string,
  compared: Compared,
): Figure[] => {
  const [now, before] = [compared.now.by(group, prefix), compared.before?.by(group, prefix)];
  const keys = [...new Set([...now.keys(), ...(before?.keys() ?? [])])];
  return keys
    .map((key) => {
      const known = now.get(key)?.name || before?.get(key)?.name || '';
      return { key, value: now.get(key)?.value ?? 0, was: before?.get(key)?.value ?? 0, name: nameOf(key, known) };
    })
    .filter(({ value, was }) => value !== 0 || was !== 0)
    .toSorted((a, b) => b.value - a.value || a.name.localeCompare(b.name))
    .map(({ key, name }) => sumFigure({ id: key, title: name }, unit, [group, `${prefix}${key}`], compared));
};
