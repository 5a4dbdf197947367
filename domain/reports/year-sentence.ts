import { formatMoney, toCents } from '#domain/shared/values/money.ts';
import type { Figure, ReportResponse } from './report.schema.ts';

const owedIds = new Set(['outstanding', 'families', 'insurers']);

const comparison = (now: number, then: number, year: string): string => {
  if (now === then) return `as many as by this day in ${year}`;
  const by = Math.abs(now - then).toLocaleString('en-US');
  return `${by} ${now > then ? 'more' : 'fewer'} than by this day in ${year}`;
};

/**
 * Returns “70 cases this year, 13 more than by this day in 2025; $23,045 is owed to you.” from the report of the year
 * so far and the figures as of now; empty without a count of cases.
 */
export const yearSentence = (
  { figures, before }: Pick<ReportResponse, 'figures' | 'before'>,
  asOfNow: readonly Figure[],
): string => {
  const opened = figures.find(({ id }) => id === 'opened');
  if (!opened) return '';
  const count = Number(opened.value);
  const cents = asOfNow.filter(({ id }) => owedIds.has(id)).reduce((sum, { value }) => sum + toCents(value), 0);
  const cases = [
    `${count.toLocaleString('en-US')} ${count === 1 ? 'case' : 'cases'} this year`,
    ...(before && opened.before !== null ? [comparison(count, Number(opened.before), before.to.slice(0, 4))] : []),
  ].join(', ');
  const owed = cents > 0 ? `; ${formatMoney(cents).replace(/\.00$/, '')} is owed to you` : '';
  return `${cases}${owed}.`;
};
