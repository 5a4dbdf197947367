import * as z from 'zod';
import { type AuditAction, auditActions } from '#domain/shared/audit/audit-actions.ts';
import { AuditLog, AuditLogQuery, AuditProof } from '#domain/shared/audit/audit-log.schema.ts';
import { endpoint, file } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { cursor, Instant, listQuery, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import {
  CaseFilters,
  CasePresence,
  CaseQuery,
  CaseQueue,
  CaseRow,
  CaseStatistics,
  maxStatisticsDays,
  PossibleDuplicateCase,
} from './case.schema.ts';
import { exportTypes, maxInOneFile } from './case-export.ts';
import { CancellationReason, CompletionReason, caseMessages, reasonLimit } from './case-lifecycle.ts';
import { Case, CasePatch, NewCase, OpenedCase, UndeletableCases } from './case-wire.schema.ts';
import { sectionDefinitions } from './sections/section-definitions.ts';

const caseActions = (Object.keys(auditActions) as AuditAction[]).filter(
  (action) => auditActions[action].kind === 'CASE',
);
const search = listQuery.shape.search;
const customerActions = ['customer.created', 'customer.linked', 'customer.unlinked'] as const;
const customerEvents = ['customer.created', 'customer.updated'] as const;
const deletion = {
  auditActions: [
    'case.deleted',
    'case.customer_changed',
    'submission.reverted',
    'first-call.reverted',
    'customer.unlinked',
  ],
  events: ['case.deleted', 'submission.updated', 'first-call.updated', 'customer.updated'],
} as const;
const oneCase = { params: pathParams.case, response: Case } as const;
const deletionReason = singleLineText('Reason', reasonLimit).optional();
const invalidDays = `Days must be a whole number from 1 to ${maxStatisticsDays}`;
const lacks =
  'The case lacks required fields: `missing_fields_by_category` names them, and each field has its message.';

/** These endpoints return secrets: a permission that was revoked seconds ago must not count. */
const revealing = { skipActorCache: true, organizationScoped: true } as const;

/** A moved service is an email to the people whose day it changes. Autosave makes some 150 changes in five minutes. */
const mailing = [{ by: 'user', max: 600, seconds: 300 }] as const;

export const caseEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/services/cases/',
    permission: 'case:read',
    summary: 'List cases',
    query: CaseQuery,
    response: pageSchema(CaseRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/services/cases/',
    permission: 'case:edit',
    summary: 'Create a case. A draft may be incomplete; an active case needs all required fields',
    body: NewCase,
    response: OpenedCase,
    status: 201,
    idempotent: true,
    errorResponses: { 409: `The case number is taken, the first call has become a case, or: ${lacks}` },
    auditActions: ['case.created', 'case.activated', 'first-call.converted', ...customerActions],
    events: ['case.created', 'case.activated', 'first-call.converted', ...customerEvents],
  }),
  previewNextNumber: endpoint({
    method: 'GET',
    path: '/api/services/cases/preview-next-number/',
    permission: 'case:read',
    summary: 'Preview the next case number for a location and year. Does not reserve it',
    errorResponses: { 404: 'There is no such home.' },
    query: z.object({
      year: z
        .string()
        .regex(/^\d{4}$/, 'Year must have four digits')
        .optional(),
      location: idSchema('home').optional(),
    }),
    response: z.object({ case_number: z.string() }),
  }),
  checkNumber: endpoint({
    method: 'GET',
    path: '/api/services/cases/check-number/',
    permission: 'case:read',
    summary: 'Check whether a case number is in use',
    query: z.object({ case_number: z.string().trim().min(1, 'Case number is required').max(30) }),
    response: z.object({ exists: z.boolean() }),
  }),
  duplicates: endpoint({
    method: 'GET',
    path: '/api/services/cases/duplicates/',
    permission: 'case:read',
    summary: 'Find up to ten possible duplicate cases before creating a new one',
    query: z.object({
      first_name: z.string().max(100).optional(),
      last_name: z.string().max(100).optional(),
      date_of_birth: z.string().max(10).optional(),
      date_of_death: z.string().max(10).optional(),
    }),
    response: z.array(PossibleDuplicateCase),
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/api/services/cases/statistics/',
    permission: 'case:read',
    summary: 'Count cases by status and by date opened',
    query: z.object({
      days: z
        .string()
        .regex(/^[1-9]\d{0,3}$/, invalidDays)
        .refine((days) => Number(days) <= maxStatisticsDays, invalidDays)
        .optional(),
      location: idSchema('home').optional(),
    }),
    response: CaseStatistics,
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/services/cases/queue/',
    permission: 'case:read',
    summary: 'Get the case work queue: services in the next 7 days, drafts, and active cases with missing fields',
    query: z.object({ location: idSchema('home').optional() }),
    response: CaseQueue,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/services/cases/export/',
    permission: 'case:export',
    summary: `Export matching cases as one CSV or XLSX file, up to ${maxInOneFile.toLocaleString('en-US')} cases`,
    query: CaseFilters.extend({ search, format: z.enum(['csv', 'xlsx']).optional() }),
    response: file(exportTypes.csv, exportTypes.xlsx),
    errorResponses: { 409: 'More match than one file holds: `export_rows` gives them all.' },
    limits: [{ by: 'user', max: 10, seconds: 60 }],
    auditActions: ['case.exported'],
    events: ['case.exported'],
    ...revealing,
  }),
  exportRows: endpoint({
    method: 'GET',
    path: '/api/services/cases/export_rows/',
    permission: 'case:export',
    summary: 'Export matching cases as rows, 1,000 per call',
    query: CaseFilters.extend({ search, cursor: cursor.optional() }),
    response: z.object({ rows: z.array(CaseRow), next_cursor: z.string().nullable() }),
    // The limit counts exports, not the pages of one.
    limits: [{ by: 'user', max: 10, seconds: 60, unlessQuery: 'cursor' }],
    auditActions: ['case.exported'],
    events: ['case.exported'],
    ...revealing,
  }),
  bulkDelete: endpoint({
    method: 'POST',
    path: '/api/services/cases/bulk_delete/',
    permission: 'case:delete',
    summary: 'Delete up to 100 cases. All or nothing',
    body: z.object({
      case_ids: z
        .array(idSchema('case', 'Invalid case selection'))
        .min(1, 'Select at least one case')
        .max(100, 'Select at most 100 cases'),
      force: z.boolean('Force must be true or false').optional(),
      reason: deletionReason,
    }),
    response: z.object({ success: z.literal(true), deleted_count: z.number().int(), message: z.string() }),
    errorResponses: {
      404: 'None of them is there.',
      409: 'Some have payments (`casesWithPayments`), or are neither drafts nor cancelled (`blocked`).',
    },
    conflict: UndeletableCases,
    ...deletion,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/',
    permission: 'case:read',
    summary: 'Read one case with all its sections',
    ...oneCase,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/services/cases/{id}/',
    permission: 'case:follow-up',
    policy: 'case:follow-up',
    summary: "Update a case, flat or by section. Returns 409 if a section's version is outdated",
    ...oneCase,
    body: CasePatch,
    conflict: z.object({ current: Case, stale: z.array(z.string()) }),
    auditActions: ['case.updated', ...customerActions],
    events: ['case.updated', 'run-sheet.changed', ...customerEvents],
    limits: mailing,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/services/cases/{id}/',
    permission: 'case:delete',
    policy: 'case:delete',
    summary: 'Delete a draft or cancelled case. `force` deletes a case in any status',
    params: pathParams.case,
    query: z.object({
      force: z.enum(['true', 'false']).optional(),
      confirmation: z.string().max(40).optional(),
      reason: deletionReason,
    }),
    response: SuccessResponse,
    errorResponses: { 409: 'It has payments (`hasPayments`), or is neither a draft nor cancelled.' },
    conflict: z.object({ hasPayments: z.literal(true) }),
    ...deletion,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/activate/',
    permission: 'case:edit',
    policy: 'case:activate',
    summary: 'Activate a draft case',
    ...oneCase,
    errorResponses: { 409: 'It is no draft.' },
    auditActions: ['case.activated'],
    events: ['case.activated'],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/complete/',
    permission: 'case:edit',
    policy: 'case:complete',
    summary: 'Complete an active case, with the reason if something is still open',
    ...oneCase,
    body: z.object({ reason: CompletionReason.optional() }).optional(),
    errorResponses: { 409: 'It is not active.' },
    auditActions: ['case.completed'],
    events: ['case.completed'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/cancel/',
    permission: 'case:edit',
    policy: 'case:cancel',
    summary: 'Cancel a draft or an active case, with a reason',
    ...oneCase,
    body: z.object({ reason: CancellationReason }),
    errorResponses: { 409: 'It is completed or cancelled already.' },
    auditActions: ['case.cancelled'],
    events: ['case.cancelled', 'run-sheet.changed'],
    limits: mailing,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/reopen/',
    permission: 'case:reopen',
    forbidden: caseMessages.onlyAdministratorsReopen,
    policy: 'case:reopen',
    summary: 'Reopen a case: completed becomes active, cancelled becomes draft',
    ...oneCase,
    errorResponses: { 409: 'It is neither completed nor cancelled.' },
    auditActions: ['case.reopened'],
    events: ['case.reopened', 'run-sheet.changed'],
    limits: mailing,
  }),
  presence: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/presence/',
    permission: 'case:read',
    summary: 'Record that the caller is viewing the case and return other viewers',
    params: pathParams.case,
    body: z.object({
      section: z.enum(sectionDefinitions.map(({ id }) => id)).nullish(),
      leaving: z.boolean().optional(),
    }),
    response: CasePresence,
  }),
  auditLog: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/audit_log/',
    permission: 'case:audit',
    summary: "List a case's audit log, newest first. Autosaves by one person in one section are combined",
    params: pathParams.case,
    query: AuditLogQuery.extend({
      action: z.enum(caseActions).optional(),
      actor: idSchema('profile').optional(),
      section: z.enum(sectionDefinitions.map(({ id }) => id)).optional(),
      /** Instants: from inclusive, to exclusive. */
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    response: AuditLog,
    ...revealing,
  }),
  verifyAuditLog: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/verify_audit_log/',
    permission: 'case:audit',
    summary: "Verify that a case's audit log has not been altered",
    params: pathParams.case,
    response: AuditProof,
    limits: [{ by: 'user', max: 20, seconds: 60 }],
    ...revealing,
  }),
} as const;
