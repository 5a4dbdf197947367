import { Anchor, Button, Checkbox, Group, Stack, Title } from '@mantine/core';
import { IconChecklist, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { roleLabels, roles } from '#domain/shared/access/roles.ts';
import { daysBetween, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { useApi } from '../api/api-context.ts';
import { casesQuery } from '../cases/queries.ts';
import { useLocationFilter } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Chip, DueChip } from '../ui/chip.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { SpaceBetween } from '../ui/lists/cells.tsx';
import { choiceFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import { Pagination } from '../ui/lists/pagination.tsx';
import { Queue, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useList, useListParams } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { discardUnsavedChanges } from '../ui/record-form/use-record-form.tsx';
import { NewTaskDialog } from './new-task-dialog.tsx';
import { Progress, TaskAbout, TaskDue, TaskList, TaskTick } from './parts/task-list.tsx';
import { openGroup, taskOwner } from './parts/task-text.ts';
import { mineOf, type TasksQuery, taskPagesQuery, taskPeopleQuery, tasksQuery } from './queries.ts';
import { TaskPanel } from './task-panel.tsx';

const tabs = [
  { id: 'mine', label: 'Mine' },
  { id: 'people', label: 'By person' },
  { id: 'cases', label: 'By case' },
  { id: 'all', label: 'Everything' },
] as const;
const icon = <IconChecklist size={40} stroke={1.2} />;

/** Returns what sets a parameter of the address, or removes it. */
const useSetParam = () => {
  const [, setParams] = useSearchParams();
  return (name: string, value?: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete(name);
      if (value !== undefined) next.set(name, value);
      return next;
    });
};

export const TasksPage = () => {
  useDocumentTitle('Tasks');
  const [params] = useSearchParams();
  const set = useSetParam();
  const { id: tab } = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0];
  const actions = useCan()('task:tick') && (
    <Button leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />} onClick={() => set('new', '')}>
      New task
    </Button>
  );
  const above = <LinkTabs label="Views of tasks" tabs={tabs} shown={tab} />;
  const [of, shown] = [params.get('of'), params.get('task')];
  return (
    <>
      {tab !== 'all' && <PageHeader title="Tasks" actions={actions} />}
      {tab !== 'all' && above}
      {tab === 'mine' && <Mine />}
      {tab === 'people' && !of && <People />}
      {tab === 'people' && of && <OfPerson of={of} />}
      {tab === 'cases' && <Cases />}
      {tab === 'all' && <Everything actions={actions} above={above} />}
      {/* The panel asks before it closes, and the address need not ask again. */}
      {shown && <TaskPanel key={shown} id={shown} onClose={() => [discardUnsavedChanges(), set('task')]} />}
      {params.has('new') && <NewTaskDialog onClose={() => set('new')} />}
    </>
  );
};

interface GroupedProps {
  queries: readonly TasksQuery[];
  /** The one group of ended tasks; open ones are grouped by when they are due. */
  title?: string;
  isShown?: (task: TaskRow) => boolean;
  none: string;
  /** Shown when there is no task. */
  action?: ReactNode;
}

const dueOf = ({ due, time }: TaskRow): string => `${due ?? '9999'} ${time ?? '24:00'}`;

const Grouped = ({ queries, title, isShown = () => true, none, action }: GroupedProps) => {
  const query = useInfiniteQuery(taskPagesQuery(useApi(), queries));
  const part = usePreserveFocus<HTMLDivElement>();
  const set = useSetParam();
  const rows = query.data?.pages.flatMap((page) => page.rows).filter(isShown);
  if (!rows) return <QueryState query={query} rows={6} height={64} lines={2} />;
  const sorted = rows.toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)));
  return (
    <Stack ref={part} tabIndex={-1} gap="md">
      {rows.length === 0 && <EmptyState icon={icon} title={none} action={action} />}
      {[...Map.groupBy(sorted, (task) => title ?? openGroup(task))].map(([name, tasks]) => (
        <Queue key={name} title={name} count={tasks.length}>
          <TaskList label={name} tasks={tasks} onOpen={(id) => set('task', id)} />
        </Queue>
      ))}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Stack>
  );
};

const others = (
  <Button component={Link} to={`${paths.tasks}?tab=all`} variant="default">
    See everyone’s open tasks
  </Button>
);

const Mine = () => {
  const user = useCurrentUser();
  const [hasDone, setHasDone] = useState(false);
  const { time_zone: zone } = user.funeral_home_details;
  const today = todayIn(zone, new Date());
  return (
    <Stack gap="md">
      <Checkbox
        label="Show what was done today"
        checked={hasDone}
        onChange={(event) => setHasDone(event.currentTarget.checked)}
      />
      <Grouped queries={mineOf(user)} none="All your tasks are done" action={others} />
      {hasDone && (
        <Grouped
          queries={mineOf(user).map((query) => ({ ...query, state: 'ended', since: today }))}
          title="Done today"
          // The server counts days by UTC.
          isShown={({ ended_at }) => ended_at !== null && todayIn(zone, new Date(ended_at)) === today}
          none="Nothing was done today"
        />
      )}
    </Stack>
  );
};

const OfPerson = ({ of }: { of: string }) => {
  const people = useQuery(taskPeopleQuery(useApi()));
  const role = roles.find((one) => one === of);
  const name = role ? roleLabels[role] : people.data?.find(({ owner }) => owner === of)?.name;
  return (
    <Stack gap="md">
      <Group>
        <Title order={2}>{name}</Title>
        <Anchor component={Link} to="?tab=people">
          All people
        </Anchor>
      </Group>
      <Grouped queries={[role ? { role } : { owner: of }]} none="No open tasks" />
    </Stack>
  );
};

const People = () => {
  const query = useQuery(taskPeopleQuery(useApi()));
  if (!query.data) return <QueryState query={query} rows={6} height={64} lines={2} />;
  return (
    <Queue title="People" count={query.data.length}>
      <QueueRows label="People">
        {query.data.map(({ owner, role, name, open, overdue }) => (
          <QueueRow
            key={owner ?? role}
            to={`?tab=people&of=${owner ?? role}`}
            name={name}
            lines={[`${open} open`]}
            actions={overdue > 0 && <Chip tone="danger">{overdue} overdue</Chip>}
          />
        ))}
      </QueueRows>
    </Queue>
  );
};

const Cases = () => {
  const { page, pageSize, setPage, query: shown } = useListParams([]);
  const query = useQuery(casesQuery(useApi(), { ...shown, status: 'active' }));
  const today = todayIn(useCurrentUser().funeral_home_details.time_zone, new Date());
  if (!query.data) return <QueryState query={query} rows={6} height={64} lines={2} />;
  const { count, results } = query.data;
  return (
    <Queue
      title="Active cases"
      count={count}
      foot={<Pagination {...{ page, pageSize, count }} rows={results.length} onChange={setPage} />}
    >
      <QueueRows label="Active cases">
        {results.map(({ id, deceased_full_name, case_number, tasks }) => {
          const [day] = tasks?.due.split(' ') ?? [];
          return (
            <QueueRow
              key={id}
              isBeneath
              to={paths.caseTasks(id)}
              name={deceased_full_name || case_number}
              lines={
                tasks ? [<Progress key="done" {...tasks} />, tasks.next && `Next: ${tasks.next}`] : ['No tasks yet']
              }
              actions={day && <DueChip daysLeft={daysBetween(today, day)} />}
            />
          );
        })}
      </QueueRows>
    </Queue>
  );
};

const whenFilter = choiceFilter('When', 'All Days', [
  { value: 'overdue', label: 'Overdue' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'later', label: 'Later' },
]);
const stateFilter = choiceFilter('State', 'Open', [{ value: 'ended', label: 'Done or not needed' }]);

const Everything = ({ actions, above }: { actions: ReactNode; above: ReactNode }) => {
  const list = useList({ when: whenFilter, state: stateFilter, location: useLocationFilter() });
  const query = useQuery(tasksQuery(useApi(), list.query));
  const [params] = useSearchParams();
  return (
    <ListPage
      heading="Tasks"
      {...{ actions, above, list, query, icon }}
      searchPlaceholder="Search by task, name or case…"
      title={(row) => row.title}
      titleHeader="Task"
      subtitle={(row) => <TaskAbout task={row} isShort />}
      to={(row) => `?${new URLSearchParams([...params, ['task', row.id]])}`}
      columns={[
        { header: 'Owner', cell: taskOwner, priority: 2 },
        { header: 'Due', cell: (row) => <TaskDue task={row} /> },
        { header: 'Done', pressed: true, cell: (row) => <TaskTick task={row} /> },
      ]}
      card={(row) => (
        <>
          <TaskAbout task={row} />
          <SpaceBetween>
            <TaskDue task={row} />
            <TaskTick task={row} />
          </SpaceBetween>
        </>
      )}
      none={{ title: 'No open tasks', text: 'Tasks of checklists and new ones will appear here.' }}
      noMatch="Try a different search, day or state."
    />
  );
};
