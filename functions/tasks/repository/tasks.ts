import { notFound } from '#domain/shared/contract/errors.ts';
import { searchTokens, searchWords } from '#domain/shared/values/search-text.ts';
import type { TaskEntry, TaskState } from '#domain/tasks/tasks.ts';
import { freeTask, tasksOf } from '#domain/tasks/tasks.ts';
import { caseExistsCheck } from '#functions/cases/repository/case-part.ts';
import { type CaseRecord, type CaseSections, caseSchema } from '#functions/cases/repository/case-record.ts';
import { sectionPrefix, sectionValuesOf } from '#functions/cases/repository/case-rows.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { pageOfList, type SortRange, walkList } from '#functions/platform/store/lists/list-page.ts';
import { ifUnchanged, type Repository } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import {
  type FreeTaskRecord,
  freeRecord,
  ownerKey,
  partIn,
  recordOfCase,
  type TaskPartRecord,
  type TaskRecord,
  taskList,
  taskPartSchema,
  taskSchema,
} from './task-record.ts';

/** A case with its tasks as they are stored. */
export interface TasksOfCase {
  readonly core: CaseRecord;
  readonly sections: CaseSections;
  readonly part: TaskPartRecord;
  readonly tasks: readonly TaskState[];
}

/** One task where it is stored: in its case, or on its own. */
export type FoundTask = { readonly task: TaskState; readonly record: TaskRecord } & (
  | { readonly of: TasksOfCase; readonly free?: undefined }
  | { readonly of?: undefined; readonly free: FreeTaskRecord }
);

interface HomeOfTask {
  readonly id: string;
  readonly time_zone: string;
}

interface ListQuery {
  search?: string | undefined;
  home?: string | undefined;
  owner?: string | undefined;
  role?: string | undefined;
  state: 'open' | 'ended';
  /** Of due moments while open, of instants when ended. */
  range: SortRange;
  matches?: ((row: TaskRecord) => boolean) | undefined;
  isPromised?: boolean;
  page: number;
  pageSize: number;
}

/** Returns a case with its tasks from all of its items; undefined if it was deleted. */
export const caseIn = (items: readonly Item[]): TasksOfCase | undefined => {
  const main = items.find(({ sk }) => sk === 'CASE');
  if (!main) return undefined;
  const core = caseSchema.parse(main);
  const sections = sectionValuesOf(items.filter(({ sk }) => sk.startsWith(sectionPrefix)));
  const part = partIn(items);
  return { core, sections, part, tasks: tasksOf({ core, sections }, part) };
};

export const createTaskRepository = (table: Table, keys: Keys) => {
  const ofCase = async (id: string): Promise<TasksOfCase> => {
    const found = caseIn(await table.query({ pk: keys.caseItems(id) }));
    if (!found) throw notFound();
    return found;
  };
  const putFree = (record: FreeTaskRecord) => ({ put: taskSchema.item(keys.task(record.id), record) });
  return {
    ofCase,
    /** Finds a task by its id in the API. Throws 404. */
    async require(id: string): Promise<FoundTask> {
      const [caseId = '', key] = id.split('.');
      if (key === undefined) {
        const item = await table.get(keys.task(id));
        const stored = item && taskSchema.parse(item);
        if (!stored?.entry) throw notFound();
        const free = { ...stored, entry: stored.entry };
        return { task: freeTask(free.entry), record: free, free };
      }
      const of = await ofCase(caseId);
      const task = of.tasks.find((one) => one.key === key);
      if (!task) throw notFound();
      return { task, record: recordOfCase(task, of.core, of.sections), of };
    },
    /** Writes the tasks of a case; throws {@link WriteConflictError} if someone else changed one since `before`. */
    writePart: (caseId: string, before: TaskPartRecord, next: TaskPartRecord): Write[] => [
      {
        put: taskPartSchema.item(keys.casePart(caseId, 'PART#TASKS'), { ...next, version: before.version + 1 }),
        when: before.version ? { equals: { version: before.version } } : 'absent',
        refused: () => new WriteConflictError(),
      },
      caseExistsCheck(keys, caseId),
    ],
    createFree: (id: string, home: HomeOfTask, entry: TaskEntry): Write => ({
      ...putFree(freeRecord(id, home, entry)),
      when: 'absent',
    }),
    changeFree: (before: FreeTaskRecord, home: HomeOfTask, entry: TaskEntry): Write => ({
      ...putFree(freeRecord(before.id, home, entry)),
      ...ifUnchanged(before),
    }),
    removeFree: (before: FreeTaskRecord): Write => ({ delete: keys.task(before.id), ...ifUnchanged(before) }),
    /** A search reads rows in their order, because an index of words would cost ten items a task. */
    async list({ search, range, page, pageSize, state, home, owner, role, isPromised, matches }: ListQuery) {
      const typed = search ? searchTokens(search) : [];
      const isFound = (row: TaskRecord): boolean => {
        const words = searchWords(row.title, row.deceased_name, row.case_number);
        return typed.every((token) => words.some((word) => word.startsWith(token)));
      };
      const isShown = (row: TaskRecord): boolean =>
        (!isPromised || row.promised_to !== '') && (matches?.(row) ?? true) && isFound(row);
      return pageOfList(table, keys, taskList, {
        filters: { state, home, owner: ownerKey({ owner, role }) || undefined },
        page,
        pageSize,
        sort: 'at',
        ascending: state === 'open',
        ranges: [range],
        ...(isPromised || matches || search ? { matches: isShown } : {}),
      });
    },
    /** Walks open tasks of a range of due moments, soonest first; `end` is the next cursor. */
    walkOpen: (range: SortRange, { cursor, limit }: { cursor?: string | undefined; limit: number }) =>
      walkList(table, keys, taskList, { sort: 'at', filters: { state: 'open' }, range, cursor, limit }),
    /** Walks the open tasks of a person; `end` is the next cursor. */
    openOf: (owner: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) =>
      walkList(table, keys, taskList, { sort: 'at', filters: { state: 'open', owner }, cursor, limit }),
  };
};
export type Tasks = ReturnType<typeof createTaskRepository>;
export const tasks = {
  grants: ['table:tasks', 'table:cases', 'table:lists'],
  in: createTaskRepository,
} as const satisfies Repository;
