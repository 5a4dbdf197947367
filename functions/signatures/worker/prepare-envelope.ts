import { isNotFound } from '#domain/shared/contract/errors.ts';
import { defaultSetFor, signersOfDefaultSet } from '#domain/signatures/default-set.ts';
import { customersNamedIn } from '#domain/signatures/people-of-case.ts';
import { createDocumentRepository } from '#functions/documents/repository/documents.ts';
import { idOf } from '#functions/documents/shared/generated-document.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import type { Delivery, WorkerRun } from '#functions/platform/workers/worker.ts';
import { caseToSign } from '#functions/signatures/envelopes/shared/case-to-sign.ts';
import { papersOf } from '#functions/signatures/envelopes/shared/envelope-papers.ts';
import { envelopeChanges, newEnvelope } from '#functions/signatures/envelopes/shared/make-envelope.ts';
import { createEnvelopeRepository, type EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';
import { createSignatureTemplateRepository } from '#functions/signatures/repository/signature-templates.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { createStatementRepository } from '#functions/statements/repository/statements.ts';
import type { EnvelopeCareDependencies } from './envelope-care-dependencies.ts';

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
export const prepareEnvelope =
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
