import { contributionsOfTask } from '#domain/reports/contributions-of-task.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { storedContributions } from '#functions/reports/repository/figures.ts';
import { taskList, taskSchema } from './repository/task-record.ts';

/** Tasks have no search words: a list of tasks is searched by reading its rows (`tasks.list`). */
export const taskProjection: Projection = {
  list: taskList,
  kind: 'TASK',
  main: 'TASK',
  parts: [],
  copies: ['FACT'],
  project: (keys, id, [main]) => {
    if (!main) return undefined;
    const { entry: _, ...row } = taskSchema.parse(main);
    const { copies, addends } = storedContributions(keys, 'TASK', id, contributionsOfTask(row));
    const order = row.ended_at ?? row.due;
    return { row, order, tokens: [], copies, addends };
  },
};
