import { countryOptions } from '#domain/shared/reference-data/countries-and-states.ts';
import { genders, yesNo, yesNoUnknown } from '#domain/shared/reference-data/demographics.ts';
import { unknown, unknownOption } from '#domain/shared/reference-data/unknown.ts';
import { ssnInput } from '#domain/shared/values/ssn.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import { form, type IntakeSection, place } from '../intake-field.ts';

const off = { autocomplete: 'off' } as const;
const birthplace = { ...off, group: 'Place of birth', width: 'half' } as const;
const residence = { ...off, group: 'Home address' } as const;
const oneLetter = { minLength: 1 } as const;

export const deceasedSection = {
  id: 'deceased',
  number: 2,
  title: 'Deceased Information',
  description: 'Enter the legal name and dates as shown on official documents.',
  fields: [
    form.name('deceased_first_name', 'First name', { ...off, requiredIf: true, width: 'third' }, oneLetter),
    form.name('deceased_middle_name', 'Middle name', { ...off, width: 'third' }, oneLetter),
    form.name('deceased_last_name', 'Last name', { ...off, requiredIf: true, width: 'third' }, oneLetter),
    form.line('deceased_suffix', 'Suffix', { ...off, maxLength: 10, width: 'third', help: 'Jr., Sr., III' }),
    form.line('alias', 'Also known as', {
      ...off,
      width: 'two-thirds',
      help: 'Any other name used on official documents.',
    }),
    form.radio('gender', 'Gender', genders, { requiredIf: true }),
    form.date('date_of_birth', 'Date of birth', { ...off, requiredIf: true, width: 'half' }),
    form.date('date_of_death', 'Date of death', { ...off, requiredIf: true, width: 'half' }),
    form.radio('stillborn', 'Was this a stillbirth?', yesNo, {
      yesNo: true,
      requiredIf: true,
      requiredMessage: 'Please select Yes or No',
    }),
    form.radio('is_veteran', 'Did the person serve in the U.S. armed forces?', yesNo, {
      yesNo: true,
      requiredIf: true,
      requiredMessage: 'Please select Yes or No',
    }),
    form.ssn('social_security_number', 'Social Security Number', ssnInput, {
      ...off,
      requiredIf: 'ssnRequired',
      requiredMessage: 'SSN is required for adults (or check "SSN to follow")',
      help: 'It is encrypted as soon as we receive it.',
      width: 'half',
    }),
    form.checkbox('ssn_to_follow', 'SSN to follow', {
      help: 'Check this box if you do not have the number with you.',
      width: 'half',
    }),
    form.checkbox('notify_social_security', 'Please notify Social Security of this death'),
    place.city('birthplace_city', { ...birthplace, label: 'City of birth', unknown, requiredIf: true }),
    place.county('birthplace_county', { ...birthplace, label: 'County of birth' }),
    place.state('birthplace_state', {
      ...birthplace,
      label: 'State of birth',
      options: [...jurisdictionOptions, unknownOption],
      unknown,
      requiredIf: 'birthplaceInUs',
      showIf: 'birthplaceInUs',
    }),
    place.country('birthplace_country', {
      ...birthplace,
      label: 'Country of birth',
      options: [...countryOptions, unknownOption],
      unknown,
      requiredIf: true,
    }),
    place.street('deceased_address_street', { ...residence, requiredIf: true }),
    place.unit('deceased_address_apt', residence),
    place.city('deceased_address_city', { ...residence, requiredIf: true }),
    place.county('deceased_address_county', { ...residence, label: 'County of residence', showIf: 'residenceInUs' }),
    place.state('deceased_address_state', { ...residence, requiredIf: 'residenceInUs', showIf: 'residenceInUs' }),
    place.zip('deceased_address_zip', {
      country: 'deceased_address_country',
      ...residence,
      requiredIf: 'residenceHasPostalCode',
    }),
    place.country('deceased_address_country', residence),
    form.radio('inside_city_limits', 'Is the home inside city limits?', yesNoUnknown, {
      group: 'Home address',
      requiredIf: true,
      requiredMessage: 'Inside city limits is required',
    }),
  ],
} as const satisfies IntakeSection;
