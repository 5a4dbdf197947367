import * as z from 'zod';
import { formKinds } from '#domain/managed-forms/form-kinds.ts';
import { optionalParts } from '#domain/managed-forms/form-options.ts';
import { questionKinds } from '#domain/managed-forms/form-questions.ts';
import { managedFormMessages, managedFormStatuses } from '#domain/managed-forms/managed-form-lifecycle.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import {
  ifUnchanged,
  type Repository,
  recordReads,
  type SharedRepository,
} from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const StoredSettings = z.object({
  title: z.string(),
  condolence_message: z.string().nullable(),
  notice: z.string().nullable(),
  emergency_phone: z.string().nullable(),
  show_logo: z.boolean(),
  color: z.string().nullable(),
  switched_off: z.array(z.enum(optionalParts)),
  cemeteries: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        cost_cents: z.number().int().nullable(),
        note: z.string(),
        note_spanish: z.string().default(''),
        street: z.string(),
        city: z.string(),
        state: z.string(),
        zip: z.string(),
      }),
    )
    .nullable(),
  certificate_copies: z.number().int().nullable(),
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(questionKinds),
      label: z.string(),
      help: z.string(),
      required: z.boolean(),
      options: z.array(z.string()),
      spanish: z
        .object({ label: z.string(), help: z.string(), options: z.array(z.string()) })
        .nullable()
        .default(null),
    }),
  ),
  spanish: z.object({ title: z.string(), condolence_message: z.string(), notice: z.string() }).nullable().default(null),
});
export type StoredSettings = z.output<typeof StoredSettings>;

/** A home's form with its draft; its published version is stored with the home's public card. */
export const managedFormSchema = storedSchema({
  kind: 'managed form',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    version: z.number(),
    name: z.string(),
    slug: z.string(),
    kind: z.enum(formKinds).default('at_need'),
    status: z.enum(managedFormStatuses),
    settings: StoredSettings,
    versions: z.array(
      z.object({ number: z.number().int(), published_at: z.string(), published_by_name: z.string().nullable() }),
    ),
    has_changes: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by_name: z.string().nullable(),
  }),
});
export type ManagedFormRecord = z.output<typeof managedFormSchema.schema>;

/** A published version as families see it, with only the data that public functions may read. */
export const publishedFormSchema = storedSchema({
  kind: 'published form',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    funeral_home_id: z.string(),
    form_id: z.string(),
    number: z.number().int(),
    name: z.string(),
    slug: z.string(),
    kind: z.enum(formKinds).default('at_need'),
    settings: StoredSettings,
    published_at: z.string(),
  }),
});
export type PublishedForm = z.output<typeof publishedFormSchema.schema>;

const versionIn = (table: Table, homeId: string, formId: string, number: number) =>
  publishedFormSchema.find(table, sharedKeys.formVersion(homeId, formId, number));

const managedFormsIn = (table: Table, keys: Keys) => {
  const itemOf = (record: ManagedFormRecord): Item => managedFormSchema.item(keys.managedForm(record.id), record);
  const taken = () => invalid({ slug: [managedFormMessages.openElsewhere] });
  return {
    async all(): Promise<ManagedFormRecord[]> {
      const items = await table.query({ pk: keys.managedForms(), between: ['FORM#', prefixEnd('FORM#')] });
      return items.map((item) => managedFormSchema.parse(item));
    },
    ...recordReads(table, managedFormSchema.parse, keys.managedForm),
    async requireVersion({ funeral_home_id, id }: ManagedFormRecord, number: number): Promise<PublishedForm> {
      const found = await versionIn(table, funeral_home_id, id, number);
      if (!found) throw notFound();
      return found;
    },
    create: (record: ManagedFormRecord): Write => ({ put: itemOf(record), when: 'absent' }),
    /** Writes `next` unless `before` changed. */
    change: (before: ManagedFormRecord, next: ManagedFormRecord): Write => ({
      put: itemOf({ ...next, version: before.version + 1 }),
      ...ifUnchanged(before),
    }),
    /** Publishes a version at its address, unless another form has it. */
    open: (form: PublishedForm): Write[] => [
      {
        put: publishedFormSchema.item(sharedKeys.formVersion(form.funeral_home_id, form.form_id, form.number), form),
        when: 'absent',
        refused: () => new WriteConflictError(),
      },
      {
        put: publishedFormSchema.item(sharedKeys.openForm(form.funeral_home_id, form.slug), form),
        when: { absentOr: { form_id: form.form_id } },
        refused: taken,
      },
    ],
    close: ({ funeral_home_id, slug, id }: ManagedFormRecord): Write => ({
      delete: sharedKeys.openForm(funeral_home_id, slug),
      when: { equals: { form_id: id } },
      refused: () => new WriteConflictError(),
    }),
  };
};

export type ManagedForms = ReturnType<typeof managedFormsIn>;
export const managedForms = { grants: ['table:managed-forms'], in: managedFormsIn } as const satisfies Repository;

/** Forms for public functions: the published one of an address, and an answered version. */
export const publicForms = {
  grants: ['table:home-cards'],
  shared: (table) => ({
    open: (homeId: string, slug: string) =>
      publishedFormSchema.find(table, sharedKeys.openForm(homeId, slug), { consistent: false }),
    version: (homeId: string, formId: string, number: number) => versionIn(table, homeId, formId, number),
  }),
} as const satisfies SharedRepository;
