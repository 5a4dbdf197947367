import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, cursor, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { duplicateReasons } from './customer.rules.ts';
import { Customer, CustomerChange, CustomerQuery, CustomerRow, NewCustomer } from './customer.schema.ts';

export const MergePreview = z.object({
  survivor: Customer,
  duplicate: Customer,
  fields: z.array(z.object({ field: z.string(), survivor: z.string(), duplicate: z.string(), result: z.string() })),
  cases_to_move: z.number().int(),
});

/** Work on a customer first finishes a merge or undo that was interrupted. */
const mergeActions = [
  'customer.merged',
  'customer.merged_away',
  'customer.merge_undone',
  'customer.restored',
  'case.customer_changed',
] as const;
const mergeEvents = ['customer.merged', 'customer.merge-undone'] as const;

export const CustomersWithCases = z.object({
  success: z.literal(false),
  customers_with_cases: z.array(z.object({ name: z.string(), active_cases: z.number().int() })),
});

export const customerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/customers/customers/',
    permission: 'customer:read',
    summary: 'List customers',
    query: CustomerQuery,
    // `count_is_exact` is false for a search with more than 500 hits.
    response: pageSchema(CustomerRow).extend({ count_is_exact: z.boolean() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customers/customers/',
    permission: 'customer:edit',
    summary: 'Create a customer',
    body: NewCustomer,
    response: Customer,
    status: 201,
    idempotent: true,
    auditActions: ['customer.created'],
    events: ['customer.created'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/customers/customers/search/',
    permission: 'customer:read',
    summary: 'Find up to 20 customers by the start of a name, phone or email',
    query: z.object({ q: z.string().trim().min(2, 'Enter at least 2 characters to search').max(100) }),
    response: z.array(CustomerRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/customers/customers/export/',
    permission: 'customer:export',
    summary: 'Export matching customers as rows, 1,000 per call',
    query: z.object({ search: z.string().trim().max(100).optional(), cursor: cursor.optional() }),
    response: z.object({
      rows: z.array(CustomerRow),
      next_cursor: z.string().nullable(),
      count: z.number().int().nullable(),
    }),
    // Ten exports, not ten pages: later pages name their export.
    limits: [{ by: 'user', max: 10, seconds: 60, unlessQuery: 'cursor' }],
    skipActorCache: true,
    organizationScoped: true,
    auditActions: ['customer.exported'],
    events: ['customer.exported'],
  }),
  cleanupDuplicates: endpoint({
    method: 'POST',
    path: '/api/customers/customers/cleanup-duplicates/',
    permission: 'customer:merge',
    summary: 'Find duplicate customers and merge exact matches (at most 50 per call)',
    // `cursor` continues an earlier call. With `preview` nothing is merged, and `certain` lists what would be.
    body: z.object({ cursor: cursor.nullish(), preview: z.boolean().optional() }),
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      merged: z.array(
        z.object({
          survivor_id: z.uuid(),
          survivor_name: z.string(),
          duplicate_id: z.uuid(),
          name: z.string(),
          merge_id: z.uuid(),
        }),
      ),
      // Only in a preview.
      certain: z.array(z.object({ survivor: CustomerRow, duplicate: CustomerRow })),
      // Duplicates for a person to decide: they share a phone, an email, or a name and ZIP code.
      groups: z.array(z.object({ reason: z.enum(duplicateReasons), customers: z.array(CustomerRow) })),
      next_cursor: z.string().nullable(),
    }),
    auditActions: mergeActions,
    events: mergeEvents,
  }),
  notSame: endpoint({
    method: 'POST',
    path: '/api/customers/customers/not_same/',
    permission: 'customer:merge',
    summary: 'Remember that these customers are different people. They are no longer suggested as duplicates',
    body: z.object({
      ids: z
        .array(idSchema('customer', 'Invalid customer selection'))
        .min(2, 'Select at least two customers')
        .max(50, 'Select at most 50 customers'),
    }),
    response: SuccessResponse,
    errorResponses: { 404: 'One of them is not there, or fewer than two are named.' },
    auditActions: ['customer.marked_distinct'],
    events: ['customer.updated'],
  }),
  bulkDelete: endpoint({
    method: 'POST',
    path: '/api/customers/customers/bulk-delete/',
    permission: 'customer:delete',
    summary: 'Delete up to 100 customers. All or nothing; customers with active cases cannot be deleted',
    body: z.object({
      customer_ids: z
        .array(idSchema('customer', 'Invalid customer selection'))
        .min(1, 'Select at least one customer')
        .max(100, 'Select at most 100 customers'),
    }),
    response: z.object({ success: z.literal(true), deleted_count: z.number().int(), message: z.string() }),
    errorResponses: {
      404: 'None of them is there.',
      409: 'Some have active cases: `customers_with_cases` names them.',
    },
    conflict: CustomersWithCases.extend({ deleted_count: z.number().int() }),
    auditActions: ['customer.deleted', ...mergeActions],
    events: ['customer.deleted', ...mergeEvents],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/customers/customers/{id}/',
    permission: 'customer:read',
    summary: 'Read one customer',
    params: pathParams.customer,
    response: Customer,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/customers/customers/{id}/',
    permission: 'customer:edit',
    summary: 'Update a customer. Returns 409 if the version is outdated',
    params: pathParams.customer,
    body: CustomerChange,
    response: Customer,
    conflict: currentOf(Customer),
    auditActions: ['customer.updated'],
    events: ['customer.updated'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/customers/customers/{id}/',
    permission: 'customer:delete',
    summary: 'Delete a customer without active cases',
    params: pathParams.customer,
    response: SuccessResponse,
    errorResponses: { 409: 'It has active cases: `customers_with_cases` says how many.' },
    conflict: CustomersWithCases,
    auditActions: ['customer.deleted', ...mergeActions],
    events: ['customer.deleted', ...mergeEvents],
  }),
  mergePreview: endpoint({
    method: 'GET',
    path: '/api/customers/customers/{id}/merge-preview/',
    permission: 'customer:merge',
    summary: 'Preview a merge of two customers',
    params: pathParams.customer,
    query: z.object({ duplicate_id: idSchema('customer', 'Invalid customer selection') }),
    response: MergePreview,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/customers/customers/{id}/merge/',
    permission: 'customer:merge',
    summary: 'Merge a duplicate into this customer. Can be undone for 30 days',
    params: pathParams.customer,
    body: z.object({ duplicate_id: idSchema('customer', 'Invalid customer selection') }),
    response: z.object({ merge_id: z.uuid(), customer: Customer }),
    auditActions: mergeActions,
    events: mergeEvents,
  }),
  undoMerge: endpoint({
    method: 'POST',
    path: '/api/customers/customers/{id}/undo-merge/',
    permission: 'customer:merge',
    summary: 'Undo a merge of the last 30 days',
    params: pathParams.customer,
    body: z.object({ merge_id: idSchema('merge') }),
    response: z.object({ survivor: Customer, restored: Customer }),
    errorResponses: { 410: 'The 30 days are over, or the other record is gone.' },
    auditActions: mergeActions,
    events: mergeEvents,
  }),
} as const;
