import { v7 as uuid } from 'uuid';
import type * as z from 'zod';
import { assertAllowed } from '#domain/registry/policies.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { maxComments, maxFreeTasks, type NewTask, type Task, taskMessages } from '#domain/tasks/task.schema.ts';
import { freeTask, type TaskEntry, taskEntry } from '#domain/tasks/tasks.ts';
import { rangeInZones } from '#functions/deadlines/shared/due-range.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { checklistRoutes } from './checklists.ts';
import { handoverRoutes } from './handover.ts';
import { freeRecord, recordOfCase } from './repository/task-record.ts';
import { type FoundTask, tasks } from './repository/tasks.ts';
import { assertOpenCase, changeEntry, changePart, recordTask, type TaskAction } from './shared/change-task.ts';
import { type Names, namesNeeded, presentRow, presentTask, readNames, urgencyRange } from './shared/present-task.ts';

const needs = { tasks, ...namesNeeded };

const listTasks = handler(taskEndpoints.list, needs, async ({ query }, { db, now, request }) => {
  const paging = pageRequest(query);
  const { location: home, owner, role, state = 'open', when, since, promised } = query;
  const names = await readNames(db, now);
  const zone = names.zones.get(home ?? '');
  const zones = home && zone ? new Map([[home, zone]]) : names.zones;
  const inTime =
    state === 'open' && when
      ? rangeInZones((minute) => urgencyRange(when, minute), zones, now)
      : { range: state === 'ended' && since ? { from: since } : {} };
  const isPromised = promised === 'true';
  const page = await db.tasks.list({ ...paging, home, owner, role, state, isPromised, ...inTime });
  return pageAnswer(request.path, query, paging, { ...page, rows: page.rows.map((row) => presentRow(row, names)) });
});

const countPeople = handler(taskEndpoints.people, needs, async (_, { db, now }) => {
  const names = await readNames(db, now);
  const overdue = rangeInZones((minute) => urgencyRange('overdue', minute), names.zones, now);
  const active = names.members.filter(({ status }) => status === 'active');
  const owners = [
    ...active.map((member) => ({ owner: member.id, role: null, name: fullName(member.first_name, member.last_name) })),
    ...Object.entries(roleLabels).map(([role, name]) => ({ owner: null, role: role as keyof typeof roleLabels, name })),
  ];
  const counted = await Promise.all(
    owners.map(async ({ owner, role, name }) => {
      const of = { owner: owner ?? undefined, role: role ?? undefined, state: 'open', page: 1, pageSize: 0 } as const;
      const [all, late] = await Promise.all([
        db.tasks.list({ ...of, range: {} }),
        db.tasks.list({ ...of, ...overdue }),
      ]);
      return { owner, role, name, open: all.count, overdue: late.count };
    }),
  );
  return counted.filter(({ owner, open }) => owner !== null || open > 0);
});

const getTask = handler(taskEndpoints.get, needs, async ({ params }, { db, now }) => {
  const { task, record } = await db.tasks.require(params.id);
  return presentTask(task, record, await readNames(db, now));
});

type SentValues = Pick<z.output<typeof NewTask>, 'owner' | 'role' | 'due' | 'time'>;

/** Returns owner and due time as sent; throws 400 for a person who is no active member. */
const sentValues = ({ owner, role, due, time }: SentValues, names: Names): Partial<TaskEntry> => {
  if (owner && role) throw invalid({ role: [taskMessages.oneOwner] });
  if (owner && !names.members.some(({ id, status }) => id === owner && status === 'active'))
    throw invalid({ owner: [taskMessages.noSuchOwner] });
  if (time && !due) throw invalid({ due: [taskMessages.timeNeedsDay] });
  return {
    ...(owner !== undefined || role !== undefined
      ? { owner: owner || role ? { profile: owner ?? null, role: role ?? null } : null }
      : {}),
    ...(due !== undefined ? { due: due ? { day: due, time: time ?? null } : null } : {}),
  };
};

type Context = Pick<ContextOf<typeof taskEndpoints.update, typeof needs>, 'db' | 'actor' | 'now' | 'work'>;

const createTask = handler(taskEndpoints.create, needs, ({ body }, context) =>
  context.work.attempt(async () => {
    const { db, work, actor, now } = context;
    const names = await readNames(db, now);
    const entry = taskEntry(uuid({ msecs: now.getTime() }), {
      ...sentValues(body, names),
      ...pick(body, ['title', 'promised_to', 'note']),
      version: 1,
      created_at: now.toISOString(),
      created_by_name: actor.name,
    });
    const add = async (): Promise<Task> => {
      if (!body.case) {
        const id = body.funeral_home_id ?? actor.homeId;
        if (!names.homes.has(id)) throw invalid({ funeral_home_id: ['Choose a funeral home'] });
        const home = { id, time_zone: names.zones.get(id) ?? 'UTC' };
        work.add(db.tasks.createFree(entry.key, home, entry));
        return presentTask(freeTask(entry), freeRecord(entry.key, home, entry), names);
      }
      const { core, sections, part } = await db.tasks.ofCase(body.case);
      assertOpenCase(core.status);
      if (part.entries.filter(({ title }) => title !== null).length >= maxFreeTasks)
        throw invalid({ non_field_errors: [taskMessages.tooMany] });
      work.add(changePart(db.tasks, core.id, part, { ...part, entries: [...part.entries, entry] }));
      return presentTask(freeTask(entry), recordOfCase(freeTask(entry), core, sections), names);
    };
    const answer = await add();
    recordTask(work, actor, { action: 'task.added', next: answer });
    return work.finish(answer);
  }),
);

/** Reads a task, changes it and records the change; `changeOf` returns undefined where nothing changes. */
const changing = (
  context: Context,
  id: string,
  action: TaskAction,
  changeOf: (found: FoundTask, shown: Task, names: Names) => Partial<TaskEntry> | null | undefined,
): Promise<Task> => {
  const { db, actor, now, work } = context;
  return work.attempt(async () => {
    const [found, names] = await Promise.all([db.tasks.require(id), readNames(db, now)]);
    const before = presentTask(found.task, found.record, names);
    const change = changeOf(found, before, names);
    if (change === undefined) return work.finish(before);
    const { writes, answer } = changeEntry(db.tasks, found, change, names);
    work.add(writes);
    recordTask(work, actor, { action, before, next: answer });
    return work.finish(answer);
  });
};

const assertMayPlan = ({ actor }: Context, { group, owner }: FoundTask['task']): void =>
  assertAllowed(actor, 'task:plan', { ownerOfFree: group === null ? owner : null });

const updateTask = handler(taskEndpoints.update, needs, ({ params, body }, context) =>
  changing(context, params.id, 'task.changed', ({ task }, shown, names) => {
    assertMayPlan(context, task);
    const { version, title, promised_to, note, ...values } = body;
    if (version !== task.version) throw conflictError(taskEndpoints.update, { current: shown });
    if (title !== undefined && task.group !== null && title !== task.title)
      throw invalid({ title: [taskMessages.titleOfList] });
    const sent = {
      ...(title !== undefined && task.group === null ? { title } : {}),
      ...(promised_to !== undefined ? { promised_to } : {}),
      ...(note !== undefined ? { note } : {}),
      ...sentValues(values, names),
    };
    return Object.keys(sent).length > 0 ? sent : undefined;
  }),
);

const removeTask = handler(taskEndpoints.remove, needs, async ({ params }, context) => {
  await changing(context, params.id, 'task.deleted', ({ task }) => {
    assertMayPlan(context, task);
    if (task.group !== null) throw new AppError('conflict', { detail: taskMessages.onlyFree });
    return null;
  });
  return { success: true as const };
});

const notEnded = { reason: '', ended_at: null, ended_by_id: null, ended_by_name: '' } as const;

const completeTask = handler(taskEndpoints.complete, needs, ({ params, body: { not_needed, reason } }, context) => {
  if (not_needed && !reason) throw invalid({ reason: [taskMessages.needsReason] });
  const state = not_needed ? 'not_needed' : 'done';
  return changing(context, params.id, 'task.completed', ({ task, of }) => {
    if (task.state === state) return undefined;
    // A recorded fact completed it before someone reopened it.
    if (!not_needed && task.met_by && of?.part.met[task.met_by]) return { ...notEnded, state: null };
    const { actor, now } = context;
    const ended = { ended_at: now.toISOString(), ended_by_id: actor.id, ended_by_name: actor.name };
    return { state, reason: not_needed ? reason : '', ...ended };
  });
});

const reopenTask = handler(taskEndpoints.reopen, needs, ({ params }, context) =>
  changing(context, params.id, 'task.reopened', ({ task }, _, { members }) => {
    if (task.state === 'open') return undefined;
    const left = members.find(({ id, status }) => id === task.owner && status !== 'active');
    return {
      ...notEnded,
      state: 'open',
      ...(left ? { owner: { profile: null, role: left.role } } : {}),
    };
  }),
);

const commentTask = handler(taskEndpoints.comment, needs, ({ params, body: { text } }, context) =>
  changing(context, params.id, 'task.commented', ({ task: { comments } }) => {
    if (comments.length >= maxComments) throw invalid({ text: [taskMessages.tooManyComments] });
    return { comments: [...comments, { text, by_name: context.actor.name, at: context.now.toISOString() }] };
  }),
);

export const taskRoutes = routesOf(taskEndpoints, {
  list: listTasks,
  people: countPeople,
  create: createTask,
  get: getTask,
  update: updateTask,
  remove: removeTask,
  complete: completeTask,
  reopen: reopenTask,
  comment: commentTask,
  ...checklistRoutes,
  ...handoverRoutes,
});
