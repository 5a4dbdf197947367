import { Anchor, Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tagEnd } from '#domain/care/tag-code.ts';
import { dueText } from '#domain/certificates/certificate-alerts.ts';
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
import { QueryState } from '../ui/feedback/states.tsx';
import { Queue, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useEveryMinute } from '../ui/time/time-ago.tsx';
import { clockTime, dayAtHome, exactTime, waitingTime } from '../ui/time/time-text.ts';
import classes from './handover.module.css';
import { taskOwner } from './parts/task-text.ts';
import { tasksQuery } from './queries.ts';

/** The style sheet prints as many. */
const printedRows = 6;
const dayMs = 86_400_000;
const unnamed = 'Name not given';

/** '3:14 PM' today, else with the date. */
export const timeText = (at: string): string =>
  dayAtHome(at) === dayAtHome(new Date().toISOString()) ? clockTime(at) : exactTime(at);

const joined = (...parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

interface Line {
  id: string;
  to?: string | undefined;
  name: string;
  text: string;
  phone?: string | null;
  /** When it came; undefined where that is not known. */
  at?: string | null;
}

interface BoxProps {
  title: string;
  /** Where the lines come from. */
  queries?: readonly (Parameters<typeof QueryState>[0]['query'] & { data: { next?: string | null } | undefined })[];
  lines: readonly Line[];
  since: string;
  /** The page with all of them. */
  to?: string;
}

const Box = ({ title, queries = [], lines, since, to }: BoxProps) => {
  const unread = queries.filter(({ data }) => data === undefined);
  const query = unread.find(({ isError }) => isError) ?? unread[0];
  return (
    <Queue
      title={title}
      count={query ? undefined : lines.length}
      isMore={queries.some(({ data }) => data?.next)}
      aside={
        to && (
          <Anchor component={Link} to={to} inherit aria-label={`See all: ${title}`}>
            See all
          </Anchor>
        )
      }
    >
      {query && <QueryState query={query} rows={2} />}
      <QueueRows label={title}>
        {lines.map(({ id, text, phone, at, ...row }) => (
          <QueueRow
            key={id}
            {...row}
            lines={[text]}
            isNew={Boolean(at && at > since)}
            actions={
              phone && (
                <Button component="a" href={telHref(phone)} variant="default">
                  {formatPhone(phone)}
                </Button>
              )
            }
          />
        ))}
      </QueueRows>
      {!query && lines.length === 0 && <p className={classes.line}>None</p>}
      {lines.length > printedRows && <p className={classes.printed}>and {lines.length - printedRows} more</p>}
    </Queue>
  );
};

const taskLine = (task: TaskRow): Line => ({
  id: task.id,
  to: paths.task(task.id),
  name: task.title,
  text: joined(
    task.days_left !== 0
      ? task.days_left !== null && dueText(task.days_left)
      : `${task.overdue ? 'Overdue since' : 'Due'} ${formatTime(task.time ?? '') || 'today'}`,
    task.promised_to && `promised to ${task.promised_to}`,
    task.deceased_name,
    taskOwner(task),
  ),
});

/** All that the next shift must know, from the records: six lines of a box are printed, so that they fit on one sheet. */
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
    queries: (['overdue', 'today'] as const).map((when) => tasksQuery(call, { state: 'open', when, page_size: '100' })),
  });
  const promises = useQuery(tasksQuery(call, { state: 'open', promised: 'true', page_size: '100' }));

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
        id: row.id,
        at: row.created_at,
        phone: row.next_of_kin_phone,
        to: row.case_id ? paths.case(row.case_id) : paths.firstCall(row.id),
        name: row.deceased_full_name.trim() || unnamed,
        text: joined(by, row.place_of_death, row.next_of_kin_name),
      },
    ];
  });
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  const cards = (care.board?.cards ?? []).filter(({ since: at }) => at && at >= yesterday);
  const tasks = due.flatMap(({ data }) => data?.results ?? []);
  const isOthers = ({ owner, role }: TaskRow): boolean => owner !== user.id && (owner !== null || role !== user.role);
  const isOlder = ({ days_left }: TaskRow): boolean => days_left !== 0;
  return (
    <div className={classes.boxes}>
      <Box
        {...{ title: 'Families waiting', queries: [waiting, converted], since }}
        lines={reports
          .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
          .map((row) => ({
            id: row.id,
            to: paths.submission(row.id),
            name: submissionTitle(row),
            at: row.created_at,
            text: joined(row.informant_name || 'The family', `${waitingTime(row.created_at, now).text} waiting`),
            phone: row.submitter_phone,
          }))}
        to={`${paths.submissions}?status=new`}
      />
      <Box
        {...{ title: 'Promises', queries: [promised, promises], since }}
        lines={[...arrivals, ...(promises.data?.results ?? []).map(taskLine)]}
      />
      <Box
        {...{ title: 'In care since yesterday', queries: [{ ...care.query, data: care.board && {} }], since }}
        lines={cards
          .toSorted((one, other) => `${other.since}`.localeCompare(`${one.since}`))
          .map((card) => ({
            id: card.id,
            to: paths.caseCare(card.case_id),
            name: card.name || unnamed,
            at: card.since,
            text: joined(card.place?.name, card.since && `since ${timeText(card.since)}`, `tag …${tagEnd(card.tag)}`),
          }))}
        to={paths.care}
      />
      <Box
        {...{ title: 'What may not happen yet', queries: [gates], since }}
        lines={(gates.data?.results ?? []).flatMap(({ id, gate, deceased_full_name, informant_phone }) => {
          if (!gate) return [];
          const [day = '', time = ''] = gate.at.split(' ');
          const missing = `${missingChecks(gate.missing)} ${beforeGate(gate.gate).toLowerCase()}`;
          return {
            id,
            to: paths.caseChecks(id, gate.gate),
            name: deceased_full_name.trim() || unnamed,
            text: joined(missing, formatDate(day), formatTime(time)),
            phone: informant_phone,
          };
        })}
      />
      <Box
        {...{ title: 'Tasks for today', queries: due, since }}
        lines={tasks
          .toSorted((a, b) => Number(isOlder(a)) - Number(isOlder(b)) || Number(isOthers(a)) - Number(isOthers(b)))
          .map(taskLine)}
        to={paths.tasks}
      />
      <Box
        {...{ title: is_complete ? 'Changed since you last looked' : 'Latest changes', since }}
        lines={changes.map(({ at, what, by_names, ...change }, index) => {
          const name = change.deceased_name || change.case_number;
          const [first = '', ...others] = name ? [name, ...what] : what;
          return {
            id: `${index}`,
            at,
            name: first,
            to: change.case ? paths.case(change.case) : undefined,
            text: joined(others.join(', '), timeText(at), by_names.join(', ')),
          };
        })}
      />
    </div>
  );
};
