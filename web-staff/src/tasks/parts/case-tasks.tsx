import { Button, Group, Stack, Text } from '@mantine/core';
import { useIsFetching, useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { taskGroupLabels, taskGroups } from '#domain/tasks/checklist.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import type { Task } from '#domain/tasks/task.schema.ts';
import { useApi } from '../../api/api-context.ts';
import panel from '../../cases/parts/case-sidebar.module.css';
import { useCan } from '../../team/parts/current-user.ts';
import { DialogOpener } from '../../ui/feedback/confirm-dialog.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { useIsNarrow } from '../../ui/page/use-screen-width.ts';
import { usePreserveFocus } from '../../ui/preserve-focus.ts';
import { useSendTask } from '../mutations.ts';
import { NewTaskDialog } from '../new-task-dialog.tsx';
import { caseTasksQuery } from '../queries.ts';
import { TaskPanel } from '../task-panel.tsx';
import { Progress, TaskList } from './task-list.tsx';

/** An address that ends with #tasks leads to them, once the parts above and below have their height. */
const useArrival = () => {
  const part = useRef<HTMLDivElement>(null);
  const isLoading = useIsFetching() > 0;
  const [hasArrived, setHasArrived] = useState(window.location.hash !== '#tasks');
  useEffect(() => {
    if (hasArrived || isLoading || !part.current) return;
    part.current.scrollIntoView();
    setHasArrived(true);
  }, [hasArrived, isLoading]);
  return part;
};

const daysAhead = 7;
const isNear = ({ overdue, days_left }: Task): boolean => overdue || (days_left !== null && days_left <= daysAhead);

export const CaseTasks = ({ caseId }: { caseId: string }) => {
  const query = useQuery(caseTasksQuery(useApi(), caseId));
  const can = useCan();
  const part = usePreserveFocus<HTMLDivElement>();
  const top = useArrival();
  const [opened, setOpened] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const send = useSendTask(caseId);
  const starting = useMutation({
    mutationFn: () => send(taskEndpoints.startChecklist, { params: { id: caseId } }),
    onError: toastFailure,
  });
  if (!query.data) return <QueryState query={query} rows={4} height={64} />;
  const { tasks, checklist_version, is_outdated } = query.data;
  const open = tasks.filter(({ state }) => state === 'open');
  const ended = tasks.length - open.length;
  const shown = Map.groupBy(isWhole ? tasks : open.filter(isNear), ({ group }) => group);
  return (
    <div ref={part} tabIndex={-1}>
      <Stack ref={top} gap="xs" p="md" style={{ scrollMarginTop: 'calc(var(--under-head, 9rem) + 3rem)' }}>
        {tasks.length > 0 && <Progress open={open.length} ended={ended} />}
        <Group gap="xs">
          {can('task:plan') && (checklist_version === null || is_outdated) && (
            <Button variant="default" loading={starting.isPending} onClick={() => starting.mutate()}>
              {is_outdated ? 'Update to the new checklist' : 'Start the checklist'}
            </Button>
          )}
          {can('task:tick') && (
            <DialogOpener dialog={(close) => <NewTaskDialog caseId={caseId} onClose={close} />}>New task</DialogOpener>
          )}
        </Group>
      </Stack>
      {[...taskGroups, null].map((group) => {
        const [title, rows] = [group ? taskGroupLabels[group] : 'Other tasks', shown.get(group)];
        return (
          rows && (
            <Fragment key={title}>
              <h3 className={panel.group}>{title}</h3>
              <TaskList label={title} tasks={rows} isOfCase onOpen={setOpened} />
            </Fragment>
          )
        );
      })}
      {shown.size === 0 && tasks.length > 0 && <Text p="md">Nothing is due in the next seven days.</Text>}
      {tasks.length > 0 && (
        <Button variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show what is due soon' : `Show all ${tasks.length} tasks`}
        </Button>
      )}
      {opened && <TaskPanel key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
};

/** Below the sections where the screen has no sidebar. */
export const TasksPanel = ({ caseId }: { caseId: string }) =>
  useIsNarrow() && (
    <section className={panel.panel} aria-label="Tasks" style={{ marginTop: '1rem' }}>
      <div className={panel.head}>
        <h2 className={panel.title}>Tasks</h2>
      </div>
      <CaseTasks caseId={caseId} />
    </section>
  );
