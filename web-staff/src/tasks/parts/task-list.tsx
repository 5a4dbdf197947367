import { Checkbox, Group, UnstyledButton } from '@mantine/core';
import { pluralForm } from '#domain/shared/values/text.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { dayAndTime } from '../../cases/parts/case-text.ts';
import { useTimeZoneAt } from '../../organizations/homes/queries.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { DueChip } from '../../ui/chip.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { SecondaryLine } from '../../ui/lists/cells.tsx';
import { useTaskStep } from '../mutations.ts';
import classes from './task-list.module.css';
import { endText, ruleText, taskOwner } from './task-text.ts';

/** Shows '14 of 23 done' with its bar. */
export const Progress = ({ open, ended }: { open: number; ended: number }) => (
  <>
    {ended} of {open + ended} done
    <ProgressBar label="Tasks done" percent={Math.floor((100 * ended) / Math.max(1, open + ended))} />
  </>
);

/** Completes a task, or reopens it; `isOfCase` omits the case. */
export const TaskTick = ({ task, isOfCase = false }: { task: TaskRow; isOfCase?: boolean | undefined }) => {
  const take = useTaskStep();
  const { state, title, deceased_name } = task;
  return (
    useCan()('task:tick') && (
      <Checkbox
        className={classes.tick}
        aria-label={['Done:', title, !isOfCase && deceased_name && `for ${deceased_name}`].filter(Boolean).join(' ')}
        checked={state === 'done'}
        indeterminate={state === 'not_needed'}
        onChange={() => take({ task, to: state === 'open' ? 'done' : 'open' })}
      />
    )
  );
};

export const TaskDue = ({ task: { state, due, time, days_left, overdue } }: { task: TaskRow }) =>
  state === 'open' &&
  due !== null && (
    <div>
      <DueChip daysLeft={days_left ?? 0} time={time} isOverdue={overdue} />
      <SecondaryLine>{dayAndTime(due, time)}</SecondaryLine>
    </div>
  );

interface TaskAboutProps {
  task: TaskRow;
  /** Omits the case. */
  isOfCase?: boolean | undefined;
  /** Omits whose an open task is and why then. */
  isShort?: boolean;
}

/** Shows whose task it is and why then, or how it ended. */
export const TaskAbout = ({ task, isOfCase = false, isShort = false }: TaskAboutProps) => {
  const zone = useTimeZoneAt(task.funeral_home_id);
  const { deceased_name, case_number, promised_to, rule, state, comment_count: comments } = task;
  const open = isShort ? [] : [rule && ruleText(rule), taskOwner(task)];
  const what = [
    !isOfCase && (deceased_name || case_number),
    promised_to && `promised to ${promised_to}`,
    ...(state === 'open' ? open : [endText(task, zone)]),
    comments > 0 && `${comments} ${pluralForm(comments, 'comment', 'comments')}`,
  ];
  return <SecondaryLine>{what.filter(Boolean).join(' · ')}</SecondaryLine>;
};

interface TaskListProps {
  label: string;
  tasks: readonly TaskRow[];
  isOfCase?: boolean;
  onOpen: (id: string) => void;
}

export const TaskList = ({ label, tasks, isOfCase, onOpen }: TaskListProps) => (
  <ul className={classes.list} aria-label={label}>
    {tasks.map((task) => (
      <li key={task.id} className={classes.row} data-ended={task.state !== 'open' || undefined}>
        <Group wrap="nowrap" px="md" py={8}>
          <TaskTick task={task} isOfCase={isOfCase} />
          {/* On a narrow screen the due time is below. */}
          <Group flex={1} gap="0 0.75rem">
            <UnstyledButton flex="1 1 14rem" mih={44} onClick={() => onOpen(task.id)}>
              <b>{task.title}</b>
              <TaskAbout task={task} isOfCase={isOfCase} />
            </UnstyledButton>
            <TaskDue task={task} />
          </Group>
        </Group>
      </li>
    ))}
  </ul>
);
