import { formatYearlyNumber } from '#domain/shared/values/yearly-number.ts';

/** Returns a Statement's number such as `WA-S-2026-0007`: the home's prefix, the year there, the sequence from 1. */
export const statementNumber = (prefix: string, year: number, sequence: number): string =>
  formatYearlyNumber(prefix, 'S', year, sequence);
