import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { auditedChanges } from '#domain/cases/case-change.ts';
import { caseMessages, isFollowUpField, isFollowUpSection } from '#domain/cases/case-lifecycle.ts';
import type { Case, CasePatch } from '#domain/cases/case-wire.schema.ts';
import { isSectionId } from '#domain/cases/sections/section-definitions.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { cases, isEmbalmingAnswer, type StoredCase } from '#functions/cases/repository/cases.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { submissions } from '#functions/intake/repository/submissions.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import type { ContextOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { priceListsReadOnly } from '#functions/statements/repository/price-lists.ts';
import { applyCaseEdit, caseAnswer, type JudgedCase, prepareCaseEdit, validateCase } from './change-case.ts';
import { replaceSsnWrites, withNewInformant } from './remove-case.ts';

/** Repositories that an edit of a case reads and writes. */
export const caseEditNeeds = {
  cases,
  customers,
  organizations,
  plainPriceLists: priceListsReadOnly,
  ssn,
  ssnEncryptor,
  submissions,
  firstCalls,
};
type Context = Pick<
  ContextOf<typeof caseEndpoints.update, typeof caseEditNeeds>,
  'db' | 'work' | 'ssnEncryptor' | 'actor' | 'now'
>;

const staleSections = ({ core, sections }: StoredCase, patch: CasePatch, { change }: JudgedCase): string[] => {
  const changed: string[] = [...change.touched.keys()];
  if (patch.version !== undefined && patch.version !== core.version) return changed;
  return Object.entries(patch.sections ?? {}).flatMap(([id, sent]) => {
    const version = isSectionId(id) && changed.includes(id) ? sent?.version : undefined;
    return version !== undefined && version !== (sections[id]?.version ?? 0) ? [id] : [];
  });
};

/**
 * Adds the writes, history and event of a patch to the unit of work; returns the case as it then is. Throws 400 with the
 * errors, and 409 with the present case for a stale version; without a version the last write wins per field.
 */
export const addCaseEdit = async (context: Context, caseRecord: StoredCase, patch: CasePatch): Promise<Case> => {
  const { db, work, actor, now } = context;
  const { core, sections } = caseRecord;
  assertAllowed(actor, 'case:follow-up', core);
  if (patch.status !== undefined && patch.status !== core.status)
    throw invalid({ status: [caseMessages.statusByAction] });
  const input = await withNewInformant(db.customers, sections.informant?.values, patch);
  const judged = await validateCase(context, caseRecord, input, core.status);
  const touched = [...judged.change.touched];
  const isFollowUp = touched.every(([id, fields]) => fields.every((name) => isFollowUpField(id, name)));
  if (!touched.every(([id]) => isFollowUpSection(id))) assertAllowed(actor, 'case:edit', { ...core, isFollowUp });
  // Checked first: an error may come from another user's change.
  const stale = staleSections(caseRecord, patch, judged);
  if (stale.length)
    throw conflictError(caseEndpoints.update, { current: caseAnswer(caseRecord, judged.before.name), stale });
  const edit = await prepareCaseEdit(context, caseRecord, judged);
  if (edit.changes.size === 0) return caseAnswer(caseRecord, judged.before.name);
  const answer = { by_name: actor.name, at: now.toISOString() };
  for (const [id, values] of edit.sections) {
    const isAnswer = edit.changes.get(id)?.some(({ field }) => isEmbalmingAnswer(field));
    const answered = isAnswer ? { embalming_answered: answer } : {};
    work.add(db.cases.putSection(core.id, id, sections[id], values, now, answered));
  }
  for (const [id, changes] of edit.changes) work.audit('case.updated', core.id, auditedChanges(id, { changes }));
  work
    .add(db.cases.changeCore(core, edit.core, now), edit.sealed && (await replaceSsnWrites(context, core, edit.sealed)))
    .announce('case.updated', core.id, { case_id: core.id });
  return caseAnswer(applyCaseEdit(caseRecord, edit, now), edit.home.name);
};
