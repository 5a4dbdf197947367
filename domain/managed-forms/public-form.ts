import * as z from 'zod';
import { formKinds } from './form-kinds.ts';
import { optionalParts } from './form-options.ts';
import { questionKinds } from './form-questions.ts';

const color = z.string();

/** The wire of what a form says in Spanish; '' where it says what it says in English. */
export const WireSpanish = z.object({
  title: z.string(),
  condolence_message: z.string(),
  notice: z.string(),
});

/** The wire of a `FormQuestion`. */
export const WireQuestion = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  label: z.string(),
  help: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  /** The same in Spanish, choice by choice; '' where it stays English. */
  spanish: z.object({ label: z.string(), help: z.string(), options: z.array(z.string()) }).nullable(),
});

/** The wire of an `OwnCemetery`. */
export const WireCemetery = z.object({
  id: z.string(),
  name: z.string(),
  /** About, for a lot with opening and closing, such as 4800.00; null where nothing is said. */
  cost: z.string().nullable(),
  note: z.string(),
  note_spanish: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});

/** A published form as the public page gets it; what the home says itself stands in the home. */
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
  /** Of its own words; null where the home wrote none in Spanish. */
  spanish: WireSpanish.nullable(),
});
export type PublicForm = z.output<typeof PublicForm>;
