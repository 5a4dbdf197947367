import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import { Import, ImportLine, maxLines, maxLinesPerCall, NewImport, outcomes, SentLines } from './import.schema.ts';

/**
 * The browser reads the file and sends matched columns. `look`, `run` and undo are called again until `importStates`
 * is final.
 */
export const importEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/imports/',
    permission: 'records:import',
    summary: 'List the last 100 imports, newest first',
    response: z.object({ results: z.array(Import) }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/imports/',
    permission: 'records:import',
    summary: `Start an import: the file name, and the field of each column. At most ${maxLines.toLocaleString('en-US')} lines`,
    body: NewImport,
    response: Import,
    status: 201,
    idempotent: true,
    limits: [{ by: 'user', max: 30, seconds: 3600 }],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/',
    permission: 'records:import',
    summary: "Get an import's progress",
    params: pathParams.import,
    response: Import,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/lines/',
    permission: 'records:import',
    summary: `Upload the next lines, up to ${maxLinesPerCall} per call. Lines already received are skipped`,
    params: pathParams.import,
    body: SentLines,
    response: Import,
    errorResponses: { 409: 'Lines before these are missing, or all have come.' },
    maxBodyBytes: 512 * 1024,
  }),
  lines: endpoint({
    method: 'GET',
    path: '/api/imports/{id}/lines/',
    permission: 'records:import',
    summary: 'List import lines with their classification and result, paged',
    params: pathParams.import,
    query: z.object({
      outcome: z.enum(outcomes).optional(),
      with_notes: z.literal('true', 'with_notes must be true').optional(),
      after: z
        .string()
        .regex(/^\d{1,6}$/, 'After must be a place that an answer named')
        .optional(),
    }),
    // `next_after` is null at the end. A page may be short or empty without being the last.
    response: z.object({ results: z.array(ImportLine), next_after: z.string().nullable() }),
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/look/',
    permission: 'records:import',
    summary: 'Preview the next lines: new, duplicate, possible duplicate or rejected. Changes no record',
    params: pathParams.import,
    response: Import,
    errorResponses: { 409: 'Not all lines have come, or the import was begun to be brought in.' },
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/run/',
    permission: 'records:import',
    summary: 'Import the next previewed lines. The first call sets whether possible duplicates are included',
    params: pathParams.import,
    body: z.object({ bring_doubtful: z.boolean() }),
    response: Import,
    errorResponses: { 409: 'Its lines were not all looked at, or it was undone.' },
    auditActions: ['import.run', 'case.brought_in'],
    events: ['import.run', 'google-calendar.case-wanted'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/imports/{id}/undo/',
    permission: 'records:import',
    summary: 'Undo the next imported records. Records changed since the import stay',
    params: pathParams.import,
    response: Import,
    errorResponses: { 409: 'Nothing of it was brought in.', 410: 'The 30 days are over.' },
    auditActions: ['import.undone', 'case.taken_back'],
    events: ['import.undone', 'google-calendar.case-wanted'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/imports/{id}/',
    permission: 'records:import',
    summary: 'Discard an import that has not been run',
    params: pathParams.import,
    response: SuccessResponse,
    errorResponses: { 409: 'It was begun to be brought in.' },
  }),
} as const;
