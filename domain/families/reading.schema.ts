import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { FamilyView } from './family-page.schema.ts';
import { FamilyReview } from './family-review.schema.ts';

/** Whether a home's form is open to the public: what the two parts of a form's address ask. */
export const FormReading = z.object({
  subject: z.literal('form'),
  slug: z.string(),
  form: z.string(),
  is_open: z.boolean(),
  title: z.string().nullable(),
  funeral_home_name: z.string(),
});
export type FormReading = z.output<typeof FormReading>;

/** How things stand, for whoever holds a reference and its code. Steps and days follow the home's own calendar. */
export const ReportReading = FamilyView.extend({
  subject: z.literal('report'),
  reference: z.string(),
  status: z.enum(['received', 'contacted', 'in_progress']),
  funeral_home_name: z.string(),
  logo_url: z.string().nullable(),
  /** The home's number to call: the one answered at any hour, where there is one. */
  telephone: z.string().nullable(),
  submitted_at: Instant,
  /** The facts of the certificate that the family is asked to read; null where none were sent. */
  review: FamilyReview.nullable(),
});
export type ReportReading = z.output<typeof ReportReading>;
