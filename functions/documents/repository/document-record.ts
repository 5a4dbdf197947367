import * as z from 'zod';
import { documentKinds } from '#domain/documents/document-kind.ts';
import { type PdfFlaw, pdfFlaws, rejectionReasons } from '#domain/documents/document-messages.ts';
import { documentTypeNames } from '#domain/documents/document-type.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';

/** A document of a case as it rests; its bytes lie in the bucket under its id. */
export const documentSchema = storedSchema({
  kind: 'document',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    /** Its case; of a paper that came with a report its report, until that is a case. */
    case_id: z.string(),
    /** The report that it came with, while that is no case. */
    report_id: z.string().nullable().default(null),
    /** A family sent it, by its reference and its code. */
    from_family: z.boolean().default(false),
    status: z.enum(['uploading', 'checking', 'ready', 'refused']),
    refused_for: z.enum(rejectionReasons).nullable(),
    file_name: z.string(),
    description: z.string(),
    kind: z.enum(documentKinds),
    /** What its content is, once that was looked at. */
    content_type: z.enum(documentTypeNames).nullable(),
    /** Why a PDF can be neither shown nor signed. */
    flaw: z.enum(Object.keys(pdfFlaws) as [PdfFlaw]).optional(),
    /** Announced until it is there. */
    size: z.number(),
    /** The first document of which it is a version, and which version it is. */
    series: z.string(),
    revision: z.number(),
    /** By the product itself, under a key of whoever had it made. */
    made: z.boolean(),
    /** Who handed it in, and by which request: what becomes of it later is put on record as theirs. */
    added_by: z.object({ id: z.string(), name: z.string(), role: z.string() }).nullable(),
    request_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    /** Since when its scan is waited for. */
    checking_since: z.string().nullable(),
    deleted_at: z.string().nullable(),
    /** When something is to be done about it if nothing happens before: forget it, ask again, take it away. */
    due_at: z.string().nullable(),
  }),
});
export type DocumentRecord = z.output<typeof documentSchema.schema>;

/** A file of all documents of a case, while it is made and for a day after. */
export const documentZipSchema = storedSchema({
  kind: 'document zip',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    case_id: z.string(),
    case_number: z.string(),
    state: z.enum(['making', 'ready']),
    count: z.number(),
    size: z.number(),
    expires_at: z.number(),
    /** Only these; without it all that the case has when it is made. */
    document_ids: z.array(z.string()).optional(),
    /** Without it the file is called after its case. */
    file_name: z.string().optional(),
  }),
});
export type DocumentZipRecord = z.output<typeof documentZipSchema.schema>;
