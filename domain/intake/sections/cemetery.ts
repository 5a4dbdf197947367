import { cemeteryOptions } from '#domain/shared/reference-data/cemeteries.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { form, type IntakeSection, place } from '../intake-field.ts';

const other = { autocomplete: 'off', group: 'The cemetery', showIf: 'cemeteryIsOther' } as const;

export const cemeterySection = {
  id: 'cemetery',
  number: 6,
  title: 'Cemetery Information',
  description: 'Costs are approximate, for a lot with opening and closing. Nothing is decided by choosing one here.',
  fields: [
    form.select('cemetery_choice', 'Cemetery', cemeteryOptions, { requiredIf: true }),
    form.line('cemetery_name', 'Cemetery name', { ...other, requiredIf: 'cemeteryIsOther' }),
    place.street('cemetery_street', { ...other, unknown, requiredIf: 'cemeteryIsOther' }),
    place.unit('cemetery_apt', other),
    place.city('cemetery_city', { ...other, requiredIf: 'cemeteryIsOther' }),
    place.state('cemetery_state', { ...other, showIf: 'otherCemeteryInUs', requiredIf: 'otherCemeteryInUs' }),
    place.zip('cemetery_zip', { country: 'cemetery_country', ...other, requiredIf: 'otherCemeteryHasPostalCode' }),
    place.country('cemetery_country', other),
  ],
} as const satisfies IntakeSection;
