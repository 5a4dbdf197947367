import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import type { FactsOfSigner } from '#domain/signatures/case-sources.ts';
import type { DocuSealSubmission, DocuSealTemplate } from '#domain/signatures/docuseal-state.ts';
import { customersNamedIn, peopleOfCase } from '#domain/signatures/people-of-case.ts';
import {
  filledFields,
  rolesAndFields,
  type TemplateField,
  type TemplateRole,
  unmappedOf,
  withSuggestedSources,
} from '#domain/signatures/roles-and-fields.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import {
  mappingOf,
  type StandardDocumentKind,
  standardDocumentExternalId,
  standardDocumentForm,
  standardDocumentRequest,
  typeOfName,
} from '#domain/signatures/standard-document-templates.ts';
import { idOf } from '#functions/documents/shared/start-upload.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import type { DocuSealAccounts } from '../client/adapters.ts';
import { docuseal } from '../client/adapters.ts';
import type { DocuSeal } from '../client/docuseal.ts';
import { presentEnvelope } from '../envelopes/shared/envelope-papers.ts';
import { type CaseToSign, caseToSign } from '../envelopes/shared/make-envelope.ts';
import type { EnvelopeRecord } from '../repository/envelope-record.ts';
import { envelopesById } from '../repository/envelopes.ts';
import { type SignatureTemplateRecord, signatureTemplates } from '../repository/signature-templates.ts';
import { type SigningFacts, type StaffSigners, signingSources, staffSigners } from '../repository/signing-sources.ts';
import { mappingAfter, presentField, presentTemplate, templateChanges } from '../templates/shared/template-changes.ts';
import {
  allRows,
  assertInTime,
  callDocuSeal,
  needsNoQuestion,
  newestRows,
  refreshedTemplate,
  syncTemplates,
  templateFromDocuSeal,
  tryDocuSeal,
} from './sync-templates.ts';

/** Returns roles and fields from DocuSeal, or as last read if DocuSeal does not respond in time. */
const fieldsOf = async (
  accounts: DocuSealAccounts,
  record: SignatureTemplateRecord,
  organizationId: string,
  now: Date,
): Promise<{ roles: readonly TemplateRole[]; fields: readonly TemplateField[]; read_at: string }> => {
  const { docuseal_id, synced_at } = record;
  if (docuseal_id === null) throw new AppError('conflict', { detail: signatureMessages.notBound });
  const answer = callDocuSeal(
    accounts,
    organizationId,
    async (account) => ({ found: await account.getTemplate(docuseal_id) }),
    { patient: synced_at === null },
  );
  const there = await (synced_at === null ? answer : tryDocuSeal(answer));
  if (!there) return { roles: record.roles, fields: record.fields, read_at: synced_at ?? now.toISOString() };
  if (!there.found) throw new AppError('conflict', { detail: signatureMessages.goneThere });
  return { ...rolesAndFields(there.found, record.roles), read_at: now.toISOString() };
};

const signersOf = async (
  db: { signingFacts: SigningFacts; staffSigners: StaffSigners },
  caseRecord: CaseToSign,
  roles: readonly TemplateRole[],
  actor: Actor,
): Promise<Map<string, FactsOfSigner>> => {
  const { sections } = caseRecord.facts;
  const [customers, director] = await Promise.all([
    db.signingFacts.customers(customersNamedIn(sections)),
    db.staffSigners.of(actor, caseRecord.core.created_by_id),
  ]);
  const people = peopleOfCase(sections, customers, director);
  const signers = roles.flatMap(({ name, part }) => {
    const fits = people.find((person) => person.part === part);
    return fits ? [[name, fits] as const] : [];
  });
  return new Map(signers);
};

const presentCase = ({ core: { id, case_number, funeral_home_id }, deceased_name }: CaseToSign) => ({
  id,
  case_number,
  deceased_name,
  funeral_home_id,
});

const previewFields = handler(
  signingServiceEndpoints.fieldPreview,
  { signatureTemplates, signingFacts: signingSources, staffSigners, statements, docuseal },
  async ({ params, query }, { db, actor, now, docuseal: accounts }) => {
    const record = await db.signatureTemplates.require(params.id);
    const caseRecord = query.case_id === undefined ? undefined : await caseToSign(db, query.case_id, now);
    const { roles, fields, read_at } = await fieldsOf(accounts, record, actor.organizationId, now);
    const mapping = withSuggestedSources(record.mapping, fields);
    const shown = caseRecord
      ? filledFields({ fields, mapping }, caseRecord.facts, await signersOf(db, caseRecord, roles, actor))
      : fields.map((field) => ({ ...field, value: '', is_missing: false, is_misfit: false }));
    return {
      template_id: record.id,
      case: caseRecord ? presentCase(caseRecord) : null,
      read_at,
      roles: roles.map(({ name }) => ({
        name,
        fields: shown
          .filter(({ role }) => role === name)
          .map((field) => ({ ...field, ...presentField(field, mapping) })),
      })),
      unmapped: unmappedOf(fields, mapping),
    };
  },
);

/** Returns the template at DocuSeal, which an earlier call may have created without receiving the response. */
const standardDocumentAtDocuSeal = async (
  account: DocuSeal,
  organizationId: string,
  { kind, state }: { kind: StandardDocumentKind; state: string },
  since: number,
): Promise<DocuSealTemplate> => {
  const known = await account.findTemplate(standardDocumentExternalId(organizationId, kind, state));
  assertInTime(since);
  if (!known) return account.makeTemplate(standardDocumentRequest(organizationId, kind, state));
  if (known.archived_at !== null) await account.updateTemplate(known.id, { archived: false });
  return { ...known, archived_at: null };
};

const nameBeside = (name: string, all: readonly SignatureTemplateRecord[]): string => {
  const usedNames = new Set(all.map((template) => template.name.toLowerCase()));
  const names = [name, ...Array.from({ length: all.length }, (_, n) => `${name} ${n + 2}`)];
  return names.find((name) => !usedNames.has(name.toLowerCase())) ?? name;
};

const readyMadeId = (organizationId: string, kind: StandardDocumentKind, state: string): string =>
  idOf(
    'ready made',
    organizationId,
    standardDocumentExternalId(organizationId, kind, state).split(':').slice(2).join(' '),
  );

interface ReadyMade {
  id: string;
  kind: StandardDocumentKind;
  state: string;
  /** Version of the deleted template that it replaces. */
  version: number | undefined;
}
const newReadyMade = (
  { actor, now }: { actor: Actor; now: Date },
  { id, kind, state, version = 1 }: ReadyMade,
  there: DocuSealTemplate,
  all: readonly SignatureTemplateRecord[],
): SignatureTemplateRecord => {
  const form = standardDocumentForm(kind, state);
  const made: SignatureTemplateRecord = {
    ...templateFromDocuSeal(there, actor.organizationId, actor.name, now),
    id,
    template_type: kind,
    name: nameBeside(form.name, all),
    description: form.description,
    mapping: mappingOf(form),
    made_by_us: true,
    version,
  };
  const read = refreshedTemplate(made, there, now.toISOString());
  return { ...read, is_active: needsNoQuestion(read) };
};

/**
 * The ids derive from organization, kind and state, so repeated and interrupted calls create it once. A home has one
 * document of a kind, and authorizations of other states that it names.
 */
const makeReadyMadeTemplate = handler(
  signingServiceEndpoints.readyMade,
  { signatureTemplates, signingFacts: signingSources, docuseal },
  async ({ body: { template_type: kind, state: wanted } }, { db, work, actor, now, docuseal: accounts }) => {
    const { organizationId } = actor;
    const since = performance.now();
    const state = wanted ?? (await db.signingFacts.home(actor.homeId)).state;
    const id = readyMadeId(organizationId, kind, state);
    const ofKind = (all: readonly SignatureTemplateRecord[]) =>
      all.find((template) => (wanted ? template.id === id : template.template_type === kind));
    const before = ofKind(await db.signatureTemplates.all());
    if (before) return presentTemplate(before);
    const there = await callDocuSeal(accounts, organizationId, (account) =>
      standardDocumentAtDocuSeal(account, organizationId, { kind, state }, since),
    );
    return work.attempt(
      () => Promise.all([db.signatureTemplates.all(), db.signatureTemplates.findDeletedToo(id)]),
      async ([all, deleted]) => {
        const meanwhile = ofKind(all) ?? all.find(({ docuseal_id }) => docuseal_id === there.id);
        if (meanwhile) return presentTemplate(meanwhile);
        const record = newReadyMade({ actor, now }, { id, kind, state, version: deleted?.version }, there, all);
        return work
          .add(deleted ? db.signatureTemplates.change(deleted, record) : db.signatureTemplates.create(record))
          .audit('signature_template.created', organizationId, templateChanges(undefined, record))
          .announce('signature-template.changed', organizationId, { template_id: id })
          .finish(presentTemplate({ ...record, version: deleted ? record.version + 1 : 1 }));
      },
    );
  },
);

const needs = { signatureTemplates, docuseal };

/** The call must confirm undecided fields, so that no suggested value is used unseen. */
const activateTemplate = handler(signingServiceEndpoints.activate, needs, ({ params, body }, context) => {
  const { db, work, actor, now, docuseal: accounts } = context;
  return work.attempt(
    () => db.signatureTemplates.require(params.id),
    async (record) => {
      const { docuseal_id } = record;
      if (docuseal_id === null) throw new AppError('conflict', { detail: signatureMessages.notBound });
      const ask = <T>(what: (account: DocuSeal) => Promise<T>) => callDocuSeal(accounts, actor.organizationId, what);
      const there = await ask((account) => account.getTemplate(docuseal_id));
      if (!there) throw new AppError('conflict', { detail: signatureMessages.goneThere });
      if (there.fields.length === 0) throw new AppError('conflict', { detail: signatureMessages.noFields });
      const read = refreshedTemplate(record, { ...there, archived_at: null }, now.toISOString());
      const mapping = mappingAfter(read, body.mapping);
      const open = unmappedOf(read.fields, mapping);
      if (open.length > 0)
        throw new AppError('conflict', { detail: `${signatureMessages.notConfirmed}: ${open.slice(0, 5).join(', ')}` });
      if (there.archived_at) await ask((account) => account.updateTemplate(docuseal_id, { archived: false }));
      const next = { ...read, mapping, is_active: true, updated_by_name: actor.name };
      return work
        .add(db.signatureTemplates.change(record, next))
        .audit('signature_template.activated', actor.organizationId, [
          { field: 'signature_templates.name', from: record.name, to: record.name },
          { field: 'signature_templates.is_active', from: String(record.is_active), to: 'true' },
          ...templateChanges(record, next).filter(({ field }) => field === 'signature_templates.mapping'),
        ])
        .announce('signature-template.activated', actor.organizationId, { template_id: record.id })
        .finish(presentTemplate({ ...next, version: record.version + 1 }));
    },
  );
});

const presentSubmission = (there: DocuSealSubmission, { id, title }: EnvelopeRecord) => ({
  submission_id: there.id,
  envelope_id: id,
  title,
  status: there.status,
  is_archived: there.archived_at !== null,
  completed_at: there.completed_at,
  expires_at: there.expire_at,
  submitters: there.submitters.map(({ name, email, role, status, sent_at, opened_at, completed_at }) => ({
    name,
    email,
    role,
    status,
    sent_at,
    opened_at,
    completed_at,
  })),
});

/** An account may also contain submissions that are not of this organization. */
const listSubmissions = handler(
  signingServiceEndpoints.listThere,
  { envelopesById, docuseal },
  async (_, { db, actor, docuseal: accounts }) => {
    const there = await callDocuSeal(accounts, actor.organizationId, (account) =>
      newestRows((after) => account.listSubmissions(after ? { after } : {})),
    );
    const owners = await db.envelopesById.bySubmissions(there.map(({ id }) => id));
    return there.flatMap((template) => {
      const owner = owners.get(template.id);
      return owner && !owner.deleted ? [presentSubmission(template, owner)] : [];
    });
  },
);

/** Checks ownership before it asks DocuSeal, so that ids of other organizations cannot be probed (S-18). */
const getSubmission = handler(
  signingServiceEndpoints.getThere,
  { envelopesById, docuseal },
  async ({ params }, { db, actor, docuseal: accounts }) => {
    const id = Number(params.id);
    const owner = await db.envelopesById.bySubmission(id);
    if (!owner || owner.deleted) throw notFound();
    const there = await callDocuSeal(accounts, actor.organizationId, (account) => account.getSubmission(id));
    if (!there) throw new AppError('conflict', { detail: signatureMessages.goneThere });
    return presentSubmission(there, owner);
  },
);

const listAvailableTemplates = handler(
  signingServiceEndpoints.available,
  { signatureTemplates, docuseal },
  async (_, { db, actor, docuseal: accounts }) => {
    const [there, here] = await Promise.all([
      callDocuSeal(accounts, actor.organizationId, (account) =>
        allRows((after) => account.listTemplates(after ? { after } : {})),
      ),
      db.signatureTemplates.all(),
    ]);
    const bound = new Set(here.map(({ docuseal_id }) => docuseal_id));
    return there
      .filter(({ id }) => !bound.has(id))
      .map(({ id, name, folder_name, submitters, fields, updated_at }) => ({
        docuseal_template_id: id,
        name,
        folder_name,
        updated_at,
        roles: submitters.map((submitter) => submitter.name),
        field_count: fields.length,
        template_type: typeOfName(name),
      }));
  },
);

/** Only the worker writes DocuSeal's state; the page polls until it has. */
const refreshEnvelope = handler(
  signingServiceEndpoints.refresh,
  { envelopesById, signingFacts: signingSources },
  async ({ params }, { db, work }) => {
    const record = await db.envelopesById.require(params.id);
    if (record.sending?.state === 'made')
      work.announce('envelope.check-wanted', record.case_id, { envelope_id: record.id });
    return work.finish(presentEnvelope(record, await db.signingFacts.homeNames()));
  },
);

export const signingServiceRoutes = routesOf(signingServiceEndpoints, {
  available: listAvailableTemplates,
  sync: syncTemplates,
  readyMade: makeReadyMadeTemplate,
  activate: activateTemplate,
  fieldPreview: previewFields,
  refresh: refreshEnvelope,
  listThere: listSubmissions,
  getThere: getSubmission,
});
