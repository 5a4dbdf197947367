import { yesNo } from '#domain/shared/reference-data/demographics.ts';
import { webAddress } from '#domain/shared/values/codes.ts';
import { type CaseSectionFields, form } from './section-definitions.ts';

const service = { width: 'half', showIf: 'isVeteran' } as const;

const branches = [
  { value: 'army', label: 'Army' },
  { value: 'navy', label: 'Navy' },
  { value: 'marines', label: 'Marine Corps' },
  { value: 'air_force', label: 'Air Force' },
  { value: 'coast_guard', label: 'Coast Guard' },
  { value: 'space_force', label: 'Space Force' },
  { value: 'national_guard', label: 'National Guard' },
  { value: 'reserves', label: 'Reserves' },
];

/** Veteran Information (D3 §3). */
export const veteranFields = [
  form.radio('is_veteran', 'Veteran of the U.S. armed forces', yesNo, { yesNo: true, showIf: 'isNotStillborn' }),
  form.select('military_branch', 'Branch', branches, service),
  form.line('military_rank', 'Rank', service),
  form.date('military_service_start_date', 'Service start', service),
  form.date('military_service_end_date', 'Service end', service),
  form.line('va_claim_number', 'VA claim number', service),
  form.checkbox('dd214_collected', 'DD-214 collected', service),
] as const satisfies CaseSectionFields;

/** Obituary Information (D3 §3). */
export const obituaryFields = [
  form.text('obituary_text', 'Obituary', { maxLength: 10_000, rows: 12 }),
  form.text('newspapers_for_obituary', 'Newspapers', { help: 'One per line.' }),
  form.line('obituary_photo_url', 'Photo URL', {
    maxLength: 2000,
    schema: webAddress('Photo URL'),
    help: 'Use a publicly accessible image: square, at least 400x400, JPEG or PNG.',
  }),
] as const satisfies CaseSectionFields;
