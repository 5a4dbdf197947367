import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { paths } from '../paths.ts';
import { taskOwner } from '../tasks/parts/task-text.ts';
import { groupOf, type WorkItem } from './work-queue.ts';

const lineOf = (row: TaskRow, daysLeft: number, today: CalendarDate): WorkItem[] => {
  // The day at the task's location may differ from the user's.
  const day = addDays(today, daysLeft);
  const group = row.overdue ? 'overdue' : groupOf(day, today);
  if (!group) return [];
  const to = paths.task(row.id);
  const about = [row.case_number, row.promised_to && `promised to ${row.promised_to}`, taskOwner(row)];
  return [
    {
      id: `task.${row.id}`,
      kind: 'task',
      group,
      to,
      day,
      at: `d ${day} ${row.time ?? '24:00'}`,
      daysLeft,
      time: row.time,
      isOverdue: row.overdue,
      name: row.title,
      next: { label: 'Open', to },
      lines: [row.deceased_name || 'No case', about.filter(Boolean).join(' · ')],
    },
  ];
};

const shownNames = 3;

/** 'Print cards, Set up the room, Order flowers and 6 more'. */
const namesOf = (items: readonly WorkItem[]): string => {
  const names = [...new Set(items.map(({ name }) => name))].slice(0, shownNames);
  const more = items.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Returns the user's tasks that are overdue or due today, and one line a day for those of the days ahead. */
export const taskLines = (rows: readonly TaskRow[], today: CalendarDate): WorkItem[] => {
  const lines = rows.flatMap((row) =>
    row.state === 'open' && row.days_left !== null ? lineOf(row, row.days_left, today) : [],
  );
  const ahead = Map.groupBy(lines, ({ group, day }) => (group === 'week' ? day : ''));
  return [...ahead].flatMap(([day, some]): WorkItem[] => {
    const [first] = some;
    if (!day || !first || some.length === 1) return some;
    const name = `${some.length} ${pluralForm(some.length, 'task', 'tasks')}`;
    const to = paths.tasks;
    return [
      {
        ...first,
        id: `tasks.${day}`,
        name,
        to,
        next: { label: 'Open', to },
        lines: [namesOf(some)],
      },
    ];
  });
};
