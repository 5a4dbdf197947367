import type { CaseStatistics } from '#domain/cases/case.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { ChartPoint } from '../../ui/chart-frame.tsx';

/** 'Last 30 days'; long spans in years. */
export const spanText = (days: number): string => {
  const years = days / 365;
  if (Number.isInteger(years)) return years === 1 ? 'Last 12 months' : `Last ${years} years`;
  return `Last ${days} days`;
};

/** How many more or fewer were opened than in as many days before. */
export const openedText = ({ opened, opened_before: before, days }: CaseStatistics): string => {
  const difference = Math.abs(opened - before).toLocaleString('en-US');
  if (opened === before) return `As many as in the ${days.toLocaleString('en-US')} days before`;
  return `${difference} ${opened > before ? 'more' : 'fewer'} than in the ${days.toLocaleString('en-US')} days before`;
};

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const wholeMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** So many names stand side by side without touching. */
const maxNames = 12;

/** A column per day or, of long spans, per month; names stand as close as there is room for them. */
export const openedPoints = ({ opened_by_day, opened_by_month }: CaseStatistics): ChartPoint[] => {
  const parts = opened_by_month.length
    ? opened_by_month.map(({ month: of, count }) => {
        const first = instantOf(`${of}-01`);
        const isYear = opened_by_month.length > 2 * maxNames;
        return { name: wholeMonth.format(first), short: isYear ? of.slice(0, 4) : month.format(first), count };
      })
    : opened_by_day.map(({ date, count }) => ({
        name: `${weekday.format(instantOf(date))}, ${formatDate(date)}`,
        short: opened_by_day.length <= 7 ? weekday.format(instantOf(date)) : formatDate(date).replace(/, \d+$/, ''),
        count,
      }));
  const every = Math.ceil(parts.length / maxNames);
  return parts.map(({ name, short, count }, at) => ({
    name,
    value: count,
    // The last one is the newest: names are counted from there.
    axis: (parts.length - 1 - at) % every === 0 ? short : '',
  }));
};
