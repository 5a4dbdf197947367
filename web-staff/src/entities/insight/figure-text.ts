import type { Behind, Figure, Unit } from '#domain/insight/insight.schema.ts';
import { formatMoney, parseMoney } from '#domain/values/money.ts';
import { paths } from '../../paths.ts';

/** A value of a figure for people: “$1,250.00”, “3.5 days”, “40%”, “1,204”. */
export const valueText = (unit: Unit, value: string): string => {
  if (unit === 'money') return formatMoney(parseMoney(value) ?? 0);
  if (unit === 'days') return value === '1.0' ? '1 day' : `${value.replace(/\.0$/, '')} days`;
  return unit === 'percent' ? `${value}%` : Number(value).toLocaleString('en-US');
};

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', style: 'currency', currency: 'USD' });

/** The same where there is room for a few letters alone: “$13K”. */
export const shortText = (unit: Unit, value: string): string =>
  unit === 'money' ? compact.format(Number(value)) : valueText(unit, value);

/** How a figure differs from the year before, in words; undefined where nothing is compared. */
export const differenceText = ({
  unit,
  value,
  before,
}: Pick<Figure, 'unit' | 'value' | 'before'>): string | undefined => {
  if (before === null) return undefined;
  const [now, then] = [Number(value), Number(before)];
  const was = valueText(unit, before);
  if (now === then) return `As a year before: ${was}`;
  const isMore = now > then;
  if (unit === 'days') return `${isMore ? '▲ longer' : '▼ shorter'} than ${was}`;
  if (unit === 'percent' || then <= 0) return `${isMore ? '▲' : '▼'} ${isMore ? 'more' : 'less'} than ${was}`;
  if (unit === 'count') {
    const by = Math.abs(now - then).toLocaleString('en-US');
    return `${isMore ? '▲' : '▼'} ${by} ${isMore ? 'more' : 'fewer'} than ${was}`;
  }
  const share = Math.round((Math.abs(now - then) / then) * 100);
  return `${isMore ? '▲' : '▼'} ${share}% ${isMore ? 'more' : 'less'} than ${was}`;
};

/** Where the records behind a figure are shown, under what it is called. */
export const behindPath = (behind: Behind, title: string): string =>
  `${paths.insightRecords}?${new URLSearchParams({ ...behind, title } as Record<string, string>)}`;
