/** How a home numbers its cases: `PREFIX-YEAR-SEQUENCE`, the sequence padded with zeros and starting anew each year. */
export interface CaseNumbering {
  prefix: string;
  /** Digits of the sequence at least. */
  padding: number;
}

/** The case number for a year's sequence, for example `WA-2026-0007`. The scheme is not documented (D2 §9). */
export const formatCaseNumber = ({ prefix, padding }: CaseNumbering, year: number, sequence: number): string =>
  `${prefix}-${year}-${String(sequence).padStart(padding, '0')}`;
