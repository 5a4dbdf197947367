import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { form, type IntakeSection, place } from '../intake-field.ts';

const off = { autocomplete: 'off' } as const;
const death = { ...off, group: 'Place of death' } as const;
const body = { ...off, group: 'Where your loved one is now' } as const;

export const deathSection = {
  id: 'death',
  number: 5,
  title: 'Death Information',
  fields: [
    form.time('time_of_death', 'Time of death', { ...off, width: 'third', help: 'If known.' }),
    form.line('place_of_death', 'Place of death', {
      ...death,
      requiredIf: true,
      help: 'For example, the hospital or nursing home, or “At home”.',
    }),
    place.street('death_address', { ...death, requiredIf: true }),
    place.unit('death_address_apt', death),
    place.city('death_city', { ...death, requiredIf: true }),
    place.state('death_state', { ...death, requiredIf: 'deathInUs', showIf: 'deathInUs' }),
    place.zip('death_zip', { country: 'death_country', ...death, requiredIf: 'deathHasPostalCode' }),
    place.country('death_country', death),
    form.line('current_body_location', 'Current location', {
      ...body,
      requiredIf: true,
      help: 'For example, the hospital, the medical examiner, or “At home”.',
    }),
    place.street('current_body_address', { ...body, requiredIf: true }),
    place.unit('current_body_apt', body),
    place.city('current_body_city', { ...body, requiredIf: true }),
    place.state('current_body_state', { ...body, requiredIf: 'bodyInUs', showIf: 'bodyInUs' }),
    place.zip('current_body_zip', { country: 'current_body_country', ...body, requiredIf: 'bodyHasPostalCode' }),
    place.country('current_body_country', body),
    form.phone('facility_phone', 'Facility phone number', {
      ...body,
      unknown,
      requiredIf: true,
      help: 'A phone number at that location. If at home, use your own.',
      width: 'half',
    }),
  ],
  shortcuts: [
    {
      label: 'At the home address',
      before: 'place_of_death',
      copies: {
        death_address: 'deceased_address_street',
        death_address_apt: 'deceased_address_apt',
        death_city: 'deceased_address_city',
        death_state: 'deceased_address_state',
        death_zip: 'deceased_address_zip',
        death_country: 'deceased_address_country',
      },
      writes: { place_of_death: 'At home' },
    },
    {
      label: 'Same as the place of death',
      isDefault: true,
      before: 'current_body_location',
      copies: {
        current_body_location: 'place_of_death',
        current_body_address: 'death_address',
        current_body_apt: 'death_address_apt',
        current_body_city: 'death_city',
        current_body_state: 'death_state',
        current_body_zip: 'death_zip',
        current_body_country: 'death_country',
      },
    },
    {
      label: 'Use my phone number',
      isDefault: true,
      offeredIf: 'bodyIsAtHomeOfReporter',
      before: 'facility_phone',
      copies: { facility_phone: 'submitter_phone' },
    },
  ],
} as const satisfies IntakeSection;
