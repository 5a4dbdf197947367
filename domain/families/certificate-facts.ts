import { caseRules, type SectionValues, valuesVisibleToSection } from '#domain/cases/case-validation.ts';
import { flatNames } from '#domain/cases/sections/case-sections.ts';
import { certificateAsks } from '#domain/certificates/asked-by-state.ts';
import { formValue } from '#domain/shared/forms/canonical.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { isShown } from '#domain/shared/forms/rules.ts';
import type { CertificateFact, FactKind } from './family-review.schema.ts';

/**
 * The lines of a death certificate that a family knows best. The medical part is the doctor's, and the SSN is never
 * shown.
 */
const lines: readonly (readonly [name: string, label: string])[] = [
  ['deceased_first_name', 'First name'],
  ['deceased_middle_name', 'Middle name'],
  ['deceased_last_name', 'Last name'],
  ['deceased_suffix', 'Suffix'],
  ['gender', 'Sex'],
  ['date_of_birth', 'Date of birth'],
  ['place_of_birth_city', 'City of birth'],
  ['place_of_birth_state', 'State of birth'],
  ['place_of_birth_country', 'Country of birth'],
  ['date_of_death', 'Date of death'],
  ['time_of_death', 'Time of death'],
  ['location_of_death', 'Place of death'],
  ['place_of_death_kind', 'Kind of place of death'],
  ['city_of_death', 'City of death'],
  ['county_of_death', 'County of death'],
  ['state_of_death', 'State of death'],
  ['is_veteran', 'U.S. armed forces'],
  ['marital_status', 'Marital status'],
  ['spouse_first_name', 'Spouse’s first name'],
  ['spouse_middle_name', 'Spouse’s middle name'],
  ['spouse_last_name', 'Spouse’s last name'],
  ['spouse_maiden_name', 'Spouse’s maiden name'],
  ['father_first_name', 'Father’s first name'],
  ['father_middle_name', 'Father’s middle name'],
  ['father_last_name', 'Father’s last name'],
  ['father_birthplace', 'Father’s birthplace'],
  ['mother_first_name', 'Mother’s first name'],
  ['mother_middle_name', 'Mother’s middle name'],
  ['mother_maiden_name', 'Mother’s maiden name'],
  ['mother_birthplace', 'Mother’s birthplace'],
  ['occupation', 'Occupation'],
  ['industry', 'Industry'],
  ['education_level', 'Education'],
  ['race', 'Race'],
  ['ethnicity', 'Ethnicity'],
  ['hispanic_origin', 'Hispanic origin'],
  ['home_address_street', 'Home street'],
  ['home_address_city', 'Home city'],
  ['home_address_county', 'County of residence'],
  ['home_address_state', 'Home state'],
  ['home_address_zip', 'Home ZIP code'],
  ['inside_city_limits', 'Home inside city limits'],
  ['disposition_method', 'Method of disposition'],
  ['informant_name', 'Informant'],
  ['informant_relationship', 'Informant’s relationship'],
];

export const certificateLineNames: readonly string[] = lines.map(([name]) => name);

/** Longer lists are corrected in words, so that a family need not look for Florida among fifty. */
const maxChoices = 20;
const typed: Readonly<Record<string, FactKind>> = { date: 'date', time: 'time', text: 'text', zip: 'text' };

const fieldOf = (name: string) => {
  const found = flatNames.get(name);
  if (!found) throw new Error(`a line of the certificate without a field: ${name}`);
  return found;
};

/** No line depends on the day. */
const anyDay = { today: '2000-01-01', stage: 'active' } as const;

/**
 * Returns the lines of a case's certificate that its state asks for and that apply to the person. Values are those of
 * a form, '' for none.
 */
export const certificateFields = (sections: SectionValues, homeState?: string): CertificateFact[] =>
  lines.flatMap(([id, label]): CertificateFact[] => {
    const { section, field } = fieldOf(id);
    if (!certificateAsks(id, sections, homeState)) return [];
    if (!isShown(caseRules, field, valuesVisibleToSection(section, sections), anyDay)) return [];
    const kept = sections[section]?.[id];
    const value = isBlank(kept) ? '' : String(formValue(field, kept));
    const isChosen = field.options !== undefined && field.kind !== 'multiselect' && field.options.length <= maxChoices;
    const fact: CertificateFact = {
      id,
      label,
      value,
      kind: isChosen ? 'choice' : field.options ? 'words' : (typed[field.kind] ?? 'words'),
      text: isBlank(kept) ? '' : displayValue(field, kept),
      options: isChosen
        ? (field.options ?? []).map(({ value: one, label: optionLabel }) => ({ value: one, label: optionLabel }))
        : [],
    };
    return [fact];
  });
