import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { form, type IntakeSection, place, sameLastName } from '../intake-field.ts';

const address = { group: 'Next of kin’s address' } as const;
const oneLetter = { minLength: 1 } as const;

export const nextOfKinSection = {
  id: 'next-of-kin',
  number: 4,
  title: 'Next of Kin / Primary Contact',
  description: 'The person who will make arrangements with us.',
  fields: [
    form.name(
      'informant_first_name',
      'First name',
      { autocomplete: 'given-name', requiredIf: true, width: 'third' },
      oneLetter,
    ),
    form.name('informant_middle_name', 'Middle name', { autocomplete: 'additional-name', width: 'third' }, oneLetter),
    form.name(
      'informant_last_name',
      'Last name',
      { autocomplete: 'family-name', requiredIf: true, width: 'third' },
      oneLetter,
    ),
    form.select('informant_relationship', 'Relationship', relationships, {
      help: 'Relationship to the deceased.',
      autocomplete: 'off',
      requiredIf: true,
      width: 'third',
    }),
    form.phone('informant_phone', 'Phone number', { autocomplete: 'tel', requiredIf: true, width: 'third' }),
    form.email('informant_email', 'Email', { autocomplete: 'email', width: 'third' }),
    place.street('informant_address', {
      ...address,
      autocomplete: 'address-line1',
      requiredIf: true,
      width: 'two-thirds',
    }),
    place.unit('informant_address_apt', { ...address, autocomplete: 'address-line2' }),
    place.city('informant_city', { ...address, autocomplete: 'address-level2', requiredIf: true }),
    place.state('informant_state', {
      ...address,
      autocomplete: 'address-level1',
      requiredIf: 'nextOfKinInUs',
      showIf: 'nextOfKinInUs',
    }),
    place.zip('informant_zip', {
      country: 'informant_country',
      ...address,
      autocomplete: 'postal-code',
      requiredIf: 'nextOfKinHasPostalCode',
    }),
    place.country('informant_country', { ...address, autocomplete: 'country' }),
  ],
  shortcuts: [
    {
      label: 'I am the next of kin; use my phone number and email above',
      isDefault: true,
      before: 'informant_first_name',
      copies: { informant_phone: 'submitter_phone', informant_email: 'submitter_email' },
    },
    {
      label: 'The spouse named above',
      offeredIf: 'livingSpouseIsNamed',
      before: 'informant_first_name',
      copies: {
        informant_first_name: 'spouse_first_name',
        informant_middle_name: 'spouse_middle_name',
        informant_last_name: 'spouse_last_name',
      },
      writes: { informant_relationship: 'spouse' },
    },
    sameLastName('informant_last_name', 'deceased_last_name'),
    {
      label: 'Same as the home address of the deceased',
      before: 'informant_address',
      copies: {
        informant_address: 'deceased_address_street',
        informant_address_apt: 'deceased_address_apt',
        informant_city: 'deceased_address_city',
        informant_state: 'deceased_address_state',
        informant_zip: 'deceased_address_zip',
        informant_country: 'deceased_address_country',
      },
    },
  ],
} as const satisfies IntakeSection;
