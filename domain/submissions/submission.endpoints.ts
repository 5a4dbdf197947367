import * as z from 'zod';
import { endpoint } from '#domain/contract/endpoint.ts';
import { Done, IdParams, pageOf, version } from '#domain/contract/wire.ts';
import { CaseNumberOverride, Submission, SubmissionQuery, SubmissionRow } from './submission.schema.ts';

export const submissionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/forms/submissions/',
    may: 'submission:read',
    summary: 'List the reports of death that families sent',
    query: SubmissionQuery,
    response: pageOf(SubmissionRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/forms/submissions/{id}/',
    may: 'submission:read',
    summary: 'Read one submission',
    params: IdParams,
    response: Submission,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/forms/submissions/{id}/',
    may: 'submission:edit',
    summary: 'Correct what the family entered; a stale version is answered 409',
    params: IdParams,
    // Fields of the form are judged by its rules; a whole submission may be sent back, and what is no field is left.
    body: z.object({ version: version.optional() }).catchall(z.unknown()),
    response: Submission,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/forms/submissions/{id}/',
    may: 'submission:delete',
    summary: 'Delete a submission that has not become a case',
    params: IdParams,
    response: Done,
    refusals: { 409: 'It has become a case.' },
  }),
  markContacted: endpoint({
    method: 'POST',
    path: '/api/forms/submissions/{id}/mark_contacted/',
    may: 'submission:edit',
    summary: 'Record that the family has been called back',
    params: IdParams,
    response: Submission,
  }),
  convertToCase: endpoint({
    method: 'POST',
    path: '/api/forms/submissions/{id}/convert_to_case/',
    may: 'submission:convert',
    summary: 'Make a case of a submission; a second call answers with the same case',
    params: IdParams,
    body: z.object({ case_number_manual_override: z.union([z.literal(''), CaseNumberOverride]).nullish() }),
    response: z.object({ case_id: z.uuid(), case_number: z.string() }),
  }),
} as const;
