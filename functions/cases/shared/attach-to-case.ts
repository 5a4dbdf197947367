import { withFurtherKin } from '#domain/cases/attach-record.ts';
import { auditedChanges } from '#domain/cases/case-change.ts';
import { fieldsOfSection } from '#domain/cases/sections/case-sections.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { differences } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import type { AttachedIds, CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { Cases } from '#functions/cases/repository/cases.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';

interface Context {
  db: { cases: Cases };
  work: Work<'case.updated', 'case.updated'>;
  actor: Actor;
  now: Date;
}

interface Attached {
  kind: keyof AttachedIds;
  id: string;
  nextOfKin: readonly Values[];
}

const originOf = { submissions: 'attached_submission_id', first_calls: 'attached_first_call_id' } as const;

/** Adds to the work that a case takes a record and its next of kin. Throws 404, or 409 if the case is read-only. */
export const attachTo = async (
  { db, work, actor, now }: Context,
  caseId: string,
  { kind, id, nextOfKin }: Attached,
): Promise<CaseRecord> => {
  const { core, sections } = await db.cases.require(caseId);
  assertAllowed(actor, 'case:edit', core);
  const attached = { submissions: [], first_calls: [], ...core.attached };
  work
    .add(db.cases.changeCore(core, { attached: { ...attached, [kind]: [...attached[kind], id] } }, now))
    .audit('case.updated', core.id, [{ field: originOf[kind], from: null, to: id }]);
  const before = sections.informant?.values ?? {};
  const informant = withFurtherKin(before, nextOfKin);
  if (informant) {
    const changes = differences(fieldsOfSection('informant'), before, informant);
    work
      .add(db.cases.putSection(core.id, 'informant', sections.informant, { ...informant }, now))
      .audit('case.updated', core.id, auditedChanges('informant', { changes }));
  }
  work.announce('case.updated', core.id, { case_id: core.id });
  return core;
};

interface Attachable {
  case_id: string | null;
  case_number: string | null;
}

interface Attaching<Record extends Attachable> {
  read: () => Promise<Record>;
  caseId: string;
  /** Says that the record belongs to another case. */
  taken: string;
  take: (record: Record) => Promise<{ case_id: string; case_number: string }>;
}

/** Attaches a record to one case, however often it is called. Throws 409 if it belongs to another case. */
export const attachOnce = <Record extends Attachable>(
  { work }: { work: Pick<Work, 'attempt'> },
  { read, caseId, taken, take }: Attaching<Record>,
): Promise<{ case_id: string; case_number: string }> =>
  work.attempt(read, async (record) => {
    const { case_id, case_number } = record;
    if (case_id && case_number) {
      if (case_id === caseId) return { case_id, case_number };
      throw new AppError('conflict', { detail: taken });
    }
    return take(record);
  });
