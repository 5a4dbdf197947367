import * as z from 'zod';
import { NumberingSettings } from '#domain/cases/case-number.ts';
import { AuditLog, AuditLogQuery } from '#domain/shared/audit/audit-log.schema.ts';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, version } from '#domain/shared/contract/wire.ts';
import { reminderFrequencies } from '#domain/signatures/reminders.ts';
import { FuneralHomeChange } from './funeral-home.schema.ts';

/** A funeral home is also a location of its organization (D1 §3). */
export const FuneralHome = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  /** Previous public addresses; each still leads to the home. */
  former_slugs: z.array(z.string()),
  /** A small picture as a data URL, to save a request. */
  logo_url: z.string().nullable(),
  phone: z.string().nullable(),
  emergency_phone: z.string().nullable(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  license_number: z.string(),
  /** IANA name; decides the home's today. */
  time_zone: z.string(),
  /** Percent, such as “6.5”, proposed for merchandise; '' for none. */
  sales_tax_rate: z.string(),
  services_tax_rate: z.string(),
  special_charges_tax_rate: z.string(),
  packages_tax_rate: z.string(),
  cash_advances_tax_rate: z.string(),
  /** Whether merchandise in a package without its own rate is taxed as merchandise. */
  tax_package_merchandise: z.boolean(),
  contract_follows_statement: z.boolean(),
  signature_reminders: z.enum(reminderFrequencies),
  condolence_message: z.string().nullable(),
  /** Whether forms offer DC and the territories in addition to the 50 states. */
  include_territories: z.boolean(),
  notification_emails: z.array(z.string()),
  case_numbering: z.object({
    pattern: z.string().optional(),
    prefix: z.string(),
    location_code: z.string().optional(),
    padding: z.number().int(),
    reset_yearly: z.boolean().optional(),
  }),
  version,
});
export type FuneralHome = z.output<typeof FuneralHome>;

export const CaseNumbering = z.object({
  pattern: z.string(),
  prefix: z.string(),
  location_code: z.string(),
  padding: z.number().int(),
  reset_yearly: z.boolean(),
  next_value: z.number().int(),
  next_number: z.string(),
});

export const funeralHomeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/customers/funeral-homes/',
    permission: 'home:read',
    summary: 'List locations by name',
    response: z.object({
      count: z.number().int(),
      next: z.null(),
      previous: z.null(),
      results: z.array(FuneralHome),
    }),
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/customers/funeral-homes/current/',
    permission: 'home:read',
    summary: "Get the signed-in user's location",
    response: FuneralHome,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/customers/funeral-homes/{id}/',
    permission: 'home:read',
    summary: 'Read one location',
    params: pathParams.home,
    response: FuneralHome,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/customers/funeral-homes/{id}/',
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Update a location. Old slugs redirect to the new one',
    params: pathParams.home,
    body: FuneralHomeChange,
    response: FuneralHome,
    conflict: currentOf(FuneralHome),
    auditActions: ['home.updated'],
    events: ['home.updated'],
  }),
  auditLog: endpoint({
    method: 'GET',
    path: '/api/customers/funeral-homes/{id}/audit_log/',
    permission: 'home:edit',
    summary: "List a location's audit log, newest first",
    params: pathParams.home,
    query: AuditLogQuery,
    response: AuditLog,
    skipActorCache: true,
    organizationScoped: true,
  }),
  caseNumbering: endpoint({
    method: 'GET',
    path: '/api/customers/funeral-homes/{id}/case_numbering/',
    permission: 'home:read',
    summary: "Get a location's case numbering and the next number",
    params: pathParams.home,
    response: CaseNumbering,
  }),
  previewCaseNumbering: endpoint({
    method: 'POST',
    path: '/api/customers/funeral-homes/{id}/preview_case_numbering/',
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Preview the next three numbers of a numbering scheme',
    params: pathParams.home,
    body: NumberingSettings,
    response: z.object({
      preview: z.string(),
      /** The sequence of the first example. */
      next_value: z.number().int(),
      examples: z.array(z.object({ case_number: z.string(), taken: z.boolean() })),
    }),
  }),
  updateCaseNumbering: endpoint({
    method: 'POST',
    path: '/api/customers/funeral-homes/{id}/update_case_numbering/',
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Set the case numbering. Existing numbers do not change',
    params: pathParams.home,
    body: NumberingSettings,
    response: CaseNumbering,
    auditActions: ['case_numbering.updated'],
    events: ['home.updated'],
  }),
} as const;
