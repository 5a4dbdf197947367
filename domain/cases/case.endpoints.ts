import * as z from 'zod';
import { AuditLog, AuditLogQuery } from '#domain/audit/audit-log.schema.ts';
import { endpoint } from '#domain/contract/endpoint.ts';
import { IdParams, pageOf } from '#domain/contract/wire.ts';
import { Case, CaseQuery, CaseRow } from './case.schema.ts';

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
      location: z.uuid().optional(),
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
    params: IdParams,
    response: Case,
  }),
  auditLog: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/audit_log/',
    may: 'case:audit',
    summary: 'Who did what to a case, newest first',
    params: IdParams,
    query: AuditLogQuery,
    response: AuditLog,
  }),
  retrieveSsn: endpoint({
    method: 'POST',
    path: '/api/services/cases/{id}/retrieve_ssn/',
    may: 'ssn:read',
    summary: 'The full Social Security number; the audit entry is written first',
    params: IdParams,
    response: z.object({ social_security_number: z.string() }),
    limits: [{ by: 'user', max: 30, seconds: 60 }],
  }),
} as const;
