import { roleLabels } from '#domain/shared/access/roles.ts';
import { momentIn } from '#domain/shared/values/calendar-date.ts';
import { anchorLabels, type TaskFact, taskFactLabels } from '#domain/tasks/checklist.ts';
import type { Task, TaskRow } from '#domain/tasks/task.schema.ts';
import { clockTime, exactTime } from '../../ui/time/time-text.ts';

const daysOfWeek = 7;

export const openGroup = ({ overdue, days_left }: TaskRow) => {
  if (overdue) return 'Overdue';
  if (days_left === null) return 'No date yet';
  if (days_left <= 0) return 'Today';
  return days_left < daysOfWeek ? 'This week' : 'Later';
};

export const taskOwner = ({ owner_name, role }: TaskRow): string =>
  owner_name || (role ? roleLabels[role] : 'No owner');

/** Returns '3 days after death', 'on the day of the service'. */
export const ruleText = ({ anchor, offset: { amount, unit } }: NonNullable<Task['rule']>): string => {
  const label = anchorLabels[anchor];
  if (amount === 0) return `${unit === 'days' ? 'on the day of' : 'at the time of'} ${label}`;
  const count = Math.abs(amount);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit} ${amount < 0 ? 'before' : 'after'} ${label}`;
};

/** Names that keep their capitals within a sentence. */
const proper = /^(?:DD-214|Social Security)/;

/** Returns a fact that completes tasks within a sentence: 'permit added'. */
export const factText = (fact: TaskFact): string => {
  const label = taskFactLabels[fact];
  return proper.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
};

/** Returns how a task ended: 'Done: permit added, Dee Kowalski, 2:10 PM'. */
export const endText = (task: TaskRow, timeZone: string): string => {
  const { state, reason, ended_at, ended_by_name, is_by_fact, met_by } = task;
  const today = momentIn(timeZone, new Date()).day;
  const isToday = ended_at !== null && momentIn(timeZone, new Date(ended_at)).day === today;
  const why = is_by_fact && met_by ? factText(met_by) : reason;
  const at = ended_at && (isToday ? clockTime : exactTime)(ended_at, timeZone);
  return `${state === 'done' ? 'Done' : 'Not needed'}: ${[why, ended_by_name, at].filter(Boolean).join(', ')}`;
};
