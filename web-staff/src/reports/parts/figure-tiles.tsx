import { Link } from 'react-router';
import { isKnown, valueText } from '#domain/reports/month-report.ts';
import { firstDay, lastDay } from '#domain/reports/periods.ts';
import type { DrillDown, Figure } from '#domain/reports/report.schema.ts';
import { paths } from '../../paths.ts';
import classes from './figure-tiles.module.css';

/** Returns the change against the previous year; undefined without a comparison. */
export const differenceText = (figure: Pick<Figure, 'unit' | 'value' | 'before'>): string | undefined => {
  const { unit, value, before } = figure;
  if (before === null) return undefined;
  const [now, then] = [Number(value), Number(before)];
  const was = valueText(unit, before);
  if (now === then) return `Same as last year: ${was}`;
  if (then === 0 && now > 0) return '▲ None last year';
  const isMore = now > then;
  if (unit === 'days' || unit === 'hours') return `${isMore ? '▲ longer' : '▼ shorter'} than last year (${was})`;
  if (unit === 'percent' || then <= 0) return `${isMore ? '▲' : '▼'} ${isMore ? 'more' : 'less'} than ${was}`;
  if (unit === 'count') {
    const by = Math.abs(now - then).toLocaleString('en-US');
    return `${isMore ? '▲' : '▼'} ${by} ${isMore ? 'more' : 'fewer'} than ${was}`;
  }
  const share = Math.round((Math.abs(now - then) / then) * 100);
  return `${isMore ? '▲' : '▼'} ${share}% ${isMore ? 'more' : 'less'} than ${was}`;
};

export const drillDownPath = (behind: DrillDown, title: string): string =>
  `${paths.insightRecords}?${new URLSearchParams({ ...behind, title } as Record<string, string>)}`;

/** Nouns of the records by group; all other records are cases. */
const nouns: Readonly<Record<string, readonly [one: string, several: string]>> = {
  report: ['report', 'reports'],
  contract: ['contract', 'contracts'],
  sale: ['sale', 'sales'],
  money: ['entry', 'entries'],
};

const caseNoun = ['case', 'cases'] as const;

const records = ({ of, value, unit, behind }: Figure): string => {
  // A percentage shows the number of all records.
  const count = unit === 'count' ? Number(value) : unit === 'percent' ? null : of;
  if (count === null) return 'View records';
  const [one, several] = nouns[behind?.figure.split('.')[0] ?? ''] ?? caseNoun;
  return `See ${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
};

/** Its records are of no period, as those of a balance. */
export const isAsOfNow = ({ behind }: Figure): boolean =>
  behind !== null && behind.from <= firstDay && behind.to >= lastDay;

const note = (figure: Figure): string => {
  if (!isKnown(figure)) return 'None this period';
  return differenceText(figure) ?? (isAsOfNow(figure) ? 'As of now' : '');
};

const textOf = (figure: Figure): string => (isKnown(figure) ? valueText(figure.unit, figure.value) : '–');

/** Characters that fit at full size; millions with cents do not. */
const roomy = 12;

const Tile = ({ figure }: { figure: Figure }) => (
  <li className={classes.tile}>
    <span className={classes.tileTitle}>{figure.title}</span>
    <span className={classes.tileValue} data-long={textOf(figure).length > roomy || undefined}>
      {textOf(figure)}
    </span>
    <span className={classes.tileNote}>{note(figure)}</span>
    {figure.behind && isKnown(figure) && (Number(figure.value) !== 0 || (figure.of ?? 0) !== 0) && (
      <Link
        className={classes.behind}
        to={drillDownPath(figure.behind, figure.title)}
        aria-label={`${records(figure)}: ${figure.title}`}
      >
        {records(figure)}
      </Link>
    )}
  </li>
);

export const FigureTiles = ({ figures, label }: { figures: readonly Figure[]; label: string }) => (
  <ul className={classes.tiles} aria-label={label}>
    {figures.map((figure) => (
      <Tile key={figure.id} figure={figure} />
    ))}
  </ul>
);
