import { taskHandlers } from '#functions/tasks/worker/keep-tasks.ts';
import { table } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { keyWrapper, now } from './wiring.ts';

export const handler = work(taskHandlers({ table: table(), keyWrapper: keyWrapper(), now }));
