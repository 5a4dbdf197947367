import * as z from 'zod';
import { CaseNumberOverride } from '#domain/cases/case-number.ts';
import { endpoint } from '#domain/contract/endpoint.ts';
import { ids } from '#domain/contract/ids.ts';
import { currentOf, Done, pageOf } from '#domain/contract/wire.ts';
import { Submission, SubmissionPatch, SubmissionQuery, SubmissionRow } from './submission.schema.ts';

export const submissionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/forms/submissions/',
    may: 'submission:read',
    summary: 'List what families sent through public forms: reports of death, and inquiries',
    query: SubmissionQuery,
    response: pageOf(SubmissionRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/forms/submissions/{id}/',
    may: 'submission:read',
    summary: 'Read one submission',
    params: ids.submission,
    response: Submission,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/forms/submissions/{id}/',
    may: 'submission:edit',
    policy: 'submission:edit',
    summary: 'Correct what the family entered; a stale version is answered 409',
    params: ids.submission,
    body: SubmissionPatch,
    response: Submission,
    conflict: currentOf(Submission),
    records: ['submission.updated'],
    announces: ['submission.updated'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/forms/submissions/{id}/',
    may: 'submission:delete',
    policy: 'submission:delete',
    summary: 'Delete a submission that has not become a case',
    params: ids.submission,
    response: Done,
    refusals: { 409: 'It has become a case.' },
    records: ['submission.deleted'],
    announces: ['submission.deleted'],
  }),
  markContacted: endpoint({
    method: 'POST',
    path: '/api/forms/submissions/{id}/mark_contacted/',
    may: 'submission:edit',
    summary: 'Record that the family has been called back',
    params: ids.submission,
    response: Submission,
    records: ['submission.contacted'],
    announces: ['submission.contacted'],
  }),
  convertToCase: endpoint({
    method: 'POST',
    path: '/api/forms/submissions/{id}/convert_to_case/',
    may: 'submission:convert',
    summary: 'Make a case of a submission; a second call answers with the same case',
    params: ids.submission,
    body: z.object({ case_number_manual_override: z.union([z.literal(''), CaseNumberOverride]).nullish() }),
    response: z.object({ case_id: z.uuid(), case_number: z.string() }),
    // A submission has one case however often it is asked for, so that no answer needs to be remembered.
    refusals: { 409: 'The case number that was chosen is taken, or it is no report of a death.' },
    records: ['submission.converted', 'case.created', 'customer.created', 'customer.linked'],
    announces: ['submission.converted', 'case.created', 'customer.created', 'customer.updated'],
  }),
} as const;
