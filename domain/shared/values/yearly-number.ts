/**
 * A number of papers that are counted per home and year, such as `WA-R-2026-0007`: the prefix of the home's cases, a
 * letter for the kind of paper, the year in the home's time zone, and the place in that year's sequence from 1.
 */
export const formatYearlyNumber = (prefix: string, kind: string, year: number, sequence: number): string =>
  `${prefix && `${prefix}-`}${kind}-${year}-${String(sequence).padStart(4, '0')}`;
