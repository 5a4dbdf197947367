import * as z from 'zod';
import { cut } from '#domain/shared/values/text.ts';

/** The read part of DocuSeal's responses; a field removed in a release must not stop an envelope. */
const instant = z.string().nullish().default(null);
/** Limits text that anyone may have typed at DocuSeal, including signers, to what a record can hold. */
const longest = 500;
const text = z
  .string()
  .nullish()
  .transform((value) => cut(value ?? '', longest));
/** The signing page must be a web address, never a script (S-30). */
const page = z
  .string()
  .nullish()
  .transform((value) => (value && /^https?:\/\//.test(value) ? value : null));

export const docuSealSubmitterStatuses = ['awaiting', 'sent', 'opened', 'completed', 'declined'] as const;
export const docuSealSubmissionStatuses = ['pending', 'completed', 'declined', 'expired'] as const;

export const DocuSealTemplate = z.object({
  id: z.number().int(),
  name: text,
  external_id: z.string().nullish().default(null),
  folder_name: text,
  archived_at: instant,
  updated_at: instant,
  submitters: z.array(z.object({ name: text, uuid: text })).default([]),
  fields: z
    .array(
      z.object({
        uuid: text,
        submitter_uuid: text,
        name: text,
        type: text,
        required: z.boolean().nullish().default(false),
        options: z
          .array(z.object({ value: text }))
          .nullish()
          .transform((all) => (all ?? []).map(({ value }) => value)),
        areas: z.array(z.object({ page: z.number().nullish().default(null), attachment_uuid: text })).default([]),
      }),
    )
    .default([]),
  schema: z.array(z.object({ attachment_uuid: text, name: text })).default([]),
});
export type DocuSealTemplate = z.output<typeof DocuSealTemplate>;

export const DocuSealSubmitter = z.object({
  id: z.number().int(),
  submission_id: z.number().int().nullish().default(null),
  uuid: text,
  slug: text,
  email: text,
  name: text,
  status: z.enum(docuSealSubmitterStatuses).catch('awaiting'),
  role: text,
  external_id: z.string().nullish().default(null),
  embed_src: page,
  sent_at: instant,
  opened_at: instant,
  completed_at: instant,
  declined_at: instant,
});
export type DocuSealSubmitter = z.output<typeof DocuSealSubmitter>;

export const DocuSealEvent = z.object({
  id: z.number().int(),
  submitter_id: z.number().int().nullish().default(null),
  event_type: text,
  event_timestamp: text,
  data: z.looseObject({ reason: text }).nullish().default(null),
});
export type DocuSealEvent = z.output<typeof DocuSealEvent>;

const File = z.object({ name: text, url: z.string() });

export const DocuSealSubmission = z.object({
  id: z.number().int(),
  name: text,
  status: z.enum(docuSealSubmissionStatuses).catch('pending'),
  expire_at: instant,
  archived_at: instant,
  created_at: instant,
  completed_at: instant,
  template: z.object({ id: z.number().int(), name: text, folder_name: text }).nullish().default(null),
  submitters: z.array(DocuSealSubmitter).default([]),
  submission_events: z.array(DocuSealEvent).default([]),
  documents: z.array(File).default([]),
  audit_log_url: z.string().nullish().default(null),
});
export type DocuSealSubmission = z.output<typeof DocuSealSubmission>;

export const DocuSealCreated = z.object({
  id: z.number().int(),
  expire_at: instant,
  submitters: z.array(DocuSealSubmitter).default([]),
});
export type DocuSealCreated = z.output<typeof DocuSealCreated>;
