import * as z from 'zod';
import { CaseNumberOverride } from '#domain/cases/case-number.ts';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { Submission, SubmissionPatch, SubmissionQuery, SubmissionRow } from './submission.schema.ts';

export const submissionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/forms/submissions/',
    permission: 'submission:read',
    summary: 'List what families sent through public forms: reports of death, and inquiries',
    query: SubmissionQuery,
    response: pageSchema(SubmissionRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/forms/submissions/{id}/',
    permission: 'submission:read',
    summary: 'Read one submission',
    params: pathParams.submission,
    response: Submission,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/forms/submissions/{id}/',
    permission: 'submission:edit',
    policy: 'submission:edit',
    summary: 'Update a submission. Returns 409 if the version is outdated',
    params: pathParams.submission,
    body: SubmissionPatch,
    response: Submission,
    conflict: currentOf(Submission),
    auditActions: ['submission.updated'],
    events: ['submission.updated'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/forms/submissions/{id}/',
    permission: 'submission:delete',
    policy: 'submission:delete',
    summary: 'Delete a submission that has not been converted to a case',
    params: pathParams.submission,
    response: SuccessResponse,
    errorResponses: { 409: 'It has become a case.' },
    auditActions: ['submission.deleted'],
    events: ['submission.deleted'],
  }),
  markContacted: endpoint({
    method: 'POST',
    path: '/api/forms/submissions/{id}/mark_contacted/',
    permission: 'submission:edit',
    summary: 'Mark a submission as contacted',
    params: pathParams.submission,
    response: Submission,
    auditActions: ['submission.contacted'],
    events: ['submission.contacted'],
  }),
  convertToCase: endpoint({
    method: 'POST',
    path: '/api/forms/submissions/{id}/convert_to_case/',
    permission: 'submission:convert',
    summary: 'Convert a submission to a case. Idempotent',
    params: pathParams.submission,
    body: z.object({ case_number_manual_override: z.union([z.literal(''), CaseNumberOverride]).nullish() }),
    response: z.object({ case_id: z.uuid(), case_number: z.string() }),
    // A submission has one case however often it is converted, so no response is stored.
    errorResponses: { 409: 'The case number is taken, or the submission is not a death report.' },
    auditActions: ['submission.converted', 'case.created', 'customer.created', 'customer.linked'],
    events: ['submission.converted', 'case.created', 'customer.created', 'customer.updated'],
  }),
  attachToCase: endpoint({
    method: 'POST',
    path: '/api/forms/submissions/{id}/attach_to_case/',
    permission: 'submission:convert',
    policy: 'case:edit',
    summary: 'Attach a submission to the case that already exists. Idempotent; the case keeps its values',
    params: pathParams.submission,
    body: z.object({ case: idSchema('case') }),
    response: z.object({ case_id: z.uuid(), case_number: z.string() }),
    errorResponses: { 409: 'It belongs to another case, the case is read-only, or it is no report of a death.' },
    auditActions: ['submission.attached', 'case.updated'],
    events: ['submission.converted', 'case.updated'],
  }),
} as const;
