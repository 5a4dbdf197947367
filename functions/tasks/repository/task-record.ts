import * as z from 'zod';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { instantAt, isCalendarDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { ChecklistItem, taskFacts } from '#domain/tasks/checklist.ts';
import { TaskRow } from '#domain/tasks/task.schema.ts';
import { dueText, freeTask, TaskEntry, type TaskState, tasksOf } from '#domain/tasks/tasks.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/case-record.ts';
import { endOf } from '#functions/deadlines/shared/due-range.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item } from '#functions/platform/store/table.ts';

const met = z.object({ at: z.string(), by_name: z.string() });

/** The checklist of a case as it was started, the facts that are recorded, and what people did with its tasks. */
export const taskPartSchema = storedSchema({
  kind: 'tasks of a case',
  shape: 1,
  schema: z.object({
    version: z.number(),
    /** Null where no checklist was started. */
    checklist_version: z.number().nullable(),
    items: z.array(ChecklistItem),
    met: z.partialRecord(z.enum(taskFacts), met),
    entries: z.array(TaskEntry),
  }),
});
export type TaskPartRecord = z.output<typeof taskPartSchema.schema>;
export const emptyPart: TaskPartRecord = { version: 0, checklist_version: null, items: [], met: {}, entries: [] };

const columns = TaskRow.omit({
  case: true,
  owner: true,
  due: true,
  owner_name: true,
  funeral_home_name: true,
  overdue: true,
  days_left: true,
}).extend({
  /** '' without a case. */
  case_id: z.string(),
  /** '' without one. */
  owner: z.string(),
  /** '' without one. */
  due: z.string(),
  /** The minute of the end on the clock of the home (`YYYY-MM-DD HH:MM`); '' while open. */
  ended_local: z.string(),
  ended_by_id: z.string().nullable(),
  /** When the case's first call came; '' for a task without a case. */
  called_at: z.string(),
});
export type TaskRecord = z.output<typeof columns>;

/** A task in lists: of a case, written by its projection; of no case, with its entry, which is then the record. */
export const taskSchema = storedSchema({
  kind: 'task',
  shape: 1,
  schema: columns.extend({ entry: TaskEntry.nullable() }),
});
export type FreeTaskRecord = z.output<typeof taskSchema.schema> & { entry: TaskEntry };

/** Tasks without a due day come after all others. */
const noDay = '9999-12-31';

/** Returns the moment by which an open task is sorted. */
export const placed = (row: Pick<TaskRecord, 'due' | 'time'>) => ({ ...row, due: row.due || noDay });

/** The value of the filter by owner: a person, or a role while no person has the task. */
export const ownerKey = ({ owner, role }: { owner?: string | null | undefined; role?: string | null | undefined }) =>
  owner || (role ? `role:${role}` : '');

export const taskList = defineList({
  name: 'tasks',
  partition: (keys, id) => keys.task(id).pk,
  columns,
  sorts: { at: (row) => (row.state === 'open' ? endOf(placed(row)) : (row.ended_at ?? '')) },
  filters: {
    state: ({ state }) => (state === 'open' ? 'open' : 'ended'),
    owner: (row) => ownerKey(row) || 'none',
    home: ({ funeral_home_id }) => funeral_home_id,
  },
  views: [
    { index: 'gsi1', sort: 'at', filters: ['state'] },
    { index: 'gsi2', sort: 'at', filters: ['state', 'owner'] },
    { index: 'gsi3', sort: 'at', filters: ['state', 'home'] },
  ],
});

export const taskIdOf = (caseId: string, key: string): string => `${caseId}.${key}`;

type About = Pick<TaskRecord, 'id' | 'case_id' | 'case_number' | 'deceased_name' | 'funeral_home_id' | 'called_at'>;

const localMinute = (instant: string | null, zone: string): string => {
  if (instant === null) return '';
  const { day, time } = momentIn(zone, new Date(instant));
  return `${day} ${time}`;
};

/** Returns the row of a task. `zone`: of the home. */
const taskRecord = (task: TaskState, about: About, zone: string): TaskRecord => ({
  ...about,
  version: task.version,
  title: task.title,
  group: task.group,
  owner: task.owner ?? '',
  role: task.role,
  due: task.due?.day ?? '',
  time: task.due?.time ?? null,
  promised_to: task.promised_to,
  state: task.state,
  reason: task.reason,
  ended_at: task.ended_at,
  ended_local: localMinute(task.ended_at, zone),
  ended_by_id: task.ended_by_id,
  ended_by_name: task.ended_by_name,
  met_by: task.met_by,
  is_by_fact: task.isByFact,
  comment_count: task.comments.length,
  rule: task.rule,
});

/** Returns when the first call came; the opening of the case where no one recorded it. */
const calledAt = ({ created_at, home_time_zone }: CaseRecord, sections: CaseSections): string => {
  const [day = '', time = ''] = stringAt(sections.innerOffice, 'first_call_received_at').split(/[T ]/);
  if (!isCalendarDate(day) || !home_time_zone) return created_at;
  return instantAt(day, time.slice(0, 5) || '00:00', home_time_zone, 'first').toISOString();
};

/** Returns the record of a task without a case. */
export const freeRecord = (id: string, home: { id: string; time_zone: string }, entry: TaskEntry): FreeTaskRecord => ({
  ...taskRecord(
    freeTask(entry),
    { id, case_id: '', case_number: '', deceased_name: '', funeral_home_id: home.id, called_at: '' },
    home.time_zone,
  ),
  entry,
});

/** Returns what is stored about the tasks of a case, of which `items` are all items. */
export const partIn = (items: readonly Item[]): TaskPartRecord => {
  const item = items.find(({ sk }) => sk === 'PART#TASKS');
  return item ? taskPartSchema.parse(item) : emptyPart;
};

/** Returns the tasks of a case from its items. */
export const tasksIn = (core: CaseRecord, sections: CaseSections, items: readonly Item[]): TaskState[] =>
  tasksOf({ core, sections }, partIn(items));

/** Returns the row of a task of a case. */
export const recordOfCase = (task: TaskState, core: CaseRecord, sections: CaseSections): TaskRecord => {
  const about = {
    id: taskIdOf(core.id, task.key),
    case_id: core.id,
    case_number: core.case_number,
    deceased_name: deceasedName(sections.deceased),
    funeral_home_id: core.funeral_home_id,
    called_at: calledAt(core, sections),
  };
  return taskRecord(task, about, core.home_time_zone ?? 'UTC');
};

/** Returns the tasks of a case as items, for the list of tasks. */
export const taskItems = (keys: Keys, core: CaseRecord, sections: CaseSections, tasks: readonly TaskState[]): Item[] =>
  tasks.map((task) => {
    const record = recordOfCase(task, core, sections);
    return taskSchema.item(keys.task(record.id), { ...record, entry: null });
  });

/** Returns the column of a case's rows with the progress of its tasks. */
export const tasksColumn = (tasks: readonly TaskState[]): CaseRow['tasks'] => {
  const open = tasks.filter(({ state }) => state === 'open');
  // A day without a time ends after all times of that day.
  const place = (task: TaskState): string => `${dueText(task)}#`;
  const [next] = open.filter(({ due }) => due).toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  return {
    open: open.length,
    ended: tasks.length - open.length,
    next: next?.title ?? '',
    due: next ? dueText(next) : '',
  };
};
