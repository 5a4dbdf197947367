import { reportedEthnicities, reportedRaces, yesNoUnknown } from '#domain/shared/reference-data/demographics.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { form, type IntakeSection } from '../intake-field.ts';

const off = { autocomplete: 'off' } as const;

export const additionalSection = {
  id: 'additional',
  number: 8,
  title: 'Additional Information',
  description: 'The death certificate asks for this information. It is used for public health statistics.',
  fields: [
    form.select('ethnicity', 'Ethnicity', reportedEthnicities, { requiredIf: true, width: 'half' }),
    form.line('ethnicity_other_specify', 'Specify origin', {
      ...off,
      showIf: 'ethnicityHasOrigin',
      requiredIf: 'ethnicityIsOtherHispanic',
      width: 'half',
    }),
    form.multiselect('race', 'Race', reportedRaces, {
      requiredIf: true,
      requiredMessage: 'Please select at least one race',
      help: 'Select all that apply.',
    }),
    form.line('race_american_indian_specify', 'Tribe', {
      ...off,
      showIf: 'raceIncludesAmericanIndian',
      requiredIf: 'raceIncludesAmericanIndian',
      help: 'Enrolled or principal tribe.',
    }),
    form.line('race_other_asian_specify', 'Specify other Asian', {
      ...off,
      showIf: 'raceIncludesOtherAsian',
      requiredIf: 'raceIncludesOtherAsian',
    }),
    form.line('race_other_pacific_specify', 'Specify other Pacific Islander', {
      ...off,
      showIf: 'raceIncludesOtherPacific',
      requiredIf: 'raceIncludesOtherPacific',
    }),
    form.line('race_other_specify', 'Specify other race', {
      ...off,
      showIf: 'raceIncludesOther',
      requiredIf: 'raceIncludesOther',
    }),
    form.line('weight', 'Approximate weight (pounds)', {
      ...off,
      requiredIf: true,
      requiredMessage: 'Weight is required',
      inputmode: 'decimal',
      maxLength: 20,
      unknown,
      width: 'half',
    }),
    form.radio('communicable_disease', 'Did the person have a communicable disease?', yesNoUnknown, {
      requiredIf: true,
      requiredMessage: 'Please select Yes or No',
      unknown: 'unknown',
      width: 'half',
    }),
    form.text('certificate_recipient', 'Who should receive the death certificates?', {
      ...off,
      requiredIf: true,
      requiredMessage: 'Certificate recipient is required',
      help: 'Complete name and address.',
    }),
  ],
  shortcuts: [
    {
      label: 'Same as the next of kin',
      isDefault: true,
      before: 'certificate_recipient',
      joins: {
        certificate_recipient: [
          ['informant_first_name', 'informant_middle_name', 'informant_last_name'],
          ['informant_address', 'informant_address_apt'],
          ['informant_city'],
          ['informant_state', 'informant_zip'],
        ],
      },
    },
  ],
} as const satisfies IntakeSection;
