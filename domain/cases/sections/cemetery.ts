import { cemeteryOptions } from '#domain/reference-data/cemeteries.ts';
import { type CaseSectionFields, form, place } from './case-section.ts';

const third = { width: 'third' } as const;

/** Cemetery & Burial Information (D2 §3) with the choice and the cost that the public form showed. */
export const cemeteryFields = [
  form.line('cemetery_name', 'Cemetery Name'),
  form.line('cemetery_address', 'Cemetery address', { maxLength: 300 }),
  place.street('cemetery_address_street'),
  place.unit('cemetery_address_apt'),
  place.city('cemetery_address_city'),
  place.state('cemetery_address_state'),
  place.zip('cemetery_address_zip'),
  place.country('cemetery_address_country'),
  form.select('cemetery_choice', 'Choice on the public form', cemeteryOptions, { width: 'half' }),
  form.line('cemetery_quoted_cost', 'Approximate cost shown to the family', { inputmode: 'decimal', width: 'half' }),
  form.text('cemetery_notes', 'Notes'),
  form.line('lot_owner', 'Lot owner', { width: 'half' }),
  form.time('estimated_arrival_time', 'Estimated arrival', { width: 'half' }),
  form.line('burial_section', 'Section', third),
  form.line('burial_lot', 'Lot', third),
  form.line('burial_space', 'Space', third),
  form.line('interment_number', 'Interment number', { width: 'half' }),
] as const satisfies CaseSectionFields;
