import { webAddress } from '#domain/shared/values/codes.ts';
import { type CaseSectionFields, form } from './case-section.ts';

/** Obituary Information (D3 §3). */
export const obituaryFields = [
  form.text('obituary_text', 'Obituary', { maxLength: 10_000, rows: 12 }),
  form.text('newspapers_for_obituary', 'Newspapers', { help: 'One per line.' }),
  form.line('obituary_photo_url', 'Link to the photo', {
    maxLength: 2000,
    schema: webAddress('Link to the photo'),
    help: 'A picture that everybody can open: square, at least 400x400, JPEG or PNG.',
  }),
] as const satisfies CaseSectionFields;
