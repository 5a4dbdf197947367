import * as z from 'zod';
import { singleLineText } from '#domain/shared/values/text.ts';

/** D2 §9 leaves the format open; the default gives `WA-2026-0007`. */
export interface CaseNumbering {
  prefix: string;
  padding: number;
  /** Text with the tokens {PREFIX}, {YEAR}, {YY}, {LOCATION} and {SEQ}. */
  pattern?: string;
  location_code?: string;
  /** Whether the sequence restarts each year; true by default. */
  reset_yearly?: boolean;
}

const defaultPattern = '{PREFIX}-{YEAR}-{SEQ}';
export const caseNumberLimit = 30;
const maxPadding = 8;

/** Returns a numbering with all defaults filled in. */
export const completeNumbering = (numbering: CaseNumbering) => {
  const { pattern = defaultPattern, prefix, location_code = '', padding, reset_yearly = true } = numbering;
  return { pattern, prefix, location_code, padding, reset_yearly };
};

/** Returns the case number for a sequence in a year. */
export const formatCaseNumber = (numbering: CaseNumbering, year: number, sequence: number): string => {
  const { prefix, padding, pattern = defaultPattern, location_code = '' } = numbering;
  const tokens: Record<string, string> = {
    PREFIX: prefix,
    YEAR: String(year),
    YY: String(year % 100).padStart(2, '0'),
    LOCATION: location_code,
    SEQ: String(sequence).padStart(padding, '0'),
  };
  return pattern.replace(/\{([A-Z]+)\}/g, (token, name: string) => tokens[name] ?? token);
};

/** Returns the year whose counter numbers a case; 0 for a sequence that never restarts. */
export const countingYear = ({ reset_yearly = true }: CaseNumbering, year: number): number => (reset_yearly ? year : 0);

const code = (label: string) =>
  singleLineText(label, 10).regex(/^[A-Za-z0-9]*$/, `${label} can only contain letters and digits`);

export const caseNumberTokens = ['{PREFIX}', '{YEAR}', '{YY}', '{LOCATION}', '{SEQ}'] as const;
const known: readonly string[] = caseNumberTokens;

/** The numbering settings of a home: every number is short, and no year repeats another's. */
export const NumberingSettings = z
  .object({
    pattern: singleLineText('Pattern', 60).regex(
      /^[A-Za-z0-9 ._/{}-]*$/,
      'Pattern can only contain letters, digits, spaces, hyphens, periods, slashes and tokens',
    ),
    prefix: code('Prefix'),
    location_code: code('Location code'),
    padding: z
      .number('Padding must be a number from 1 to 8')
      .int()
      .min(1, 'Padding must be a number from 1 to 8')
      .max(maxPadding, 'Padding must be a number from 1 to 8'),
    reset_yearly: z.boolean('Reset yearly must be true or false'),
    next_value: z
      .number('Next value must be a whole number from 1')
      .int('Next value must be a whole number from 1')
      .min(1, 'Next value must be a whole number from 1')
      .max(99_999_999)
      .optional(),
  })
  .superRefine(({ pattern, padding, ...rest }, context) => {
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['pattern'], message });
    const tokens = pattern.match(/\{[^}]*\}?|\}/g) ?? [];
    const strange = tokens.find((token) => !known.includes(token));
    if (strange) issue(`${strange} is not a token; use ${known.join(', ')}`);
    if (!pattern.includes('{SEQ}')) issue('Pattern must contain {SEQ}');
    if (rest.reset_yearly && !/\{YEAR\}|\{YY\}/.test(pattern))
      issue('Pattern must contain {YEAR} or {YY} when numbering restarts each year');
    // A number padded beyond the limit could fill the memory.
    if (
      formatCaseNumber({ ...rest, pattern, padding: Math.min(padding, maxPadding) }, 2026, 10 ** 8 - 1).length >
      caseNumberLimit
    )
      issue(`Case numbers must be ${caseNumberLimit} characters or less`);
  });
export type NumberingSettings = z.output<typeof NumberingSettings>;

/** A number entered by hand (D1 §4 and D2 §9 leave the format open). */
export const CaseNumberOverride = z
  .string()
  .trim()
  .max(caseNumberLimit, `Case number must be ${caseNumberLimit} characters or less`)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9 ._/-]*$/,
    'Case number can only contain letters, digits, spaces, hyphens, periods, slashes and underscores',
  );

/** Returns the case number, or C-, the opening day and the start of the id while there is none (D2 §2). */
export const shownCaseNumber = (caseRecord: { case_number?: string; created_at: string; id: string }): string => {
  const day = caseRecord.created_at.slice(2, 10).replaceAll('-', '');
  return caseRecord.case_number || `C-${day}${caseRecord.id.replaceAll('-', '').slice(0, 6).toUpperCase()}`;
};
