import { signedPapersOf } from '#domain/gates/signed-papers.ts';
import { isNotFound } from '#domain/shared/contract/errors.ts';
import { type EnvelopeDocument, withSuperseded } from '#domain/signatures/envelope.ts';
import { isSettledStatus } from '#domain/signatures/envelope-status.ts';
import { customersNamedIn } from '#domain/signatures/people-of-case.ts';
import { defaultSetFor, signersOfDefaultSet } from '#domain/signatures/standard-document-templates.ts';
import { signedAcceptance } from '#domain/statements/signed-acceptance.ts';
import { caseExistsCheck } from '#functions/cases/repository/case-part.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { createDocumentRepository, documentsReadOnly } from '#functions/documents/repository/documents.ts';
import { idOf } from '#functions/documents/shared/start-upload.ts';
import { createSignedPaperRepository } from '#functions/gates/repository.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import type { Change, Trace } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict, WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork, type UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import type { Delivery, EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import { createStatementRepository } from '#functions/statements/repository/statements.ts';
import { papersOf } from '../envelopes/shared/envelope-papers.ts';
import { caseToSign, envelopeChanges, newEnvelope } from '../envelopes/shared/make-envelope.ts';
import { voided } from '../envelopes/shared/resend-void-delete.ts';
import { createEnvelopeRepository, type EnvelopeRecord } from '../repository/envelopes.ts';
import { createSignatureTemplateRepository, type SignatureTemplateRecord } from '../repository/signature-templates.ts';
import { signingSources } from '../repository/signing-sources.ts';

interface EnvelopeCareDependencies {
  table: Table;
  keyWrapper: KeyWrapper;
  now: () => Date;
}

interface CaseRef {
  organizationId: string;
  caseId: string;
  trace: Trace;
}

/** Changes the envelopes of a case for which `collect` adds writes, each in its own transaction. */
const changeEnvelopesOfCase = async (
  { table, keyWrapper }: EnvelopeCareDependencies,
  { organizationId, caseId, trace }: CaseRef,
  collect: (record: EnvelopeRecord, work: UnitOfWork) => EnvelopeRecord | undefined,
): Promise<void> => {
  const keys = keysOf(organizationId);
  const envelopes = createEnvelopeRepository(table, keys);
  for (const { id } of await envelopes.ofCase(caseId))
    await retryOnConflict(
      () => envelopes.find(id),
      async (record) => {
        if (!record || record.deleted) return;
        const work = systemUnitOfWork({ table, keyWrapper }, organizationId, trace);
        const next = collect(record, work);
        if (next) await work.add(envelopes.change(record, next)).step();
      },
    );
};

/** Returns true if people are, or will be, asked to sign. */
const isWithPeople = ({ sending, status }: EnvelopeRecord): boolean =>
  sending !== null && sending.state !== 'refused' && status !== 'signed' && !isSettledStatus(status);

/** Voids open envelopes of a cancelled case, so that the family is neither asked nor reminded. */
const onCaseCancelled =
  (dependencies: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<'case.cancelled'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const caseId = payload.case_id;
    const caseRecord = await createCaseRepository(dependencies.table, keysOf(organizationId)).find(caseId);
    if (caseRecord?.core.status !== 'cancelled') return;
    const reason = 'The case was cancelled';
    await changeEnvelopesOfCase(dependencies, { organizationId, caseId, trace }, (record, work) => {
      if (!isWithPeople(record)) return undefined;
      const about = { envelope_id: record.id, case_id: caseId };
      work
        .audit('envelope.voided', caseId, [
          { field: 'envelopes.title', from: record.title, to: record.title },
          { field: 'envelopes.void_reason', from: null, to: reason },
        ])
        .announce('envelope.void-requested', caseId, about)
        .announce('envelope.voided', caseId, about);
      return voided(record, reason, trace.actor.name, dependencies.now());
    });
  };

const onCaseDeleted =
  (dependencies: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<'case.deleted'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const caseId = payload.case_id;
    if (await createCaseRepository(dependencies.table, keysOf(organizationId)).find(caseId)) return;
    const reason = 'The case was deleted';
    await changeEnvelopesOfCase(dependencies, { organizationId, caseId, trace }, (record, work) => {
      const at = dependencies.now().toISOString();
      work
        .audit('envelope.deleted', caseId, [
          { field: 'envelopes.title', from: record.title, to: null },
          { field: 'envelopes.delete_reason', from: null, to: reason },
        ])
        .announce('envelope.deleted', caseId, { envelope_id: record.id, case_id: caseId });
      const deleted = { reason, at, by_name: trace.actor.name };
      return { ...record, deleted, check_at: null, updated_at: at };
    });
  };

/** One id per case, so that a repeated event prepares it once. */
const preparedId = (organizationId: string, caseId: string): string => idOf('prepared', organizationId, caseId);

const draftFor = async (
  { table }: Pick<EnvelopeCareDependencies, 'table'>,
  { organizationId, caseId }: { organizationId: string; caseId: string },
  templates: readonly SignatureTemplateRecord[],
  { trace: { actor, now } }: WorkerRun,
): Promise<EnvelopeRecord | undefined> => {
  const keys = keysOf(organizationId);
  const [facts, statements] = [signingSources.in(table, keys), createStatementRepository(table, keys)];
  const caseRecord = await caseToSign({ signingFacts: facts, statements }, caseId, now).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const sections = caseRecord?.facts.sections ?? {};
  const wanted = defaultSetFor(templates, sections.service?.service_type);
  if (!caseRecord || wanted.length === 0) return undefined;
  const documents = wanted.map((document) => ({ template_id: document.id }));
  const held = {
    signatureTemplates: { all: async () => [...templates] },
    documents: createDocumentRepository(table, keys),
  };
  const people = signersOfDefaultSet(wanted, sections, await facts.customers(customersNamedIn(sections)));
  const recipients = people.map(({ key: _key, on_statement: _on, ...person }) => ({
    ...person,
    delivery: person.email === '' ? ('in_person' as const) : ('email' as const),
  }));
  const maker = { actor: { id: '', organizationId, name: actor.name, email: '', role: '' }, now };
  const sent = { case_id: caseId, documents, recipients };
  return newEnvelope(caseRecord, await papersOf(held, caseRecord, documents), sent, maker, true);
};

/** Prepares a draft of the default set when a report or first call becomes a case; only staff send it. */
const prepareEnvelope =
  ({ table, keyWrapper }: EnvelopeCareDependencies) =>
  async (
    { envelope }: Delivery<'submission.converted'> | Delivery<'first-call.converted'>,
    run: WorkerRun,
  ): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const { case_id: caseId } = payload;
    const keys = keysOf(organizationId);
    const core = (await createCaseRepository(table, keys).find(caseId))?.core;
    // A report or first call that was attached comes to a case that people already work on.
    const isAttached =
      'submission_id' in payload
        ? core?.source_submission_id !== payload.submission_id
        : core?.source_first_call_id !== payload.first_call_id;
    if (isAttached) return;
    const envelopes = createEnvelopeRepository(table, keys);
    const id = preparedId(organizationId, caseId);
    const templates = await createSignatureTemplateRepository(table, keys).all();
    if (!templates.some(({ in_default_set }) => in_default_set) || (await envelopes.find(id))) return;
    const draft = await draftFor({ table }, { organizationId, caseId }, templates, run);
    if (!draft) return;
    const record = { ...draft, id };
    try {
      await systemUnitOfWork({ table, keyWrapper }, organizationId, run.trace)
        .add(envelopes.create(record))
        .audit('envelope.created', caseId, envelopeChanges(record))
        .announce('envelope.created', caseId, { envelope_id: id, case_id: caseId })
        .step();
    } catch (error) {
      // A duplicate event, or a deleted case.
      if (!(error instanceof WriteConflictError || isNotFound(error))) throw error;
    }
  };

/** The audit entry names documents with a later version. */
const changesOf = (before: EnvelopeRecord, next: EnvelopeRecord): Change[] => {
  const marked = next.documents.filter(
    (document, at) => document.superseded_by !== before.documents[at]?.superseded_by,
  );
  const list = marked.map(({ name, superseded_by }) => `${name}: version ${superseded_by}`).join(', ');
  return [
    { field: 'envelopes.title', from: before.title, to: before.title },
    { field: 'envelopes.superseded_by', from: null, to: list },
  ];
};

/** Marks documents of a case's envelopes that have a later version. It can be repeated. */
const markEnvelopesOfCase = async (
  { table, keyWrapper, now }: EnvelopeCareDependencies,
  { organizationId, caseId, trace }: { organizationId: string; caseId: string; trace: Trace },
  laterOf: (document: EnvelopeDocument) => number | undefined,
): Promise<void> => {
  const keys = keysOf(organizationId);
  const envelopes = createEnvelopeRepository(table, keys);
  const concerned = ({ deleted, documents }: EnvelopeRecord): boolean =>
    deleted === null && documents.some((document) => laterOf(document) !== undefined);
  for (const { id } of (await envelopes.ofCase(caseId)).filter(concerned))
    await retryOnConflict(
      () => envelopes.find(id),
      async (record) => {
        if (!record) return;
        const next = { ...record, ...withSuperseded(record, laterOf, now()) };
        if (next.documents.every((document, at) => document.superseded_by === record.documents[at]?.superseded_by))
          return;
        await systemUnitOfWork({ table, keyWrapper }, organizationId, trace)
          .add(envelopes.change(record, { ...next, updated_at: now().toISOString() }))
          .audit('envelope.superseded', caseId, changesOf(record, next))
          .step();
      },
    );
};

/** A new version of a Statement marks envelopes with earlier ones. */
const onStatementFinalized =
  (dependencies: EnvelopeCareDependencies) =>
  ({ envelope }: Delivery<'statement.finalized'>, { trace }: WorkerRun): Promise<void> => {
    const { case_id, version } = envelope.payload;
    const ref = { organizationId: envelope.organization_id, caseId: case_id, trace };
    return markEnvelopesOfCase(dependencies, ref, ({ kind, statement_version }) =>
      kind === 'statement' && statement_version !== null && statement_version < version ? version : undefined,
    );
  };

/** A new version of a document, such as a corrected certificate, marks envelopes with earlier ones. */
const onDocumentAdded =
  (dependencies: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<'document.added'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const { table } = dependencies;
    const keys = keysOf(organizationId);
    const documents = documentsReadOnly.in(table, keys);
    const added = await documents.find(payload.document_id);
    if (!added || added.revision === 1) return;
    const signed = (await createEnvelopeRepository(table, keys).ofCase(payload.case_id)).flatMap(
      (envelope) => envelope.documents,
    );
    const ids = [...new Set(signed.flatMap(({ document_id }) => document_id ?? []))];
    const held = await Promise.all(ids.map((id) => documents.find(id)));
    const earlier = new Set(
      held.flatMap((document) =>
        document && document.series === added.series && document.revision < added.revision ? [document.id] : [],
      ),
    );
    await markEnvelopesOfCase(dependencies, { organizationId, caseId: payload.case_id, trace }, ({ document_id }) =>
      document_id !== null && earlier.has(document_id) ? added.revision : undefined,
    );
  };

/** Commits only if the case is unchanged, so that no superseded version is accepted. */
const onStatementSigned =
  ({ table, keyWrapper, now }: EnvelopeCareDependencies) =>
  async ({ envelope: event }: Delivery<'envelope.signed'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id, payload } = event;
    const { case_id } = payload;
    const keys = keysOf(organization_id);
    const [cases, statements] = [createCaseRepository(table, keys), createStatementRepository(table, keys)];
    const read = () => Promise.all([cases.find(case_id), createEnvelopeRepository(table, keys).ofCase(case_id)]);
    await retryOnConflict(read, async ([caseRecord, envelopes]) => {
      const newest = (await statements.ofCase(case_id)).at(-1);
      const home = caseRecord && (await createHomeRepository(table, keys).plainHome(caseRecord.core.funeral_home_id));
      if (!home || !newest || newest.acceptance) return;
      const { id: statement_id, version, statement_number } = newest.record;
      const openEnvelopes = envelopes.filter((envelope) => !envelope.void && !envelope.deleted);
      const signed = signedAcceptance(openEnvelopes, newest.record, home.time_zone);
      if (!signed) return;
      const acceptance = { ...signed, version, recorded_at: now().toISOString(), recorded_by_name: 'DocuSeal' };
      await systemUnitOfWork({ table, keyWrapper }, organization_id, trace)
        .add(statements.accept(case_id, acceptance), cases.unchanged(caseRecord.core))
        .audit('statement.accepted', case_id, [
          { field: 'statements.statement_number', from: statement_number, to: statement_number },
          { field: 'statements.accepted_by', from: null, to: signed.accepted_by },
          ...(signed.given_on ? [{ field: 'statements.given_on', from: null, to: signed.given_on }] : []),
          { field: 'statements.recorded_by', from: null, to: 'DocuSeal' },
        ])
        .announce('statement.accepted', case_id, { statement_id, case_id })
        .step();
    });
  };

/** Copies who signed the authorizations of a case into it, where gates and lists read it. It can be repeated. */
const copySignedPapers = async (table: Table, { organizationId, caseId }: Omit<CaseRef, 'trace'>): Promise<void> => {
  const keys = keysOf(organizationId);
  const papers = createSignedPaperRepository(table, keys);
  await retryOnConflict(
    () => papers.of(caseId),
    async (before) => {
      const [envelopes, templates] = await Promise.all([
        createEnvelopeRepository(table, keys).ofCase(caseId),
        createSignatureTemplateRepository(table, keys).allDeletedToo(),
      ]);
      const entries = envelopes.flatMap((envelope) =>
        signedPapersOf(envelope, (id) => templates.find((template) => template.id === id)),
      );
      if (isSame(before.entries, entries)) return;
      await table.transact([papers.write(caseId, before, entries), caseExistsCheck(keys, caseId)]);
    },
  );
};

type SigningEvent = 'envelope.sent' | 'envelope.updated' | 'envelope.declined' | 'envelope.voided' | 'envelope.deleted';

const onSigningChanged =
  ({ table }: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<SigningEvent | 'envelope.signed'>): Promise<void> => {
    const ref = { organizationId: envelope.organization_id, caseId: envelope.payload.case_id };
    await copySignedPapers(table, ref).catch((error: unknown) => {
      // The case was deleted.
      if (!isNotFound(error)) throw error;
    });
  };

export const envelopeCareHandlers = (dependencies: EnvelopeCareDependencies) => {
  const prepare = prepareEnvelope(dependencies);
  const copy = onSigningChanged(dependencies);
  const accept = onStatementSigned(dependencies);
  return {
    'submission.converted': prepare,
    'first-call.converted': prepare,
    'statement.finalized': onStatementFinalized(dependencies),
    'envelope.signed': async (delivery: Delivery<'envelope.signed'>, run: WorkerRun) => {
      await copy(delivery);
      await accept(delivery, run);
    },
    'envelope.sent': copy,
    'envelope.updated': copy,
    'envelope.declined': copy,
    'envelope.voided': copy,
    'envelope.deleted': copy,
    'document.added': onDocumentAdded(dependencies),
    'case.cancelled': onCaseCancelled(dependencies),
    'case.deleted': onCaseDeleted(dependencies),
  } satisfies EventHandlers;
};
