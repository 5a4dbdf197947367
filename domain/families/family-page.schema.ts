import * as z from 'zod';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { mailProblems } from '#domain/shared/email/mail-problem.ts';
import { languages } from '#domain/shared/values/language.ts';
import { containsSsn } from '#domain/shared/values/ssn-in-text.ts';

/** How far a death is on its way through the home, as its family is told; each follows the one before it. */
export const familySteps = ['received', 'contacted', 'arrangements', 'doctor', 'county', 'ready'] as const;
export type FamilyStep = (typeof familySteps)[number];

/** What a home may ask a family for. The words for each are the public page's, in the family's language. */
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

/** How staff read what a family can be asked for. */
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

/** A line that families are shown or send: nothing like a Social Security Number is in it. */
export const familyLine = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters`)
    .refine((text) => !containsSsn(text), familyPageMessages.noNumbers);

/** What staff choose to show. */
export const FamilyChoices = z.object({
  shows_name: z.boolean(),
  /** The steps of the death certificate, from the dates in the case. */
  shows_certificate: z.boolean(),
  /** Day, time and place of the service, once they are settled. */
  shows_service: z.boolean(),
  /** A line about the service, such as where the family comes in. */
  service_note: familyLine(300),
  needs: z.array(z.enum(familyNeeds)).max(familyNeeds.length),
  /** What is needed besides. */
  other_need: familyLine(200),
  /** Whom to ask for on the telephone. */
  contact: familyLine(100),
});
export type FamilyChoices = z.output<typeof FamilyChoices>;

/** Until somebody chooses: what a family can be told of any case. A service's day may still move. */
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

/** What a family reads of its case. */
export const FamilyView = z.object({
  /** The deceased's name, where it is shown. */
  name: z.string().nullable(),
  /** The home has ended the matter: there is nothing to wait for. */
  ended: z.boolean(),
  /** The steps that are told, and the one that was reached last. */
  steps: z.array(z.enum(familySteps)),
  step: z.enum(familySteps),
  /** The day each step was reached, where one is known. */
  reached: z.partialRecord(z.enum(familySteps), day),
  needs: z.array(z.enum(familyNeeds)),
  other_need: z.string(),
  service: z.object({ date: z.string(), time: z.string(), place: z.string(), note: z.string() }).nullable(),
  contact: z.string(),
});
export type FamilyView = z.output<typeof FamilyView>;

/** The page of a case's family, as staff keep it. */
export const FamilyPage = FamilyChoices.extend({
  /** 0 before anything was chosen. */
  version: z.number().int().min(0),
  /** Null before the family has one. */
  reference: z.string().nullable(),
  is_open: z.boolean(),
  /** Where codes are mailed to: the informant's address in the case. */
  mails_to: z.string(),
  /** In which it is written to: the language of the family in the case. */
  language: z.enum(languages),
  /** Why the code that was mailed last did not arrive, where that is known. */
  mail_problem: z.enum(mailProblems).nullable(),
  changed_at: Instant.nullable(),
  changed_by_name: z.string().nullable(),
  /** What the family reads now. */
  view: FamilyView,
});
export type FamilyPage = z.output<typeof FamilyPage>;

export const SentChoices = FamilyChoices.partial().extend({
  version: version.or(z.literal(0)).optional(),
  /** It is a field of the case's informant. */
  language: z.never('The family’s language is set on the case, under the informant').optional(),
});

/** How a code reaches the family. Whatever is mailed, nobody of the staff sees. */
export const codeDeliveryMethods = ['mail', 'paper'] as const;
export type CodeWay = (typeof codeDeliveryMethods)[number];
