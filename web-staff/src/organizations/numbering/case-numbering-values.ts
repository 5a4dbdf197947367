import { NumberingSettings } from '#domain/cases/case-number.ts';
import type { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';

export type Numbering = CallOutput<typeof funeralHomeEndpoints.caseNumbering>;

export interface NumberingValues {
  pattern: string;
  prefix: string;
  location_code: string;
  padding: string;
  reset_yearly: boolean;
  /** Null while untouched: the counter continues, also after cases opened concurrently. */
  next_value: string | null;
}

export const valuesOfNumbering = (numbering: Omit<Numbering, 'next_number' | 'next_value'>): NumberingValues => ({
  pattern: numbering.pattern,
  prefix: numbering.prefix,
  location_code: numbering.location_code,
  padding: String(numbering.padding),
  reset_yearly: numbering.reset_yearly,
  next_value: null,
});

const settingsOf = (values: NumberingValues): Record<string, unknown> => ({
  ...values,
  prefix: values.prefix.trim(),
  location_code: values.location_code.trim(),
  padding: Number(values.padding),
  next_value: values.next_value === null ? undefined : Number(values.next_value.trim() || Number.NaN),
});

export const readNumbering = (
  values: NumberingValues,
): { settings?: NumberingSettings; problems: Partial<Record<keyof NumberingValues, string>> } => {
  const parsed = NumberingSettings.safeParse(settingsOf(values));
  if (parsed.success) return { settings: parsed.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
  return { problems };
};

export const sameNumbering = (a: NumberingValues, b: NumberingValues): boolean =>
  Object.entries(a).every(([name, value]) => value === b[name as keyof NumberingValues]);
