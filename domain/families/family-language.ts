import type { Values } from '#domain/shared/forms/rules.ts';
import { type Language, languages } from '#domain/shared/values/language.ts';

/**
 * Returns the language for writing to a family: that of the informant section, else the first known of `older` (chosen
 * on the family's page, or reported before the case had the field), else English.
 */
export const languageOfFamily = (
  informant: Values | undefined,
  ...older: readonly (Language | undefined)[]
): Language => {
  const known = [informant?.family_language, ...older];
  return known.map((one) => languages.find((language) => language === one)).find(Boolean) ?? 'en';
};
