import { NumberingSettings } from '#domain/cases/case-number.ts';
import type { CallOutput } from '#domain/contract/endpoint.ts';
import type { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';

export type Numbering = CallOutput<typeof funeralHomeEndpoints.caseNumbering>;

/** What the form holds: numbers as they are typed. */
export interface NumberingValues {
  pattern: string;
  prefix: string;
  location_code: string;
  padding: string;
  reset_yearly: boolean;
  next_value: string;
}

export const valuesOfNumbering = (numbering: Numbering): NumberingValues => ({
  pattern: numbering.pattern,
  prefix: numbering.prefix,
  location_code: numbering.location_code,
  padding: String(numbering.padding),
  reset_yearly: numbering.reset_yearly,
  next_value: String(numbering.next_value),
});

/**
 * The settings as the wire carries them. A next value that nobody touched is left out, so that the count goes on where
 * it is, also when a case was opened meanwhile.
 */
export const settingsOf = (values: NumberingValues, untouchedNext: string): Record<string, unknown> => ({
  ...values,
  prefix: values.prefix.trim(),
  location_code: values.location_code.trim(),
  padding: Number(values.padding),
  next_value: values.next_value.trim() === untouchedNext ? undefined : Number(values.next_value.trim() || Number.NaN),
});

/** The settings when they are right, and the message of each wrong field. */
export const readNumbering = (
  values: NumberingValues,
  untouchedNext: string,
): { settings?: NumberingSettings; problems: Record<string, string> } => {
  const parsed = NumberingSettings.safeParse(settingsOf(values, untouchedNext));
  if (parsed.success) return { settings: parsed.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
  return { problems };
};
