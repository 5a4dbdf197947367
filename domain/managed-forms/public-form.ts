import * as z from 'zod';
import { questionKinds } from './form-questions.ts';
import { optionalParts } from './form-shape.ts';

const color = z.string();

/** The wire of a `FormQuestion`. */
export const WireQuestion = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  label: z.string(),
  help: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
});

/** The wire of an `OwnCemetery`. */
export const WireCemetery = z.object({
  id: z.string(),
  name: z.string(),
  /** About, for a lot with opening and closing, such as 4800.00; null where nothing is said. */
  cost: z.string().nullable(),
  note: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});

/** A published form as the public page gets it; what the home says itself stands in the home. */
export const PublicForm = z.object({
  id: z.string(),
  slug: z.string(),
  version: z.number().int(),
  title: z.string(),
  notice: z.string().nullable(),
  colors: z.object({ day: color, night: color }).nullable(),
  switched_off: z.array(z.enum(optionalParts)),
  cemeteries: z.array(WireCemetery).nullable(),
  certificate_copies: z.number().int().nullable(),
  questions: z.array(WireQuestion),
});
export type PublicForm = z.output<typeof PublicForm>;
