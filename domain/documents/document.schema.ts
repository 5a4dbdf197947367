import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { descriptionLimit, maxFileSize, nameLimit } from './document.rules.ts';
import { documentMessages, rejectionMessages } from './document-messages.ts';
import { DocumentKind, documentTypeNames } from './document-type.ts';

/** `checking`: quarantined until it is scanned; `refused`: not stored, with the reason in `note`. */
export const DocumentState = z.enum(['uploading', 'checking', 'ready', 'refused']);
export type DocumentState = z.output<typeof DocumentState>;

/** A document of a case. Its bytes never change: a new version is another document in the same series. */
export const Document = z.object({
  id: z.uuid(),
  version,
  case_id: z.uuid(),
  file_name: z.string(),
  description: z.string(),
  kind: DocumentKind,
  state: DocumentState,
  note: z.string(),
  /** Detected from its content; null before the scan. */
  content_type: z.enum(documentTypeNames).nullable(),
  size: z.number().int(),
  can_preview: z.boolean(),
  series: z.uuid(),
  revision: z.number().int().min(1),
  is_made: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  added_by: z.uuid().nullable(),
  added_by_name: z.string(),
});
export type Document = z.output<typeof Document>;

export const DocumentList = z.object({
  count: z.number().int(),
  next: z.null(),
  previous: z.null(),
  total_bytes: z.number().int(),
  results: z.array(Document),
});
export type DocumentList = z.output<typeof DocumentList>;

const caseOfDocument = idSchema('case', documentMessages.caseNeeded);
/** Identification photos are listed only by `kind`, for those who may see them. */
export const DocumentQuery = z.object({
  case_id: caseOfDocument,
  kind: z.enum(['identification_photo']).optional(),
});

const description = singleLineText('Description', descriptionLimit);
const fileName = singleLineText('File name', nameLimit).min(1, 'File name is required');

export const NewDocument = z.object({
  case_id: caseOfDocument,
  /** Longer than a stored name, because phones send long names. */
  file_name: singleLineText('File name', 1000).min(1, 'File name is required'),
  size: z
    .number('Size must be a number')
    .int()
    .min(1, rejectionMessages.empty)
    .max(maxFileSize, rejectionMessages.size),
  description: description.optional(),
  kind: DocumentKind.optional(),
  /** The document that this is a new version of. */
  replaces: idSchema('document').optional(),
});

export const UploadFields = z.object({
  case_id: caseOfDocument,
  description: description.optional(),
  kind: DocumentKind.optional(),
});

/** A form that uploads to S3: each field unchanged, and the file last, as `file`. */
export const UploadForm = z.object({ url: z.url(), fields: z.record(z.string(), z.string()), expires_at: Instant });
export type UploadForm = z.output<typeof UploadForm>;

export const DocumentPatch = z.object({
  file_name: fileName.optional(),
  description: description.optional(),
  kind: DocumentKind.optional(),
  version: version.optional(),
});

export const DownloadQuery = z.object({ disposition: z.enum(['attachment', 'inline']).optional() });
export const Download = z.object({ download_url: z.url(), expires_at: Instant });

export const NewZip = z.object({ case_id: caseOfDocument });
/** All documents of a case in one file, which is generated in the background and stored for a day. */
export const DocumentZip = z.object({
  id: z.uuid(),
  case_id: z.uuid(),
  state: z.enum(['making', 'ready']),
  count: z.number().int(),
  size: z.number().int(),
  download_url: z.url().nullable(),
});
export type DocumentZip = z.output<typeof DocumentZip>;
