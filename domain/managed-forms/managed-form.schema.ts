import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { city, streetAddress, usZip } from '#domain/shared/values/address.ts';
import { moneyInput, parseMoney } from '#domain/shared/values/money.ts';
import { phoneNumber } from '#domain/shared/values/phone.ts';
import { optionalText } from '#domain/shared/values/required.ts';
import { linkFreeName, multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { jurisdictionCode } from '#domain/shared/values/us-state.ts';
import { formKinds } from './form-kinds.ts';
import { optionalParts } from './form-options.ts';
import { maxCopies, questionKinds } from './form-questions.ts';
import { managedFormMessages, managedFormStatuses } from './managed-form-lifecycle.ts';
import { WireCemetery, WireQuestion, WireSpanish } from './public-form.ts';

/** WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5;

/** The backgrounds of the public page: the button's white text, and the paper of day and night. */
const white = '#ffffff';
const paper = '#f6f1ea';
const nightCard = '#1e2626';
const nightLetters = '#10201f';
const tint = 0.1;

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Channels;
const written = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Mixes `share` (0 to 1) of one color into another, in sRGB as CSS does. */
export function mixed(color: string, into: string, share: number): string {
  const [otherChannels, ownChannels] = [channelsOf(into), channelsOf(color)];
  return written(
    ownChannels.map((channel, at) => channel * share + (otherChannels[at] ?? 0) * (1 - share)) as unknown as Channels,
  );
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two #rrggbb colors, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the problem of a color that is hard to read on the public page; undefined if there is none. */
export function whyUnreadable(color: string): string | undefined {
  const behind = [white, paper, mixed(color, paper, tint)];
  const least = Math.min(...behind.map((backgroundColor) => contrastOf(color, backgroundColor)));
  if (least >= leastContrast) return undefined;
  // Rounded down, so that 4.46 is not shown as 4.5.
  const ratio = (Math.floor(least * 10) / 10).toFixed(1);
  return `This color is too light to read (contrast ${ratio}:1; at least ${leastContrast}:1 is required). Choose a darker color.`;
}

export function colorsOf(color: string): { day: string; night: string } {
  const readable = (one: string) =>
    [nightCard, nightLetters, mixed(one, nightCard, tint)].every((back) => contrastOf(one, back) >= leastContrast);
  for (let share = 1; share > 0; share -= 0.05) {
    const night = mixed(color, white, share);
    if (readable(night)) return { day: color, night };
  }
  return { day: color, night: white };
}

/** The slug of the form at the home's own address. */
export const mainForm = 'main';

export const maxQuestions = 20;
export const maxChoices = 20;
export const maxCemeteries = 30;
const maxCost = 100_000_000;

/** Settings of a form; null uses the home's own text. */
export const FormSettings = z.object({
  title: z.string(),
  condolence_message: z.string().nullable(),
  notice: z.string().nullable(),
  emergency_phone: z.string().nullable(),
  show_logo: z.boolean(),
  color: z.string().nullable(),
  switched_off: z.array(z.enum(optionalParts)),
  cemeteries: z.array(WireCemetery).nullable(),
  /** The usual number of copies; null if the form does not ask. */
  certificate_copies: z.number().int().nullable(),
  questions: z.array(WireQuestion),
  /** Null if the form's own texts have no Spanish. */
  spanish: WireSpanish.nullable(),
});
export type FormSettings = z.output<typeof FormSettings>;

export const ManagedFormRow = z.object({
  id: z.uuid(),
  version,
  funeral_home_id: z.uuid(),
  name: z.string(),
  /** It never changes. */
  kind: z.enum(formKinds),
  /** Its part of the public address; `main` is the home's own address. */
  slug: z.string(),
  status: z.enum(managedFormStatuses),
  /** The current or last published version; null before the first. */
  published_version: z.number().int().nullable(),
  published_at: Instant.nullable(),
  has_changes: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  updated_by_name: z.string().nullable(),
});
export type ManagedFormRow = z.output<typeof ManagedFormRow>;

/** A form with its draft and its published versions. */
export const ManagedForm = ManagedFormRow.extend({
  settings: FormSettings,
  versions: z.array(
    z.object({ number: z.number().int(), published_at: Instant, published_by_name: z.string().nullable() }),
  ),
});
export type ManagedForm = z.output<typeof ManagedForm>;

/** A published version. It never changes. */
export const ManagedFormVersion = z.object({ number: z.number().int(), published_at: Instant, settings: FormSettings });
export type ManagedFormVersion = z.output<typeof ManagedFormVersion>;

const itemId = z.string().max(64).nullish();
const cost = moneyInput.refine((typed) => {
  const cents = parseMoney(typed);
  return cents !== null && cents >= 0 && cents <= maxCost;
}, 'Cost must be between $0.00 and $1,000,000');

export const SentCemetery = z.object({
  id: itemId,
  name: singleLineText('Name', 100).min(1, 'Name is required'),
  cost: cost.nullish(),
  note: singleLineText('Note', 60).default(''),
  note_spanish: singleLineText('Note in Spanish', 60).default(''),
  street: streetAddress().min(1, 'Street is required'),
  city: city.min(1, 'City is required'),
  state: jurisdictionCode,
  zip: usZip,
});
export type SentCemetery = z.input<typeof SentCemetery>;

/** Answers to a home's own questions are stored in clear, so no question may ask for a Social Security number. */
const asksForNumber =
  /\bs\.?s\.?n\b|\bsocial\s+sec\w*\s*(?:number|nr|no\b|num\b|#)|\b(?:n[úu]m\w*|n\.?[º°o]\.?)\s+(?:del?\s+)?(?:su\s+)?seguro\s+social/iu;

const SentQuestion = z
  .object({
    id: itemId,
    kind: z.enum(questionKinds, 'Choose an answer type'),
    label: singleLineText('Question', 200).min(1, 'Question is required'),
    help: singleLineText('Help', 300).default(''),
    required: z.boolean().default(false),
    options: z
      .array(singleLineText('Choice', 100).min(1, 'Enter text for each choice'))
      .max(maxChoices, `A question has at most ${maxChoices} choices`)
      .default([]),
    spanish: z
      .object({
        label: singleLineText('Question in Spanish', 200).default(''),
        help: singleLineText('Help in Spanish', 300).default(''),
        options: z.array(singleLineText('Choice in Spanish', 100)).max(maxChoices).default([]),
      })
      .nullish(),
  })
  .superRefine(({ kind, label, help, options, spanish }, context) => {
    if ([label, help, spanish?.label, spanish?.help].some((words) => asksForNumber.test(words ?? '')))
      context.addIssue({ code: 'custom', path: ['label'], message: managedFormMessages.asksForNumber });
    const issue = (message: string, ...path: string[]) =>
      context.addIssue({ code: 'custom', path: [...path, 'options'], message });
    const translated = spanish?.options ?? [];
    if (translated.length > options.length) issue('There are more choices in Spanish than in English', 'spanish');
    const read = options.map((option, at) => (translated[at] || option).toLowerCase());
    if (spanish && new Set(read).size < read.length) issue('Two choices are the same in Spanish', 'spanish');
    if (kind === 'choice' && options.length < 2) issue('Enter at least two choices');
    if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
      issue('Two choices are identical');
  });
export type SentQuestion = z.input<typeof SentQuestion>;

const color = z
  .string()
  .overwrite((typed) => typed.trim().toLowerCase())
  .regex(/^#[0-9a-f]{6}$/, { error: 'Enter a color as #rrggbb', abort: true })
  .superRefine((typed, context) => {
    const why = whyUnreadable(typed);
    if (why) context.addIssue({ code: 'custom', message: why });
  });

/** Changes to settings: an omitted setting stays, and null or blank restores the home's own text. */
export const SentFormSettings = z.object({
  title: singleLineText('Title', 80).min(1, 'Title is required').optional(),
  condolence_message: optionalText(multilineText('Condolence message', 500)),
  notice: optionalText(multilineText('Notice', 300)),
  emergency_phone: optionalText(phoneNumber),
  show_logo: z.boolean().optional(),
  color: color.nullish(),
  switched_off: z
    .array(z.enum(optionalParts, 'This section is required and cannot be turned off'))
    .max(optionalParts.length)
    .optional(),
  cemeteries: z
    .array(SentCemetery)
    .min(1, 'Enter at least one cemetery, or take the standard list')
    .max(maxCemeteries, `A form lists at most ${maxCemeteries} cemeteries`)
    .nullish(),
  certificate_copies: z.number().int().min(0).max(maxCopies, `Suggest at most ${maxCopies} copies`).nullish(),
  questions: z.array(SentQuestion).max(maxQuestions, `A form can have at most ${maxQuestions} questions`).optional(),
  /** Null turns Spanish off for the form's own texts. */
  spanish: z
    .object({
      title: singleLineText('Title in Spanish', 80).default(''),
      condolence_message: multilineText('Condolence message in Spanish', 500).default(''),
      notice: multilineText('Notice in Spanish', 300).default(''),
    })
    .nullish(),
});
export type SentFormSettings = z.output<typeof SentFormSettings>;

const name = linkFreeName('Name', 80).min(1, 'Name is required');
const formSlug = singleLineText('Address', 40)
  .min(3, 'Address must be at least 3 characters long')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Address can only contain lower-case letters, digits and single hyphens');

export const NewManagedForm = z.object({
  funeral_home: idSchema('home', 'Choose a funeral home'),
  name,
  slug: formSlug,
  kind: z.enum(formKinds, 'Choose a form type').default('at_need'),
  copy_of: idSchema('managed-form').nullish(),
});

export const ManagedFormPatch = z.object({
  version: version.optional(),
  name: name.optional(),
  /** Fixed after the first publication, because it may be printed. */
  slug: formSlug.optional(),
  settings: SentFormSettings.optional(),
});
export type ManagedFormPatch = z.output<typeof ManagedFormPatch>;

/** `version` makes sure that the published draft is the one that the user saw. */
export const FormStep = z.object({ version: version.optional() });

export const ManagedFormQuery = z.object({
  funeral_home: idSchema('home').optional(),
  status: z.enum(managedFormStatuses).optional(),
});
