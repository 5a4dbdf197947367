import * as z from 'zod';
import { FormQuestion } from './form-questions.ts';
import { optionalParts } from './form-shape.ts';

const color = z.string();

/** A published form as the public page gets it; what the home says itself stands in the home. */
export const PublicForm = z.object({
  id: z.string(),
  slug: z.string(),
  version: z.number().int(),
  title: z.string(),
  notice: z.string().nullable(),
  colors: z.object({ day: color, night: color }).nullable(),
  switched_off: z.array(z.enum(optionalParts)),
  cemeteries: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        cost: z.string().nullable(),
        note: z.string(),
        street: z.string(),
        city: z.string(),
        state: z.string(),
        zip: z.string(),
      }),
    )
    .nullable(),
  certificate_copies: z.number().int().nullable(),
  questions: z.array(FormQuestion),
});
export type PublicForm = z.output<typeof PublicForm>;
