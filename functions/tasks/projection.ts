import { factsOfTask } from '#domain/reports/facts-of-task.ts';
import { tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { storedFacts } from '#functions/reports/repository/figures.ts';
import { taskList, taskSchema } from './repository/task-record.ts';

export const taskProjection: Projection = {
  list: taskList,
  kind: 'TASK',
  main: 'TASK',
  parts: [],
  copies: ['FACT'],
  project: (keys, id, [main]) => {
    if (!main) return undefined;
    const { entry: _, ...row } = taskSchema.parse(main);
    const { copies, addends } = storedFacts(keys, 'TASK', id, factsOfTask(row));
    const order = row.ended_at ?? row.due;
    return { row, order, tokens: tokensOf(row.title, row.deceased_name, row.case_number), copies, addends };
  },
};
