import { cemeteryOptions } from '#domain/shared/reference-data/cemeteries.ts';
import { type CaseSectionFields, form, place } from './section-definitions.ts';

export const dispositionLabel = 'Cemetery Name';

/** Labels of the place of disposition by service type, including types of older records (D2 §2, D3 §3). */
export const dispositionLabels: Readonly<Record<string, string>> = {
  burial: 'Cemetery Name',
  direct_burial: 'Cemetery Name',
  traditional: 'Cemetery Name',
  graveside: 'Cemetery Name',
  cremation: 'Final Disposition Location',
  direct_cremation: 'Final Disposition Location',
  memorial: 'Memorial Location',
  visitation: 'Memorial Location',
  viewing: 'Memorial Location',
  donation: 'Receiving Institution',
};

const third = { width: 'third', showIf: 'isBurial' } as const;
const half = { width: 'half', showIf: 'isBurial' } as const;

/** Cemetery & Burial Information (D2 and D3 §3). */
export const cemeteryFields = [
  form.line('cemetery_name', dispositionLabel, { labels: { by: 'service_type', of: dispositionLabels } }),
  form.line('cemetery_address', 'Cemetery address', { maxLength: 300 }),
  place.street('cemetery_address_street', {}, true),
  place.unit('cemetery_address_apt'),
  place.city('cemetery_address_city', {}, true),
  place.state('cemetery_address_state', { showIf: 'cemeteryInUs' }),
  place.zip('cemetery_address_zip', { country: 'cemetery_address_country' }),
  place.country('cemetery_address_country'),
  form.select('cemetery_choice', 'Cemetery selected on public form', cemeteryOptions, { width: 'half' }),
  form.money('cemetery_quoted_cost', 'Estimated cost shown to family', { width: 'half' }),
  form.text('cemetery_notes', 'Notes'),
  form.line('lot_owner', 'Lot owner', half),
  form.time('estimated_arrival_time', 'Estimated arrival', { ...half, daytime: true }),
  form.line('burial_section', 'Section', third),
  form.line('burial_lot', 'Lot', third),
  form.line('burial_space', 'Space', third),
  form.line('interment_number', 'Interment number', half),
] as const satisfies CaseSectionFields;
