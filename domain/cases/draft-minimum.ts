import { isBlank } from '#domain/shared/forms/field.ts';
import { parseNumber } from '#domain/shared/values/number.ts';
import type { SectionValues } from './case-rules.ts';
import { caseSections } from './sections/case-sections.ts';

/**
 * Whether a case holds anything that is worth a draft (D2 §4): a text, a date, a time, a number, a state, a choice other
 * than 'unknown' (No is one), an amount above 0 or an informant. What a form begins with says nothing: a country, the home, gender
 * unknown, boxes that are not ticked.
 */
export function isMeaningful(sections: SectionValues): boolean {
  return caseSections.some(({ id, fields }) =>
    fields.some(({ name, kind }) => {
      const value = sections[id]?.[name];
      const isUnticked = kind === 'checkbox' && value === false;
      if (isBlank(value) || isUnticked || kind === 'country' || name === 'location') return false;
      if (kind === 'money' || kind === 'integer' || kind === 'percent') return (parseNumber(value) ?? 0) > 0;
      return value !== 'unknown' && !(Array.isArray(value) && value.every((one) => one === 'unknown'));
    }),
  );
}
