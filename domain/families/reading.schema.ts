import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { FamilyView } from './family-page.schema.ts';
import { FamilyReview } from './family-review.schema.ts';

/** The response for the two parts of a form's address: whether that form is open. */
export const FormReading = z.object({
  subject: z.literal('form'),
  slug: z.string(),
  form: z.string(),
  is_open: z.boolean(),
  title: z.string().nullable(),
  funeral_home_name: z.string(),
});
export type FormReading = z.output<typeof FormReading>;

/** The response for a reference and its code. Steps and days follow the home's calendar. */
export const ReportReading = FamilyView.extend({
  subject: z.literal('report'),
  reference: z.string(),
  status: z.enum(['received', 'contacted', 'in_progress']),
  funeral_home_name: z.string(),
  logo_url: z.string().nullable(),
  telephone: z.string().nullable(),
  submitted_at: Instant,
  review: FamilyReview.nullable(),
});
export type ReportReading = z.output<typeof ReportReading>;
