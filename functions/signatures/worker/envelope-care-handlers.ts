import { isNotFound } from '#domain/shared/contract/errors.ts';
import { type EnvelopeDocument, withSuperseded } from '#domain/signatures/envelope.ts';
import { isSettledStatus } from '#domain/signatures/envelope-status.ts';
import { customersNamedIn } from '#domain/signatures/people-of-case.ts';
import { defaultSetFor, signersOfDefaultSet } from '#domain/signatures/standard-document-templates.ts';
import { signedAcceptance } from '#domain/statements/signed-acceptance.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { createDocumentRepository, documentsRead } from '#functions/documents/repository/documents.ts';
import { idOf } from '#functions/documents/shared/start-upload.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import type { Change, Trace } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict, WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork, type UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import type { Delivery, EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import { createStatementRepository } from '#functions/statements/repository/statements.ts';
import { papersOf } from '../envelopes/shared/envelope-papers.ts';
import { caseToSign, envelopeChanges, newEnvelope } from '../envelopes/shared/make-envelope.ts';
import { voided } from '../envelopes/shared/resend-void-delete.ts';
import { createEnvelopeRepository, type EnvelopeRecord } from '../repository/envelopes.ts';
import { createSignatureTemplateRepository, type SignatureTemplateRecord } from '../repository/signature-templates.ts';
import { signingSources } from '../repository/signing-sources.ts';

/** What the worker `envelope-care` needs from outside. */
interface EnvelopeCareDependencies {
  table: Table;
  /** Seals what the trail says of people. */
  keyWrapper: KeyWrapper;
  now: () => Date;
}

interface CaseRef {
  organizationId: string;
  caseId: string;
  trace: Trace;
}

/** Changes those envelopes of a case, each in a transaction of its own, of which `collect` collects something. */
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

/** Whether people are asked to sign it, or are about to be. */
const isWithPeople = ({ sending, status }: EnvelopeRecord): boolean =>
  sending !== null && sending.state !== 'refused' && status !== 'signed' && !isSettledStatus(status);

/**
 * A family is neither asked to sign nor reminded of papers of a case that was cancelled: what is with people is voided, as if
 * somebody had done it by hand. What was signed stays on file, and a draft stays a draft. One that was reopened meanwhile is
 * left alone.
 */
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

/** Of a case that is gone nobody lists, signs or prepares papers any more: its envelopes go with it. */
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

/** The one that a case is prepared with has always the same id: however often its conversion is told, it is made once. */
const preparedId = (organizationId: string, caseId: string): string => idOf('prepared', organizationId, caseId);

/** A draft of the default set for a case, with its people; undefined where there is nothing to prepare. */
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
  const documents = wanted.map((one) => ({ template_id: one.id }));
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

/**
 * A report or a first call has become a case: an envelope of the default set is prepared as a draft, with the people whom
 * the case names. It is sent by nobody but staff. Without a default set, or for a case that is gone, nothing is made.
 */
const prepareEnvelope =
  ({ table, keyWrapper }: EnvelopeCareDependencies) =>
  async (
    { envelope }: Delivery<'submission.converted'> | Delivery<'first-call.converted'>,
    run: WorkerRun,
  ): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const { case_id: caseId } = payload;
    const keys = keysOf(organizationId);
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
      // The same conversion told twice at once, or its case deleted meanwhile.
      if (!(error instanceof WriteConflict || isNotFound(error))) throw error;
    }
  };

/** What the trail of the case says: which papers have a later version now. */
const changesOf = (before: EnvelopeRecord, next: EnvelopeRecord): Change[] => {
  const marked = next.documents.filter((one, at) => one.superseded_by !== before.documents[at]?.superseded_by);
  const said = marked.map(({ name, superseded_by }) => `${name}: version ${superseded_by}`).join(', ');
  return [
    { field: 'envelopes.title', from: before.title, to: before.title },
    { field: 'envelopes.superseded_by', from: null, to: said },
  ];
};

/** Marks the papers of a case's envelopes for which there is a later version; a second time it changes nothing. */
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
        if (next.documents.every((one, at) => one.superseded_by === record.documents[at]?.superseded_by)) return;
        await systemUnitOfWork({ table, keyWrapper }, organizationId, trace)
          .add(envelopes.change(record, { ...next, updated_at: now().toISOString() }))
          .audit('envelope.superseded', caseId, changesOf(record, next))
          .step();
      },
    );
};

/** A Statement was finalized anew: what was sent or signed of an earlier version says so. */
const onStatementFinalized =
  (dependencies: EnvelopeCareDependencies) =>
  ({ envelope }: Delivery<'statement.finalized'>, { trace }: WorkerRun): Promise<void> => {
    const { case_id, version } = envelope.payload;
    const ref = { organizationId: envelope.organization_id, caseId: case_id, trace };
    return markEnvelopesOfCase(dependencies, ref, ({ kind, statement_version }) =>
      kind === 'statement' && statement_version !== null && statement_version < version ? version : undefined,
    );
  };

/** A document of the case has a further version, a corrected certificate for one: the same for those before it. */
const onDocumentAdded =
  (dependencies: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<'document.added'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const { table } = dependencies;
    const keys = keysOf(organizationId);
    const documents = documentsRead.in(table, keys);
    const added = await documents.find(payload.document_id);
    if (!added || added.revision === 1) return;
    const signed = (await createEnvelopeRepository(table, keys).ofCase(payload.case_id)).flatMap(
      (one) => one.documents,
    );
    const ids = [...new Set(signed.flatMap(({ document_id }) => document_id ?? []))];
    const held = await Promise.all(ids.map((id) => documents.find(id)));
    const earlier = new Set(
      held.flatMap((one) => (one && one.series === added.series && one.revision < added.revision ? [one.id] : [])),
    );
    await markEnvelopesOfCase(dependencies, { organizationId, caseId: payload.case_id, trace }, ({ document_id }) =>
      document_id !== null && earlier.has(document_id) ? added.revision : undefined,
    );
  };

/**
 * A request is signed: the newest Statement is accepted once everybody whom it names has signed it, in this request or
 * another, and nobody accepted it by hand. It commits with
 * the case as it was read, so that no version that was superseded at the same moment is accepted.
 */
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
      const standing = envelopes.filter((one) => !one.void && !one.deleted);
      const signed = signedAcceptance(standing, newest.record, home.time_zone);
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

/** What the worker `envelope-care` does on each event of its queue: what becomes of envelopes with their case. */
export const envelopeCareHandlers = (dependencies: EnvelopeCareDependencies) => {
  const prepare = prepareEnvelope(dependencies);
  return {
    'submission.converted': prepare,
    'first-call.converted': prepare,
    'statement.finalized': onStatementFinalized(dependencies),
    'envelope.signed': onStatementSigned(dependencies),
    'document.added': onDocumentAdded(dependencies),
    'case.cancelled': onCaseCancelled(dependencies),
    'case.deleted': onCaseDeleted(dependencies),
  } satisfies EventHandlers;
};
