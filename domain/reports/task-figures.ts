import { taskFactLabels, taskFacts, taskGroupLabels, taskGroups } from '#domain/tasks/checklist.ts';
import type { Sums } from './contributions.ts';
import { type Compared, drillDownOf, meanFigure, tableOf } from './figures.ts';
import type { Figure, FigureTable } from './report.schema.ts';

const share = (sums: Sums, key: string): string | null => {
  const all = sums.of('task', `of.${key}`);
  return all === 0 ? null : String(Math.round((sums.of('task', `on_time.${key}`) / all) * 100));
};

/** Returns the share of completed tasks with a due time that were on time. */
const onTime = (id: string, title: string, key: string, { now, before, ...rest }: Compared): Figure => ({
  id,
  title,
  unit: 'percent',
  value: share(now, key) ?? '0',
  before: before ? share(before, key) : null,
  of: now.of('task', `of.${key}`),
  behind: drillDownOf('task', `of.${key}`, rest),
});

/** Returns the tables about tasks: on time by part of the work and, for owners, by person; hours to each milestone. */
export function taskTables(compared: Compared, { byPerson }: { byPerson: boolean }): FigureTable[] {
  const some = ({ of }: Figure): boolean => of !== 0;
  const heading = { unit: 'percent', note: 'Completed tasks that had a due time.' } as const;
  const groups = [
    ...taskGroups.map((group) => [group, taskGroupLabels[group]] as const),
    ['free', 'Other tasks'] as const,
  ];
  const people = [...compared.now.by('task', 'of.staff.')];
  const milestones = taskFacts.map((fact) =>
    meanFigure({ id: fact, title: taskFactLabels[fact] }, 'hours', ['task', `hours.${fact}`], compared),
  );
  const tables = [
    tableOf(
      { id: 'tasks-by-group', title: 'Tasks done on time', heading: 'Part of the work', ...heading },
      groups.map(([group, title]) => onTime(group, title, `group.${group}`, compared)).filter(some),
    ),
    ...(byPerson
      ? [
          tableOf(
            { id: 'tasks-by-person', title: 'Tasks done on time, by person', heading: 'Completed by', ...heading },
            people.map(([key, { name }]) => onTime(key, name || 'By a recorded fact', `staff.${key}`, compared)),
          ),
        ]
      : []),
    tableOf(
      {
        id: 'milestones',
        title: 'Hours from first call',
        heading: 'Milestone',
        unit: 'hours',
        note: 'Average hours until the fact was recorded.',
      },
      milestones.filter(some),
    ),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}
