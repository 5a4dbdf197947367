import * as z from 'zod';
import { formKinds } from './form-kinds.ts';
import { optionalParts } from './form-options.ts';
import { questionKinds } from './form-questions.ts';

const color = z.string();

/** A Spanish text is '' where the form shows the English one. */
export const WireSpanish = z.object({ title: z.string(), condolence_message: z.string(), notice: z.string() });

/** The API's shape of a `FormQuestion`. */
export const WireQuestion = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  label: z.string(),
  help: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  /** `options` has one entry per choice; '' shows the English text. */
  spanish: z.object({ label: z.string(), help: z.string(), options: z.array(z.string()) }).nullable(),
});

export const WireCemetery = z.object({
  id: z.string(),
  name: z.string(),
  /** An approximate amount for a grave with opening and closing, such as 4800.00. */
  cost: z.string().nullable(),
  note: z.string(),
  note_spanish: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});

/** A published form as the public page receives it; null refers to the home's own text. */
export const PublicForm = z.object({
  id: z.string(),
  slug: z.string(),
  kind: z.enum(formKinds),
  version: z.number().int(),
  title: z.string(),
  notice: z.string().nullable(),
  colors: z.object({ day: color, night: color }).nullable(),
  switched_off: z.array(z.enum(optionalParts)),
  cemeteries: z.array(WireCemetery).nullable(),
  certificate_copies: z.number().int().nullable(),
  questions: z.array(WireQuestion),
  /** Null if the home wrote no Spanish texts. */
  spanish: WireSpanish.nullable(),
});
export type PublicForm = z.output<typeof PublicForm>;
