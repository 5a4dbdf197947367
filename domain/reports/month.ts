import * as z from 'zod';

/** A month as YYYY-MM, from 1850 on. */
export const Month = z
  .string('Enter a month as YYYY-MM')
  .regex(/^(18[5-9]|19\d|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM');

const named = (month: string, length: 'long' | 'short'): string =>
  new Intl.DateTimeFormat('en-US', { month: length, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** “October 2026”. */
export const monthTitle = (month: string): string => named(month, 'long');

/** “Oct 2026”, where there is room for less. */
export const monthName = (month: string): string => named(month, 'short');
