import { formatMoney, toCents } from '#domain/shared/values/money.ts';
import type { Figure, ReportResponse } from './report.schema.ts';

const owedIds = new Set(['outstanding', 'families', 'insurers']);
const monthOnly = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
/** A quiet January is no late beginning. */
const minEmptyMonths = 2;

const differenceOf = (now: number, then: number): string => {
  if (now === then) return 'as many as';
  return `${Math.abs(now - then).toLocaleString('en-US')} ${now > then ? 'more' : 'fewer'} than`;
};

type Year = Pick<ReportResponse, 'figures' | 'before' | 'tables'>;

/** Returns the comparison with last year up to this day, from the month on in which last year's cases begin. */
const comparisonOf = ({ before, tables }: Year, now: number, then: number): string[] => {
  if (!before) return [];
  const year = before.to.slice(0, 4);
  const ofYear = (tables.find(({ id }) => id === 'cases-by-month')?.rows ?? []).filter(
    ({ id }) => id.slice(0, 4) > year,
  );
  const begin = ofYear.findIndex((row) => Number(row.before) > 0);
  if (begin < minEmptyMonths) return [`${differenceOf(now, then)} by this day in ${year}`];
  const since = now - ofYear.slice(0, begin).reduce((sum, { value }) => sum + Number(value), 0);
  const month = monthOnly.format(new Date(`${ofYear[begin]?.id}-01T00:00:00Z`));
  return [
    `${since.toLocaleString('en-US')} of them since ${month}: ${differenceOf(since, then)} in that time of ${year}`,
  ];
};

/**
 * Returns “70 cases this year, 13 more than by this day in 2025; $23,045 is owed to you.” from the report of the year
 * so far and the figures as of now; empty without a count of cases.
 */
export const yearSentence = (report: Year, asOfNow: readonly Figure[]): string => {
  const opened = report.figures.find(({ id }) => id === 'opened');
  if (!opened) return '';
  const count = Number(opened.value);
  const cents = asOfNow.filter(({ id }) => owedIds.has(id)).reduce((sum, { value }) => sum + toCents(value), 0);
  const cases = [
    `${count.toLocaleString('en-US')} ${count === 1 ? 'case' : 'cases'} this year`,
    ...(opened.before === null ? [] : comparisonOf(report, count, Number(opened.before))),
  ].join(', ');
  const owed = cents > 0 ? `; ${formatMoney(cents).replace(/\.00$/, '')} is owed to you` : '';
  return `${cases}${owed}.`;
};
