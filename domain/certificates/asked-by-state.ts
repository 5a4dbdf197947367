import type { SectionValues } from '#domain/cases/case-validation.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';

/** Facts beyond the U.S. Standard Certificate of Death; read in the law on 2026-11-28. */
const beyondStandard: Readonly<Record<string, readonly string[]>> = {
  // California Health and Safety Code 102875.
  father_birthplace: ['CA'],
  mother_birthplace: ['CA'],
};

/** Returns whether the certificate asks for a field; the home's state counts until the state of death is known. */
export const certificateAsks = (name: string, { deceased }: SectionValues, homeState: string | undefined): boolean => {
  const states = beyondStandard[name];
  const isHere = isUnitedStates(stringAt(deceased, 'country_of_death'));
  return !states || states.includes(stringAt(deceased, 'state_of_death') || (isHere && homeState) || '');
};
