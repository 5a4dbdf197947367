import { formatYearlyNumber } from '#domain/shared/values/yearly-number.ts';

/** The number of a Statement, such as `WA-S-2026-0007`: the prefix of the home's cases, the year there, the place from 1. */
export const statementNumber = (prefix: string, year: number, sequence: number): string =>
  formatYearlyNumber(prefix, 'S', year, sequence);
