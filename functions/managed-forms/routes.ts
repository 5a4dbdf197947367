import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { FormKind } from '#domain/managed-forms/form-kinds.ts';
import { optionalParts } from '#domain/managed-forms/form-options.ts';
import { formBeginnings } from '#domain/managed-forms/form-presets.ts';
import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { mainForm, type SentFormSettings } from '#domain/managed-forms/managed-form.schema.ts';
import { type ManagedFormAction, managedFormMessages } from '#domain/managed-forms/managed-form-lifecycle.ts';
import { assertAllowed, type PolicyActor } from '#domain/registry/policies.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { parseMoney } from '#domain/shared/values/money.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { type Change, changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { type ManagedFormRecord, type ManagedForms, managedForms, type StoredSettings } from './repository.ts';
import { presentForm, presentFormRow, presentFormVersion } from './shared/present-form.ts';

const firstSettings = (kind: FormKind): StoredSettings => {
  const { title, questions, spanish } = formBeginnings[kind];
  return {
    ...standard,
    title,
    questions: questions.map((question) => ({
      ...question,
      options: [...question.options],
      spanish: { ...question.spanish, options: [...question.spanish.options] },
    })),
    spanish: spanish === null ? null : { title: spanish, condolence_message: '', notice: '' },
  };
};

const standard: Omit<StoredSettings, 'title'> = {
  condolence_message: null,
  notice: null,
  emergency_phone: null,
  show_logo: true,
  color: null,
  switched_off: [],
  cemeteries: null,
  certificate_copies: null,
  questions: [],
  spanish: null,
};

const letters = '23456789bcdfghjkmnpqrtvwxz';
const newId = (kind: 'q' | 'c'): string =>
  `${kind}_${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

/** An item keeps its id if the draft has it, so that an earlier answer still finds its question. */
const withIds = <T extends { id?: string | null | undefined }>(
  kind: 'q' | 'c',
  entries: readonly T[],
  before: readonly { id: string }[],
): (T & { id: string })[] => {
  const free = new Set(before.map(({ id }) => id));
  return entries.map((entry) => ({ ...entry, id: entry.id && free.delete(entry.id) ? entry.id : newId(kind) }));
};

const cemeteriesOf = (cemeteries: NonNullable<SentFormSettings['cemeteries']>, before: StoredSettings) =>
  withIds('c', cemeteries, before.cemeteries ?? []).map(({ id, cost, ...cemetery }) => ({
    ...cemetery,
    id,
    cost_cents: cost === undefined || cost === null ? null : parseMoney(cost),
  }));

/** A cleared text restores the home's own; an omitted one stays. */
const cleared = (text: string | null | undefined, before: string | null): string | null =>
  text === undefined ? before : text || null;

const settingsAfter = (before: StoredSettings, input: SentFormSettings): StoredSettings => ({
  title: input.title ?? before.title,
  condolence_message: cleared(input.condolence_message, before.condolence_message),
  notice: cleared(input.notice, before.notice),
  emergency_phone: cleared(input.emergency_phone, before.emergency_phone),
  show_logo: input.show_logo ?? before.show_logo,
  color: cleared(input.color, before.color),
  switched_off: input.switched_off
    ? optionalParts.filter((part) => input.switched_off?.includes(part))
    : before.switched_off,
  cemeteries:
    input.cemeteries === undefined ? before.cemeteries : input.cemeteries && cemeteriesOf(input.cemeteries, before),
  certificate_copies: input.certificate_copies === undefined ? before.certificate_copies : input.certificate_copies,
  questions: input.questions
    ? withIds('q', input.questions, before.questions).map((question) => ({
        ...question,
        options: question.kind === 'choice' ? question.options : [],
        spanish: question.spanish
          ? { ...question.spanish, options: question.kind === 'choice' ? question.spanish.options : [] }
          : null,
      }))
    : before.questions,
  spanish: input.spanish === undefined ? before.spanish : input.spanish,
});

const needs = { organizations, managedForms };
interface FormDatabase {
  organizations: Organizations;
  managedForms: ManagedForms;
}

const assertChange = (
  actor: PolicyActor,
  form: ManagedFormRecord,
  action: ManagedFormAction,
  seenVersion: number | undefined,
): void => {
  assertAllowed(actor, 'managed-form:change', { homeId: form.funeral_home_id, status: form.status, action });
  if (seenVersion !== undefined && seenVersion !== form.version)
    throw conflictError(managedFormEndpoints.update, { current: presentForm(form) });
};

/** Throws if an open form has the address, or an inquiry form would take the one where deaths are reported. */
const assertFreeSlug = async (
  db: FormDatabase,
  { id, funeral_home_id, slug, kind }: Pick<ManagedFormRecord, 'id' | 'funeral_home_id' | 'slug' | 'kind'>,
): Promise<void> => {
  if (slug === mainForm && kind !== 'at_need') throw invalid({ slug: [managedFormMessages.mainReports] });
  const otherForms = (await db.managedForms.all()).filter(
    (form) => form.funeral_home_id === funeral_home_id && form.id !== id,
  );
  if (otherForms.some((form) => form.slug === slug && form.status !== 'archived'))
    throw invalid({ slug: [managedFormMessages.taken] });
};

const auditDetails = (record: ManagedFormRecord): Record<string, unknown> => {
  const { questions, cemeteries, switched_off, spanish, ...settings } = record.settings;
  return {
    name: record.name,
    slug: record.slug,
    kind: record.kind,
    ...settings,
    switched_off: switched_off.join(', ') || null,
    cemeteries: cemeteries?.map(({ name }) => name).join('; ') ?? null,
    questions: questions.map(({ label }) => label).join('; ') || null,
    spanish:
      [...Object.values(spanish ?? {}), ...questions.map((question) => question.spanish?.label)]
        .filter(Boolean)
        .join('; ') || null,
  };
};

const formChanges = (before: ManagedFormRecord | undefined, next: ManagedFormRecord): Change[] => [
  { field: 'form', from: before?.name ?? null, to: next.name },
  ...changesBetween(before ? auditDetails(before) : {}, auditDetails(next))
    .filter(({ field, from, to }) => field !== 'name' && (from !== null || to !== null))
    .map((change) => ({ ...change, field: `form_${change.field}` })),
];

const closed = (before: ManagedFormRecord, status: 'unpublished' | 'archived', now: Date, name: string) => {
  const next: ManagedFormRecord = {
    ...before,
    status,
    version: before.version + 1,
    updated_at: now.toISOString(),
    updated_by_name: name,
  };
  const changes = [
    { field: 'form', from: before.name, to: before.name },
    { field: 'form_status', from: before.status, to: status },
  ];
  return { next, changes, about: { managed_form_id: before.id, funeral_home_id: before.funeral_home_id } };
};

const unpublishForm = handler(managedFormEndpoints.unpublish, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.managedForms.require(params.id),
    async (before) => {
      assertChange(actor, before, 'unpublish', body.version);
      const { next, changes, about } = closed(before, 'unpublished', now, actor.name);
      return work
        .add(db.managedForms.change(before, next), db.managedForms.close(before))
        .audit('managed_form.unpublished', before.funeral_home_id, changes)
        .announce('managed-form.changed', before.funeral_home_id, about)
        .finish(presentForm(next));
    },
  ),
);

const archiveForm = handler(managedFormEndpoints.archive, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.managedForms.require(params.id),
    async (before) => {
      assertChange(actor, before, 'archive', body.version);
      const { next, changes, about } = closed(before, 'archived', now, actor.name);
      return work
        .add(
          db.managedForms.change(before, next),
          before.status === 'published' ? db.managedForms.close(before) : undefined,
        )
        .audit('managed_form.archived', before.funeral_home_id, changes)
        .announce('managed-form.changed', before.funeral_home_id, about)
        .finish(presentForm(next));
    },
  ),
);

/** Changes the draft; the published version stays until the next publication. */
const updateForm = handler(managedFormEndpoints.update, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.managedForms.require(params.id),
    async (before) => {
      assertChange(actor, before, 'edit', body.version);
      const settings = body.settings ? settingsAfter(before.settings, body.settings) : before.settings;
      const next: ManagedFormRecord = {
        ...before,
        settings,
        name: body.name ?? before.name,
        slug: body.slug ?? before.slug,
        has_changes: before.has_changes || !isSame(settings, before.settings),
        version: before.version + 1,
        updated_at: now.toISOString(),
        updated_by_name: actor.name,
      };
      if (next.slug !== before.slug) {
        if (before.versions.length > 0) throw invalid({ slug: [managedFormMessages.slugFixed] });
        await assertFreeSlug(db, next);
      }
      if (next.name === before.name && next.slug === before.slug && isSame(settings, before.settings))
        return presentForm(before);
      return work
        .add(db.managedForms.change(before, next))
        .audit('managed_form.updated', next.funeral_home_id, formChanges(before, next))
        .announce('managed-form.changed', next.funeral_home_id, {
          managed_form_id: next.id,
          funeral_home_id: next.funeral_home_id,
        })
        .finish(presentForm(next));
    },
  ),
);

/** Publishes the draft as the next version, which never changes. A closed form without changes is opened again. */
const publishForm = handler(managedFormEndpoints.publish, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.managedForms.require(params.id),
    async (before) => {
      assertChange(actor, before, 'publish', body.version);
      // A double click publishes once.
      if (before.status === 'published' && !before.has_changes) return presentForm(before);
      const at = now.toISOString();
      const number = before.versions.length + 1;
      const published = { number, published_at: at, published_by_name: actor.name };
      const next: ManagedFormRecord = {
        ...before,
        status: 'published',
        has_changes: false,
        versions: [...before.versions, published],
        version: before.version + 1,
        updated_at: at,
        updated_by_name: actor.name,
      };
      const { id, organization_id, funeral_home_id, name, slug, kind, settings } = next;
      const form = { organization_id, funeral_home_id, form_id: id, number, name, slug, kind, settings };
      return work
        .add(db.managedForms.change(before, next), db.managedForms.open({ ...form, published_at: at }))
        .audit('managed_form.published', funeral_home_id, [
          { field: 'form', from: name, to: name },
          { field: 'form_version', from: before.versions.at(-1)?.number ?? null, to: number },
        ])
        .announce('managed-form.published', funeral_home_id, { managed_form_id: id, funeral_home_id, version: number })
        .finish(presentForm(next));
    },
  ),
);

/** A copy keeps the ids of its questions, so that answers of both forms match. */
const createForm = handler(managedFormEndpoints.create, needs, async ({ body }, { db, work, actor, now }) => {
  const { funeral_home, name, slug, kind, copy_of } = body;
  if (!(await db.organizations.plainHome(funeral_home))) throw notFound(homeNotFound);
  assertAllowed(actor, 'home:edit', { homeId: funeral_home });
  const source = copy_of ? await db.managedForms.require(copy_of) : undefined;
  if (source && source.kind !== kind) throw invalid({ copy_of: [managedFormMessages.otherKind] });
  const at = now.toISOString();
  const record: ManagedFormRecord = {
    id: uuid({ msecs: now.getTime() }),
    organization_id: actor.organizationId,
    funeral_home_id: funeral_home,
    version: 1,
    name,
    slug,
    kind,
    status: 'draft',
    versions: [],
    has_changes: true,
    settings: source?.settings ?? firstSettings(kind),
    created_at: at,
    updated_at: at,
    updated_by_name: actor.name,
  };
  await assertFreeSlug(db, record);
  return work
    .add(db.managedForms.create(record))
    .audit('managed_form.created', funeral_home, formChanges(undefined, record))
    .announce('managed-form.changed', funeral_home, { managed_form_id: record.id, funeral_home_id: funeral_home })
    .finish(presentForm(record));
});

/** Archived forms last, else by name. */
const rank = ({ status }: { status: string }): number => (status === 'archived' ? 1 : 0);

const listForms = handler(managedFormEndpoints.list, { managedForms }, async ({ query }, { db }) => {
  const forms = (await db.managedForms.all())
    .filter(({ funeral_home_id }) => !query.funeral_home || funeral_home_id === query.funeral_home)
    .filter(({ status }) => !query.status || status === query.status)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  return { count: forms.length, next: null, previous: null, results: forms.map(presentFormRow) };
});

const getForm = handler(managedFormEndpoints.get, { managedForms }, async ({ params }, { db }) =>
  presentForm(await db.managedForms.require(params.id)),
);

const getFormVersion = handler(managedFormEndpoints.version, { managedForms }, async ({ params }, { db }) => {
  const form = await db.managedForms.require(params.id);
  return presentFormVersion(await db.managedForms.requireVersion(form, Number(params.number)));
});

export const managedFormRoutes = routesOf(managedFormEndpoints, {
  list: listForms,
  create: createForm,
  get: getForm,
  update: updateForm,
  publish: publishForm,
  unpublish: unpublishForm,
  archive: archiveForm,
  version: getFormVersion,
});
