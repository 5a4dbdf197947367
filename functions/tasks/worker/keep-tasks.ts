import { deadlinesRun } from '#domain/cases/case-lifecycle.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { isNotFound } from '#domain/shared/contract/errors.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { taskFactLabels } from '#domain/tasks/checklist.ts';
import { type MetFacts, metFacts, type RecordedFacts } from '#domain/tasks/task-facts.ts';
import { settledEntries, type TaskEntry, type TaskState, taskEntry, tasksOf } from '#domain/tasks/tasks.ts';
import { createCustodyRepository } from '#functions/care/repository/custody.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/case-record.ts';
import { copiesSchema } from '#functions/certificates/repository.ts';
import { createDocumentRepository, type DocumentRecord } from '#functions/documents/repository/documents.ts';
import { gateFactsIn } from '#functions/gates/repository.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Item, Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import type { Delivery, EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import { createEnvelopeRepository, type EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { createChecklistRepository } from '../repository/checklists.ts';
import { taskIdOf } from '../repository/task-record.ts';
import { caseIn, createTaskRepository } from '../repository/tasks.ts';
import { changeEntry, recordTask } from '../shared/change-task.ts';
import { presentTask, readNames } from '../shared/present-task.ts';

export interface TaskWorkDependencies {
  table: Table;
  keyWrapper: KeyWrapper;
  now: () => Date;
}

/** Photos whose file passed the scan. */
const isPhoto = ({ kind, status, deleted_at }: DocumentRecord): boolean =>
  kind === 'photo' && status === 'ready' && deleted_at === null;

/** Returns when the last person signed; undefined before that. */
const signedAt = ({ status, deleted, recipients }: EnvelopeRecord): string | undefined =>
  status === 'signed' && !deleted
    ? recipients
        .flatMap(({ completed_at }) => completed_at ?? [])
        .toSorted()
        .at(-1)
    : undefined;

/** Reads the facts of a case, of which `items` are all items. */
export const recordedFacts = async (
  { table, keys }: { table: Table; keys: Keys },
  core: CaseRecord,
  sections: CaseSections,
  items: readonly Item[],
): Promise<RecordedFacts> => {
  const at = (part: string) => items.find(({ sk }) => sk === part);
  const [copies, permits] = [at('PART#COPIES'), at('PART#PERMITS')];
  const [custody, documents, envelopes] = await Promise.all([
    core.has_custody ? createCustodyRepository(table, keys).ofCase(core.id) : { entries: [] },
    createDocumentRepository(table, keys).ofCase(core.id),
    createEnvelopeRepository(table, keys).ofCase(core.id),
  ]);
  return {
    gates: gateFactsIn(core, sections, items),
    isCompleted: core.status === 'completed',
    hasStatement: (core.statements ?? 0) > 0,
    hasPayment: core.paid_cents > 0,
    permits: permits ? permitsSchema.parse(permits).entries : [],
    copies: copies ? copiesSchema.parse(copies).entries : [],
    custody: custody.entries,
    photos: documents
      .filter(isPhoto)
      .map(({ created_at, added_by }) => ({ at: created_at, by_name: added_by?.name ?? null })),
    signed: envelopes.flatMap((envelope) => signedAt(envelope) ?? []).map((at) => ({ at, by_name: null })),
  };
};

/** Returns the facts that hold; one that held before keeps its time. */
const keptFacts = (before: MetFacts, next: MetFacts): MetFacts =>
  Object.fromEntries(Object.entries(next).map(([fact, met]) => [fact, before[fact as keyof MetFacts] ?? met]));

/** Gives open tasks of members who left to everyone with their role. */
const withoutLeft = (entries: readonly TaskEntry[], tasks: readonly TaskState[], members: readonly Profile[]) => {
  const left = new Map(members.filter(({ status }) => status !== 'active').map((member) => [member.id, member]));
  const given = tasks.flatMap(({ key, title, owner, state }) => {
    const from = state === 'open' ? left.get(owner ?? '') : undefined;
    return from ? [{ key, title, from }] : [];
  });
  const keys = new Set(given.map(({ key }) => key));
  return {
    given,
    entries: [
      ...entries.filter(({ key }) => !keys.has(key)),
      ...given.map(({ key, from }) => {
        const entry = entries.find((one) => one.key === key) ?? taskEntry(key);
        return { ...entry, version: entry.version + 1, owner: { profile: null, role: from.role } };
      }),
    ],
  };
};

const titlesOf = (tasks: readonly { readonly title: string }[]): Change => {
  const titles = tasks.map(({ title }) => title).join('; ');
  return { field: 'tasks.title', from: titles, to: titles };
};

/** Returns how the tasks of a case change by what is recorded; undefined for one without tasks. */
const lookAt = async (
  { table, keys, at, isNew }: { table: Table; keys: Keys; at: string; isNew: boolean },
  items: readonly Item[],
) => {
  const found = caseIn(items);
  if (!found) return undefined;
  const { core, sections, part: before } = found;
  const begins = isNew && before.checklist_version === null && deadlinesRun(core);
  // Version 0 is not stored yet.
  if (!begins && before.version === 0) return undefined;
  const { version, items: listed } = begins
    ? await createChecklistRepository(table, keys).current(core.funeral_home_id)
    : { version: before.checklist_version, items: before.items };
  const [facts, members] = await Promise.all([
    recordedFacts({ table, keys }, core, sections, items),
    createTeamRepository(table, keys).members(),
  ]);
  const met = version === null ? before.met : keptFacts(before.met, metFacts(facts, at));
  const looked = { ...before, checklist_version: version, items: listed, met };
  const settled = { ...looked, entries: settledEntries(looked) };
  const tasks = tasksOf({ core, sections }, settled);
  const { given, entries } = withoutLeft(settled.entries, tasks, members);
  const wasOpen = new Set(found.tasks.filter(({ state }) => state === 'open').map(({ key }) => key));
  const completed = tasks.filter(({ key, isByFact }) => isByFact && wasOpen.has(key));
  return { before, next: { ...settled, entries }, completed, given };
};

/** A case or a task that was deleted needs no work. */
const unlessDeleted = (error: unknown): void => {
  if (!isNotFound(error)) throw error;
};

/**
 * Begins the checklist of a new case, completes tasks whose fact is recorded, and gives those of members who left to
 * their role. It looks at the case as it is, so repeated and late events do no harm.
 */
const keepTasks = async (
  { table, keyWrapper, now }: TaskWorkDependencies,
  { organizationId, caseId, isNew, run }: { organizationId: string; caseId: string; isNew: boolean; run: WorkerRun },
): Promise<void> => {
  const keys = keysOf(organizationId);
  await retryOnConflict(
    async () =>
      lookAt({ table, keys, at: now().toISOString(), isNew }, await table.query({ pk: keys.caseItems(caseId) })),
    async (looked) => {
      if (!looked || isSame(looked.next, looked.before)) return;
      const { before, next, completed, given } = looked;
      const work = systemUnitOfWork({ table, keyWrapper }, organizationId, run.trace);
      // One entry for all tasks of a fact or a person, because a transaction has at most 100 writes.
      for (const [fact, tasks] of Map.groupBy(completed, ({ met_by }) => met_by))
        work.audit('task.completed', caseId, [
          titlesOf(tasks),
          { field: 'tasks.reason', from: null, to: fact && taskFactLabels[fact] },
        ]);
      for (const [from, tasks] of Map.groupBy(given, ({ from }) => from))
        work.audit('task.changed', caseId, [
          titlesOf(tasks),
          { field: 'tasks.owner', from: fullName(from.first_name, from.last_name), to: roleLabels[from.role] },
        ]);
      for (const [name, tasks] of [
        ['task.completed', completed],
        ['task.changed', given],
      ] as const)
        for (const { key } of tasks) work.announce(name, caseId, { case_id: caseId, task: taskIdOf(caseId, key) });
      await work.add(createTaskRepository(table, keys).writePart(caseId, before, next)).step();
    },
  ).catch(unlessDeleted);
};

interface Ids {
  readonly organization_id: string;
  readonly payload: { readonly case_id: string };
}

const onCaseEvent =
  (dependencies: TaskWorkDependencies, isNew = false) =>
  ({ envelope }: { envelope: Ids }, run: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    return keepTasks(dependencies, { organizationId, caseId: payload.case_id, isNew, run });
  };

const readAtOnce = 100;

/** Gives the open tasks of a member who left to everyone with the role. */
const onMemberDeactivated =
  (dependencies: TaskWorkDependencies) =>
  async ({ envelope }: Delivery<'member.deactivated'>, run: WorkerRun): Promise<void> => {
    const { table, keyWrapper, now } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const keys = keysOf(organizationId);
    const repository = createTaskRepository(table, keys);
    const db = { roster: createTeamRepository(table, keys), homes: createHomeRepository(table, keys) };
    const names = await readNames(db, now());
    const member = names.members.find(({ id, status }) => id === payload.profile_id && status !== 'active');
    if (!member) return;
    const giveFree = (id: string): Promise<void> =>
      retryOnConflict(
        () => repository.require(id),
        async (found) => {
          if (found.task.owner !== member.id || found.task.state !== 'open') return;
          const owner = { profile: null, role: member.role };
          const before = presentTask(found.task, found.record, names);
          const { writes, answer } = changeEntry(repository, found, { owner }, names);
          const work = systemUnitOfWork({ table, keyWrapper }, organizationId, run.trace).add(writes);
          recordTask(work, { id: null, organizationId }, { action: 'task.changed', before, next: answer });
          await work.step();
        },
      ).catch(unlessDeleted);
    for (let from: string | undefined; ; ) {
      const { rows, end } = await repository.openOf(member.id, { cursor: from, limit: readAtOnce });
      for (const [caseId, tasks] of Map.groupBy(rows, ({ case_id }) => case_id)) {
        if (caseId) await keepTasks(dependencies, { organizationId, caseId, isNew: false, run });
        else for (const { id } of tasks) await giveFree(id);
      }
      if (end === undefined) return;
      from = end;
    }
  };

/** Returns the worker of tasks. */
export const taskHandlers = (dependencies: TaskWorkDependencies): EventHandlers => {
  const look = onCaseEvent(dependencies);
  return {
    'case.created': onCaseEvent(dependencies, true),
    'case.updated': look,
    'case.activated': look,
    'case.completed': look,
    'case.reopened': look,
    'certificate.copies-recorded': look,
    'certificate.copies-deleted': look,
    'gate.changed': look,
    'disposition.recorded': look,
    'care.opened': look,
    'care.moved': look,
    'effect.changed': look,
    'effect.returned': look,
    'payment.recorded': look,
    'payment.voided': look,
    'payment.refunded': look,
    'statement.finalized': look,
    'document.added': look,
    'document.changed': look,
    'document.deleted': look,
    'document.restored': look,
    'envelope.signed': look,
    'permit.added': look,
    'permit.updated': look,
    'permit.deleted': look,
    'task.checklist-started': look,
    'member.deactivated': onMemberDeactivated(dependencies),
  };
};
