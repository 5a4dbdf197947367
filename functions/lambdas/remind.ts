import { remindOwners } from '#functions/deadlines/worker/remind-owners.ts';
import { scheduled } from '#functions/platform/workers/worker.ts';
import { freezeMonthlyReports } from '#functions/reports/worker/freeze-months.ts';
import { remindTasks } from '#functions/tasks/worker/remind-tasks.ts';
import { table as makeTable } from './wiring/table.ts';
import { logger, now } from './wiring.ts';

const dependencies = { table: makeTable(), logger, now };
const [remind, keep] = [remindOwners(dependencies), freezeMonthlyReports(dependencies)];
const remindOfTasks = remindTasks(dependencies);

export const handler = scheduled({ logger }, async () => {
  const [reminded, tasks, kept] = [await remind(), await remindOfTasks(), await keep()];
  return { ...reminded, months: kept.kept, failed: reminded.failed + tasks.failed + kept.failed };
});
