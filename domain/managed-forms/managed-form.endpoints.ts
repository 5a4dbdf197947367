import * as z from 'zod';
import { endpoint } from '#domain/contract/endpoint.ts';
import { idOf, ids } from '#domain/contract/ids.ts';
import { currentOf } from '#domain/contract/wire.ts';
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
const one = `${path}{id}/` as const;
const step = {
  method: 'POST',
  may: 'home:edit',
  policy: 'managed-form:change',
  params: ids.managedForm,
  body: FormStep,
  response: ManagedForm,
  conflict: currentOf(ManagedForm),
  refusals: {
    404: 'There is no such form.',
    409: 'Its status does not allow it, or `version` is stale: `current` is the form as it stands.',
  },
} as const;

export const managedFormEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    may: 'home:read',
    summary: 'The public forms of the homes',
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
    may: 'home:edit',
    policy: 'home:edit',
    summary: 'Begin a form of a home, as every home has it or as a copy',
    body: NewManagedForm,
    response: ManagedForm,
    status: 201,
    idempotent: true,
    refusals: { 404: 'There is no such home, or no such form to copy.' },
    records: ['managed_form.created'],
    announces: ['managed-form.changed'],
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    may: 'home:read',
    summary: 'Read a form with its draft and the list of its versions',
    params: ids.managedForm,
    response: ManagedForm,
  }),
  update: endpoint({
    ...step,
    method: 'PATCH',
    path: one,
    summary: 'Change the draft of a form; the public sees it when it is published',
    body: ManagedFormPatch,
    records: ['managed_form.updated'],
    announces: ['managed-form.changed'],
  }),
  publish: endpoint({
    ...step,
    path: `${one}publish/`,
    summary: 'Open the draft to the public as the next version',
    records: ['managed_form.published'],
    announces: ['managed-form.published'],
  }),
  unpublish: endpoint({
    ...step,
    path: `${one}unpublish/`,
    summary: 'Close a form to the public; whoever is filling it can still send it',
    records: ['managed_form.unpublished'],
    announces: ['managed-form.changed'],
  }),
  archive: endpoint({
    ...step,
    path: `${one}archive/`,
    summary: 'Close a form and put it away for good',
    records: ['managed_form.archived'],
    announces: ['managed-form.changed'],
  }),
  version: endpoint({
    method: 'GET',
    path: `${one}versions/{number}/`,
    may: 'home:read',
    summary: 'Read a published version of a form, as families answered it',
    params: z.object({ id: idOf('managed-form'), number: z.string().regex(/^[1-9]\d{0,5}$/) }),
    response: ManagedFormVersion,
  }),
} as const;
