import { roleLabels } from '#domain/shared/access/roles.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import type { Task } from '#domain/tasks/task.schema.ts';
import { taskMessages } from '#domain/tasks/task.schema.ts';
import { freeTask, settledEntries, type TaskEntry, type TaskState, taskEntry, tasksOf } from '#domain/tasks/tasks.ts';
import type { WorkOf } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { freeRecord, recordOfCase, type TaskPartRecord } from '../repository/task-record.ts';
import type { FoundTask, Tasks } from '../repository/tasks.ts';
import { type Names, presentTask } from './present-task.ts';

/** Returns the entry of a task, or a first one for a task of the checklist. */
const entryOf = ({ of, free, task: { key } }: FoundTask): TaskEntry =>
  free?.entry ?? of?.part.entries.find((entry) => entry.key === key) ?? taskEntry(key);

/** Throws 409 if the case of a task is cancelled. */
export const assertOpenCase = (status: string | undefined): void => {
  if (status === 'cancelled') throw new AppError('conflict', { detail: taskMessages.closed });
};

/** Leaves room for facts: DynamoDB takes items of 400 KB. */
const maxBytes = 350_000;
const bytesOf = (part: TaskPartRecord): number => Buffer.byteLength(JSON.stringify(part));

/** Returns the writes that change the tasks of a case. Throws 409 where their texts no longer fit into one item. */
export const changePart = (tasks: Tasks, caseId: string, before: TaskPartRecord, next: TaskPartRecord): Write[] => {
  const bytes = bytesOf(next);
  if (bytes > maxBytes && bytes > bytesOf(before)) throw new AppError('conflict', { detail: taskMessages.full });
  return tasks.writePart(caseId, before, next);
};

/** Returns the writes that change the entry of a task, with the task as it then is; null deletes a free one. */
export const changeEntry = (tasks: Tasks, found: FoundTask, change: Partial<TaskEntry> | null, names: Names) => {
  const before = entryOf(found);
  const next = change && { ...before, ...change, version: before.version + 1 };
  const shown = (task: TaskState, record = found.record): Task => presentTask(task, record, names);
  if (found.free) {
    const home = { id: found.free.funeral_home_id, time_zone: names.zones.get(found.free.funeral_home_id) ?? 'UTC' };
    if (!next) return { writes: [tasks.removeFree(found.free)], answer: shown(found.task) };
    return {
      writes: [tasks.changeFree(found.free, home, next)],
      answer: shown(freeTask(next), freeRecord(found.free.id, home, next)),
    };
  }
  const { core, sections, part } = found.of;
  assertOpenCase(core.status);
  const others = part.entries.filter(({ key }) => key !== before.key);
  const changed = { ...part, entries: next ? [...others, next] : others };
  const nextPart = { ...changed, entries: settledEntries(changed) };
  const writes = changePart(tasks, core.id, part, nextPart);
  const task = tasksOf({ core, sections }, nextPart).find(({ key }) => key === before.key);
  if (!task) return { writes, answer: shown(found.task) };
  return { writes, answer: shown(task, recordOfCase(task, core, sections)) };
};

const stateLabels = { open: 'Open', done: 'Done', not_needed: 'Not needed' } as const;

/** Returns the values of a task in the history of its case. */
const historyOf = (task: Task): Record<string, string | null> => ({
  'tasks.owner': task.owner_name || (task.role && roleLabels[task.role]),
  'tasks.due': [task.due, task.time].filter(Boolean).join(' ') || null,
  'tasks.promised_to': task.promised_to || null,
  'tasks.note': task.note || null,
  'tasks.state': stateLabels[task.state],
  'tasks.reason': task.reason || null,
});

type Recording = Pick<WorkOf<typeof taskEndpoints.update>, 'audit' | 'announce'>;
export type TaskAction = Extract<(typeof taskEndpoints.update.auditActions)[number], `task.${string}`>;

/**
 * Records and announces a change, and that someone else was given the task: of a case in its history, of no case in that
 * of the organization without its words.
 */
export const recordTask = (
  work: Recording,
  { id: actorId, organizationId }: { readonly id: string | null; readonly organizationId: string },
  { action, before, next }: { action: TaskAction; before?: Task; next: Task },
): void => {
  const { id: task, case: case_id, owner } = next;
  const isGiven = owner !== null && owner !== before?.owner && owner !== actorId && next.state === 'open';
  const changes = changesBetween(before ? historyOf(before) : {}, historyOf(next));
  if (case_id) {
    const title = { field: 'tasks.title', from: before?.title ?? null, to: next.title };
    work.audit(action, case_id, [title, ...changes]).announce(action, case_id, { case_id, task });
    if (isGiven) work.announce('task.assigned', case_id, { case_id, task, owner });
    return;
  }
  const state = changes.filter(({ field }) => field === 'tasks.state');
  work.audit('office_task.changed', organizationId, state).announce('office-task.changed', organizationId, { task });
  if (isGiven) work.announce('office-task.assigned', organizationId, { task, owner });
};
