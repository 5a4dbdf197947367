import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf } from '#domain/shared/contract/wire.ts';
import {
  FormStep,
  ManagedForm,
  ManagedFormPatch,
  ManagedFormQuery,
  ManagedFormRow,
  ManagedFormVersion,
  NewManagedForm,
} from './managed-form.schema.ts';

const path = '/api/forms/manage/';
const formPath = `${path}{id}/` as const;
const step = {
  method: 'POST',
  permission: 'home:edit',
  policy: 'managed-form:change',
  params: pathParams.managedForm,
  body: FormStep,
  response: ManagedForm,
  conflict: currentOf(ManagedForm),
  errorResponses: {
    404: 'There is no such form.',
    409: 'Its status does not allow it, or `version` is stale: `current` is the form as it stands.',
  },
} as const;

export const managedFormEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'home:read',
    summary: 'List the public forms of all locations',
    query: ManagedFormQuery,
    response: z.object({
      count: z.number().int(),
      next: z.null(),
      previous: z.null(),
      results: z.array(ManagedFormRow),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: 'home:edit',
    policy: 'home:edit',
    summary: 'Create a public form for a location, from the standard form or a copy',
    body: NewManagedForm,
    response: ManagedForm,
    status: 201,
    idempotent: true,
    errorResponses: { 404: 'There is no such home, or no such form to copy.' },
    auditActions: ['managed_form.created'],
    events: ['managed-form.changed'],
  }),
  get: endpoint({
    method: 'GET',
    path: formPath,
    permission: 'home:read',
    summary: 'Read a form with its draft and the list of its versions',
    params: pathParams.managedForm,
    response: ManagedForm,
  }),
  update: endpoint({
    ...step,
    method: 'PATCH',
    path: formPath,
    summary: "Update a form's draft. The public sees it once it is published",
    body: ManagedFormPatch,
    auditActions: ['managed_form.updated'],
    events: ['managed-form.changed'],
  }),
  publish: endpoint({
    ...step,
    path: `${formPath}publish/`,
    summary: 'Publish the draft as the next version',
    auditActions: ['managed_form.published'],
    events: ['managed-form.published'],
  }),
  unpublish: endpoint({
    ...step,
    path: `${formPath}unpublish/`,
    summary: 'Unpublish a form. Families who already opened it can still submit',
    auditActions: ['managed_form.unpublished'],
    events: ['managed-form.changed'],
  }),
  archive: endpoint({
    ...step,
    path: `${formPath}archive/`,
    summary: 'Archive a form permanently',
    auditActions: ['managed_form.archived'],
    events: ['managed-form.changed'],
  }),
  version: endpoint({
    method: 'GET',
    path: `${formPath}versions/{number}/`,
    permission: 'home:read',
    summary: 'Read a published version of a form, as families answered it',
    params: z.object({ id: idSchema('managed-form'), number: z.string().regex(/^[1-9]\d{0,5}$/) }),
    response: ManagedFormVersion,
  }),
} as const;
