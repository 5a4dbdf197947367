/**
 * Returns a document number such as `WA-R-2026-0007`: the case prefix, a letter for the kind, the year in the
 * location's time zone, and the sequence number from 1.
 */
export const formatYearlyNumber = (prefix: string, kind: string, year: number, sequence: number): string =>
  `${prefix && `${prefix}-`}${kind}-${year}-${String(sequence).padStart(4, '0')}`;
