import { valueText } from '#domain/reports/month-report.ts';
import type { DrillDown, Figure } from '#domain/reports/report.schema.ts';
import { paths } from '../../paths.ts';

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
