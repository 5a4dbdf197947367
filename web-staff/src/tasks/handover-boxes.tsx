import { Anchor, Button, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { tagEnd } from '#domain/care/tag-code.ts';
import { promisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { isWaitingForCall } from '#domain/intake/submission.rules.ts';
import { submissionTitle } from '#domain/intake/submission-to-case.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import type { HandoverPage } from '#domain/tasks/handover.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { useApi } from '../api/api-context.ts';
import { useCareBoard } from '../care/queries.ts';
import { casesQuery } from '../cases/queries.ts';
import { promisedQuery } from '../first-calls/queries.ts';
import { beforeGate, missingChecks } from '../gates/parts/gate-text.tsx';
import { convertedQuery, waitingQuery } from '../intake/queries.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { DueChip } from '../ui/chip.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { Queue, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useEveryMinute } from '../ui/time/time-ago.tsx';
import { clockTime, dayAtHome, exactTime, waitingTime } from '../ui/time/time-text.ts';
import classes from './handover.module.css';
import { tasksQuery } from './queries.ts';
import { taskOwner } from './task-text.ts';

const shownRows = 8;
const dayMs = 86_400_000;
const unnamed = 'Name not given';

/** '3:14 PM' today, else with the date. */
export const timeText = (at: string): string =>
  dayAtHome(at) === dayAtHome(new Date().toISOString()) ? clockTime(at) : exactTime(at);

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

interface Line {
  id: string;
  to?: string | undefined;
  name: string;
  text: string;
  phone?: string | null;
  end?: ReactNode;
  /** When it came; undefined where that is not known. */
  at?: string | null;
}

interface BoxProps {
  title: string;
  /** Where the lines come from. */
  queries?: readonly (Parameters<typeof QueryState>[0]['query'] & { data: unknown })[];
  lines: readonly Line[];
  /** More than the lines where only the first ones were read. */
  count?: number;
  since: string;
  empty: string;
  all?: { to: string; label: string };
}

const Box = ({ title, queries = [], lines, count = lines.length, since, empty, all }: BoxProps) => {
  const unread = queries.filter(({ data }) => data === undefined);
  const query = unread.find(({ isError }) => isError) ?? unread[0];
  const shown = lines.slice(0, shownRows);
  return (
    <Queue
      title={title}
      count={query ? undefined : count}
      aside={
        all && (
          <Anchor component={Link} to={all.to} inherit>
            {all.label}
          </Anchor>
        )
      }
      foot={!query && count > shown.length && `and ${count - shown.length} more`}
    >
      {query && <QueryState query={query} rows={2} />}
      {!query && shown.length === 0 && (
        <Text p="md" size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {!query && shown.length > 0 && (
        <QueueRows label={title}>
          {shown.map(({ id, text, phone, end, at, ...row }) => (
            <QueueRow
              key={id}
              {...row}
              lines={[text]}
              isNew={Boolean(at && at > since)}
              isBeneath
              actions={
                phone ? (
                  <Button component="a" href={telHref(phone)} variant="default">
                    {formatPhone(phone)}
                  </Button>
                ) : (
                  end
                )
              }
            />
          ))}
        </QueueRows>
      )}
    </Queue>
  );
};

const sum = (pages: readonly ({ count: number } | undefined)[]): number =>
  pages.reduce((all, page) => all + (page?.count ?? 0), 0);

const taskLine = (task: TaskRow): Line => ({
  ...{ id: task.id, to: paths.task(task.id), name: task.title },
  text: joined(task.promised_to && `promised to ${task.promised_to}`, task.deceased_name, taskOwner(task)),
  end: <DueChip daysLeft={task.days_left ?? 0} time={task.time} isOverdue={task.overdue} />,
});

/** All that the next shift must know, from the records: at most eight lines in a box, so that they fit on one sheet. */
export const HandoverBoxes = ({ page: { since, changes, is_complete } }: { page: HandoverPage }) => {
  const call = useApi();
  const user = useCurrentUser();
  const own = user.funeral_home_details;
  const homes = useLocations();
  useEveryMinute();
  const now = new Date();
  const waiting = useQuery(waitingQuery(call));
  const converted = useQuery(convertedQuery(call));
  const promised = useQuery(promisedQuery(call));
  const gates = useQuery(casesQuery(call, { gates: 'soon', page_size: '20' }));
  const care = useCareBoard(user.id);
  const due = useQueries({
    queries: (['overdue', 'today', 'week'] as const).map((when) =>
      tasksQuery(call, { state: 'open', when, page_size: '100' }),
    ),
  });

  const reports = [...(waiting.data?.results ?? []), ...(converted.data?.results ?? [])].filter(
    (row) => !row.looks_like_advertising && isWaitingForCall(row, now),
  );
  const arrivals = (promised.data?.results ?? []).flatMap((row): Line[] => {
    const zone = homes.find(({ id }) => id === row.funeral_home_id)?.time_zone ?? own.time_zone;
    const arrival = promisedArrival(row, zone, now);
    if (!arrival) return [];
    const by = `${arrival.minutesLeft < 0 ? 'late, ' : ''}arrive by ${formatTime(arrival.time)}`;
    return [
      {
        ...{ id: row.id, at: row.created_at, phone: row.next_of_kin_phone },
        to: row.case_id ? paths.case(row.case_id) : paths.firstCall(row.id),
        name: row.deceased_full_name.trim() || unnamed,
        text: joined(by, row.place_of_death, row.next_of_kin_name),
      },
    ];
  });
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  const cards = (care.board?.cards ?? []).filter(({ since: at }) => at && at >= yesterday);
  const tasks = due.map(({ data }) => data?.results ?? []);
  const ofToday = tasks.slice(0, 2).flat();
  const isMine = ({ owner, role }: TaskRow): boolean => owner === user.id || (!owner && role === user.role);
  return (
    <div className={classes.boxes}>
      <Box
        {...{ title: 'Families waiting', queries: [waiting, converted], since }}
        count={reports.length + sum([waiting.data]) - (waiting.data?.results.length ?? 0)}
        lines={reports
          .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
          .map((row) => ({
            ...{ id: row.id, to: paths.submission(row.id), name: submissionTitle(row), at: row.created_at },
            text: joined(row.informant_name || 'The family', `${waitingTime(row.created_at, now).text} waiting`),
            phone: row.submitter_phone,
          }))}
        empty="No family waits for a call."
      />
      <Box
        {...{ title: 'Promises', queries: [promised, ...due], since }}
        lines={[
          ...arrivals,
          ...tasks
            .flat()
            .filter(({ promised_to }) => promised_to)
            .map(taskLine),
        ]}
        empty="No promise to a family is open this week."
      />
      <Box
        {...{ title: 'In care since yesterday', queries: [{ ...care.query, data: care.board }], since }}
        lines={cards
          .toSorted((one, other) => `${other.since}`.localeCompare(`${one.since}`))
          .map((card) => ({
            ...{ id: card.id, to: paths.caseCare(card.case_id), name: card.name || unnamed, at: card.since },
            text: joined(card.place?.name, card.since && `since ${timeText(card.since)}`),
            end: `tag …${tagEnd(card.tag)}`,
          }))}
        empty="No one was received or moved since yesterday."
        all={{ to: paths.care, label: 'Care' }}
      />
      <Box
        {...{ title: 'What may not happen yet', queries: [gates], count: sum([gates.data]), since }}
        lines={(gates.data?.results ?? []).flatMap(({ id, gate, deceased_full_name, informant_phone }) => {
          if (!gate) return [];
          const [day = '', time = ''] = gate.at.split(' ');
          const missing = `${missingChecks(gate.missing)} ${beforeGate(gate.gate).toLowerCase()}`;
          return {
            ...{ id, to: paths.caseChecks(id, gate.gate), name: deceased_full_name.trim() || unnamed },
            text: joined(missing, formatDate(day), formatTime(time)),
            phone: informant_phone,
          };
        })}
        empty="No check is missing for the days ahead."
      />
      <Box
        {...{ title: 'Tasks for today', queries: due.slice(0, 2), since }}
        count={sum(due.slice(0, 2).map(({ data }) => data))}
        lines={[...ofToday.filter(isMine), ...ofToday.filter((task) => !isMine(task))].map(taskLine)}
        empty="No task is due today."
        all={{ to: paths.tasks, label: 'All tasks' }}
      />
      <Box
        {...{ title: is_complete ? 'Changed since you last looked' : 'Latest changes', since }}
        lines={changes.map((change) => ({
          ...{ id: `${change.at} ${change.case} ${change.what}`, at: change.at, name: change.what },
          to: change.case ? paths.case(change.case) : undefined,
          text: joined(change.deceased_name || change.case_number, timeText(change.at), change.by_name),
        }))}
        empty="Nothing changed."
      />
    </div>
  );
};
