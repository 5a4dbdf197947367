import * as z from 'zod';
import { dayKinds } from '#domain/calendar/day-names.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { mailProblems } from '#domain/shared/email/mail-problem.ts';
import { languages } from '#domain/shared/values/language.ts';
import { containsSsn } from '#domain/shared/values/ssn-in-text.ts';

/** The steps of a case that its family sees, in order. */
export const familySteps = ['received', 'contacted', 'arrangements', 'doctor', 'county', 'ready'] as const;
export type FamilyStep = (typeof familySteps)[number];

/** The public page has the words for each need, in the family's language. */
export const familyNeeds = [
  'ssn',
  'discharge_paper',
  'photograph',
  'clothing',
  'obituary_words',
  'signatures',
  'call',
] as const;
export type FamilyNeed = (typeof familyNeeds)[number];

export const familyNeedLabels: Readonly<Record<FamilyNeed, string>> = {
  ssn: 'The Social Security Number, by phone or in person',
  discharge_paper: 'Military discharge papers (DD-214)',
  photograph: 'A photo',
  clothing: 'Clothing',
  obituary_words: 'Obituary notes',
  signatures: 'Signatures',
  call: 'A call from the family',
};

export const familyPageMessages = {
  noNumbers: 'Do not include Social Security Numbers in what families see',
  noAddress: 'The informant has no email address. Add one to the case, or print the code.',
  cancelled: 'This case is cancelled. Its family page can be closed but not opened.',
} as const;

/** A line shown to families or sent by them. It never contains a Social Security Number. */
export const familyLine = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters`)
    .refine((text) => !containsSsn(text), familyPageMessages.noNumbers);

export const FamilyChoices = z.object({
  shows_name: z.boolean(),
  shows_certificate: z.boolean(),
  /** Day, time and place of the service, once they are settled. */
  shows_service: z.boolean(),
  service_note: familyLine(300),
  needs: z.array(z.enum(familyNeeds)).max(familyNeeds.length),
  other_need: familyLine(200),
  contact: familyLine(100),
});
export type FamilyChoices = z.output<typeof FamilyChoices>;

/** Applies until staff choose. The service is hidden, because its day may still move. */
export const defaultFamilyPageSettings: FamilyChoices = {
  shows_name: true,
  shows_certificate: true,
  shows_service: false,
  service_note: '',
  needs: [],
  other_need: '',
  contact: '',
};

const day = z.iso.date();

/** A public event of the case. */
export const FamilyEvent = z.object({
  kind: z.enum(dayKinds),
  /** '' for the name of the kind, in the family's language. */
  title: z.string(),
  date: z.string(),
  time: z.string(),
  end_time: z.string(),
  place: z.string(),
  address: z.string(),
});
export type FamilyEvent = z.output<typeof FamilyEvent>;

export const FamilyView = z.object({
  /** Null if it is hidden. */
  name: z.string().nullable(),
  /** The home ended the case, and there is nothing to wait for. */
  ended: z.boolean(),
  /** The steps that are shown; `reached` has the days that are known. */
  steps: z.array(z.enum(familySteps)),
  step: z.enum(familySteps),
  reached: z.partialRecord(z.enum(familySteps), day),
  needs: z.array(z.enum(familyNeeds)),
  other_need: z.string(),
  service: z.object({ date: z.string(), time: z.string(), place: z.string(), note: z.string() }).nullable(),
  /** The service is among them only if it is public and not shown above. */
  events: z.array(FamilyEvent),
  contact: z.string(),
});
export type FamilyView = z.output<typeof FamilyView>;

export const FamilyPage = FamilyChoices.extend({
  /** 0 before anything was chosen. */
  version: z.number().int().min(0),
  /** Null before the family has one. */
  reference: z.string().nullable(),
  is_open: z.boolean(),
  mails_to: z.string(),
  language: z.enum(languages),
  /** The reason why the last emailed code did not arrive, if it is known. */
  mail_problem: z.enum(mailProblems).nullable(),
  changed_at: Instant.nullable(),
  changed_by_name: z.string().nullable(),
  view: FamilyView,
});
export type FamilyPage = z.output<typeof FamilyPage>;

export const SentChoices = FamilyChoices.partial().extend({
  version: version.or(z.literal(0)).optional(),
  language: z.never('The family’s language is set on the case, under the informant').optional(),
});

export const codeDeliveryMethods = ['mail', 'paper'] as const;
export type CodeWay = (typeof codeDeliveryMethods)[number];
