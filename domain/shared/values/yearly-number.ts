/** Returns a document number such as `WA-R-2026-0007`: case prefix, letter of the kind, local year, sequence number. */
export const formatYearlyNumber = (prefix: string, kind: string, year: number, sequence: number): string =>
  `${prefix && `${prefix}-`}${kind}-${year}-${String(sequence).padStart(4, '0')}`;
