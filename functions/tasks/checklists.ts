import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { checklistMessages } from '#domain/tasks/checklist.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import type { CaseTasks } from '#domain/tasks/task.schema.ts';
import { tasksOf } from '#domain/tasks/tasks.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { checklists } from './repository/checklists.ts';
import { recordOfCase } from './repository/task-record.ts';
import { type TasksOfCase, tasks } from './repository/tasks.ts';
import { assertOpenCase, changePart } from './shared/change-task.ts';
import { type Names, namesNeeded, presentTask, readNames } from './shared/present-task.ts';

const needs = { checklists, tasks, ...namesNeeded };

const caseTasks = ({ core, sections, part, tasks }: TasksOfCase, latest: number, names: Names): CaseTasks => ({
  checklist_version: part.checklist_version,
  is_outdated: part.checklist_version !== null && part.checklist_version < latest,
  tasks: tasks.map((task) => presentTask(task, recordOfCase(task, core, sections), names)),
});

const listTasksOfCase = handler(taskEndpoints.ofCase, needs, async ({ params: { id } }, { db, now }) => {
  const [found, names] = await Promise.all([db.tasks.ofCase(id), readNames(db, now)]);
  const { version } = await db.checklists.current(found.core.funeral_home_id);
  return caseTasks(found, version, names);
});

const startChecklist = handler(taskEndpoints.startChecklist, needs, ({ params: { id } }, { db, work, now }) =>
  work.attempt(async () => {
    const [found, names] = await Promise.all([db.tasks.ofCase(id), readNames(db, now)]);
    const { core, sections, part } = found;
    assertOpenCase(core.status);
    const { version, items } = await db.checklists.current(core.funeral_home_id);
    if (part.checklist_version === version) return work.finish(caseTasks(found, version, names));
    const next = { ...part, checklist_version: version, items };
    const after = { ...found, part: next, tasks: tasksOf({ core, sections }, next) };
    const from = part.checklist_version === null ? null : String(part.checklist_version);
    return work
      .add(changePart(db.tasks, id, part, next))
      .audit('task.checklist_started', id, [{ field: 'tasks.checklist_version', from, to: String(version) }])
      .announce('task.checklist-started', id, { case_id: id })
      .finish(caseTasks(after, version, names));
  }),
);

const listChecklists = handler(taskEndpoints.checklists, needs, async ({ query: { versions_of } }, { db }) => {
  const homes = await db.homes.homeNames();
  if (!versions_of) return Promise.all([...homes.keys()].map((id) => db.checklists.current(id)));
  return homes.has(versions_of) ? db.checklists.versions(versions_of) : [];
});

const stale = () => new AppError('conflict', { detail: checklistMessages.stale });

const saveChecklist = handler(taskEndpoints.saveChecklist, needs, async ({ body }, { db, work, actor, now }) => {
  const { funeral_home_id: homeId, items, version } = body;
  if (!(await db.homes.homeNames()).has(homeId)) throw invalid({ funeral_home_id: ['Choose a funeral home'] });
  assertAllowed(actor, 'home:edit', { homeId });
  const before = await db.checklists.current(homeId);
  if (version !== before.version) throw stale();
  const next = {
    funeral_home_id: homeId,
    version: version + 1,
    items,
    saved_at: now.toISOString(),
    saved_by_name: actor.name,
  };
  const [from, to] = [String(before.items.length), String(items.length)];
  try {
    return await work
      .add(db.checklists.save(next))
      .audit('checklist.saved', homeId, [
        { field: 'checklists.version', from: version ? String(version) : null, to: String(next.version) },
        ...(from === to ? [] : [{ field: 'checklists.items', from, to }]),
      ])
      .announce('home.updated', homeId, { funeral_home_id: homeId })
      .finish(next);
  } catch (error) {
    throw error instanceof WriteConflictError ? stale() : error;
  }
});

export const checklistRoutes = { ofCase: listTasksOfCase, startChecklist, checklists: listChecklists, saveChecklist };
