import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { form, type IntakeSection, place, sameLastName } from '../intake-field.ts';

export const contactTimes: readonly string[] = ['As Soon As Possible', 'Morning', 'Afternoon', 'Evening'];
const times = contactTimes.map((time) => ({ value: time, label: time }));

export const contactSection = {
  id: 'contact',
  number: 1,
  title: 'Contact Information',
  description: 'How we can reach you about this report.',
  fields: [
    form.email('submitter_email', 'Email', { autocomplete: 'email', requiredIf: 'hasEmail', width: 'half' }),
    form.checkbox('no_email', 'We have no email', { help: 'We will call you instead.', width: 'half' }),
    form.phone('submitter_phone', 'Phone number', { autocomplete: 'tel', requiredIf: true, width: 'half' }),
    form.select('preferred_contact_time', 'Preferred contact time', times, {
      // The specification names only the default, so any text is accepted.
      schema: singleLineText('Preferred contact time', 100),
      maxLength: 100,
      defaultValue: 'As Soon As Possible',
      autocomplete: 'off',
      width: 'half',
    }),
    form.text('special_requests', 'Special requests', {
      alsoNamed: 'additional_notes',
      help: 'Anything we should know before we call, such as customs, wishes, or a preferred language.',
      autocomplete: 'off',
    }),
  ],
} as const satisfies IntakeSection;

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
