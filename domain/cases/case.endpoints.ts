import * as z from 'zod';
import { AuditLog, AuditLogQuery } from '#domain/audit/audit-log.schema.ts';
import { endpoint } from '#domain/contract/endpoint.ts';
import { idOf, ids } from '#domain/contract/ids.ts';
import { pageOf } from '#domain/contract/wire.ts';
import { CaseQuery, CaseRow } from './case.schema.ts';
import { Case } from './case-wire.schema.ts';

export const caseEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/services/cases/',
    may: 'case:read',
    summary: 'List cases',
    query: CaseQuery,
    response: pageOf(CaseRow),
  }),
  previewNextNumber: endpoint({
    method: 'GET',
    path: '/api/services/cases/preview-next-number/',
    may: 'case:read',
    summary: 'The number the next case of a home and year would get; takes none',
    refusals: { 404: 'There is no such home.' },
    query: z.object({
      year: z
        .string()
        .regex(/^\d{4}$/, 'Year must have four digits')
        .optional(),
      location: idOf('home').optional(),
    }),
    response: z.object({ case_number: z.string() }),
  }),
  checkNumber: endpoint({
    method: 'GET',
    path: '/api/services/cases/check-number/',
    may: 'case:read',
    summary: 'Whether a case number is taken',
    query: z.object({ case_number: z.string().trim().min(1, 'Case number is required').max(30) }),
    response: z.object({ exists: z.boolean() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/',
    may: 'case:read',
    summary: 'Read one case with all its sections',
    params: ids.case,
    response: Case,
  }),
  auditLog: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/audit_log/',
    may: 'case:audit',
    summary: 'Who did what to a case, newest first',
    params: ids.case,
    query: AuditLogQuery,
    response: AuditLog,
    // It reveals who did what: a right that ended a moment ago has ended.
    fresh: true,
  }),
} as const;
