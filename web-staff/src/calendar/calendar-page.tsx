import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { doubleBookedResources, serviceEvent } from '#domain/calendar/calendar-events.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { lazyComponent, lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { useIsNarrow, useIsPhone } from '../ui/page/use-screen-width.ts';
import classes from './calendar.module.css';
import { CalendarControls, useCalendar } from './calendar-controls.tsx';
import { dayName, daysIn } from './calendar-range.ts';
import { Decisions } from './decisions.tsx';
import { timeOf, useEventMark, useHomeTones } from './event-text.ts';
import { FeedsDialog } from './feeds-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Destination } from './mutations.ts';
import { isDraggable, newConflicts, useMayPlan } from './other-events.ts';
import {
  type Entry,
  entryName,
  isArrival,
  isOther,
  keyOf,
  type Planned,
  whatOf,
  withArrivals,
} from './promised-arrivals.ts';
import { UndatedTray } from './undated-tray.tsx';

interface RowsProps {
  clashing: ReadonlyMap<string, string>;
  /** Next to a grid: narrow, and without buttons, because events are dragged there. */
  isBeside: boolean;
  mayPlan: (event: Planned) => boolean;
  onMove: (event: Planned) => void;
  tone: (homeId: string) => string;
  mark: (entry: Entry) => string;
}

interface AgendaProps extends RowsProps {
  /** Undefined lists only days with events. */
  days: readonly string[] | undefined;
  events: readonly Entry[];
  today: string;
}

const wayTo = (event: Entry): string | undefined => {
  if (isArrival(event)) return event.to;
  const caseId = isOther(event) ? event.case : event.case_id;
  return caseId === null ? undefined : paths.case(caseId);
};

const AgendaRow = ({ event, clashing, isBeside, ...rows }: RowsProps & { event: Entry }) => {
  const edge = { borderInlineStartColor: rows.tone(event.funeral_home_id) };
  const dashed = isArrival(event) || undefined;
  const mark = rows.mark(event);
  const end = !isArrival(event) && event.end_time && `until ${formatTime(event.end_time)}`;
  const what = [end, whatOf(event), event.place || (event.kind === 'service' && 'No location')];
  return (
    <QueueRow
      to={wayTo(event)}
      leads
      isShort
      state={
        !isBeside && (
          <span className={classes.time} style={edge} data-arrival={dashed}>
            {timeOf(event)}
          </span>
        )
      }
      name={entryName(event)}
      lines={[
        <span key="what" className={isBeside ? classes.beside : undefined} style={edge} data-arrival={dashed}>
          {[isBeside && timeOf(event), ...what].filter(Boolean).join(' · ')}
        </span>,
        <>
          {event.funeral_home_name}
          {clashing.has(event.id) && <span className={classes.clash}> · Double-booked: {clashing.get(event.id)}</span>}
          {mark && <span className={classes.clash}> · {mark}</span>}
        </>,
      ]}
      actions={
        !isArrival(event) &&
        rows.mayPlan(event) &&
        !isBeside && (
          <Button
            variant="default"
            className={classes.move}
            onClick={() => rows.onMove(event)}
            aria-label={`Change: ${entryName(event)}, ${whatOf(event)}`}
          >
            Change
          </Button>
        )
      }
    />
  );
};

/** All days as a list, also for screen readers and phones. */
const Agenda = ({ events, days, today, ...rows }: AgendaProps) => {
  const [isWhole, setIsWhole] = useState(false);
  const ahead = events.filter(({ date }) => date >= today);
  // Next to a grid the list begins with today.
  const shown = rows.isBeside && !isWhole && ahead.length > 0 ? ahead : events;
  const earlier = events.length - shown.length;
  return (
    <Queue
      title="Agenda"
      count={events.length}
      aside={
        earlier > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
            Show {earlier} earlier
          </Button>
        )
      }
    >
      {events.length === 0 && !days ? (
        <p className={classes.quiet}>Nothing scheduled for these days.</p>
      ) : (
        <QueueRows label="Agenda">
          {(days ?? [...new Set(shown.map(({ date }) => date))]).map((day) => (
            <Fragment key={day}>
              <QueueDay count={events.filter(({ date }) => date === day).length} isToday={day === today}>
                {dayName(day, today)}
              </QueueDay>
              {shown
                .filter(({ date }) => date === day)
                .map((event) => (
                  <AgendaRow key={keyOf(event)} event={event} {...rows} />
                ))}
            </Fragment>
          ))}
        </QueueRows>
      )}
    </Queue>
  );
};

const waitingFor = (isList: boolean) => <RowsSkeleton rows={isList ? 7 : 13} height={72} />;
const Grids = lazyComponent(async () => (await import('./grids.tsx')).Grids, { waiting: waitingFor(false) });
const EventDialog = lazyDialog(async () => (await import('./parts/event-dialog.tsx')).EventDialog);
const WeekRows = lazyComponent(async () => (await import('./parts/week-rows.tsx')).WeekRows);

interface Moving {
  /** Missing for a new event. */
  event?: Planned;
  to: Destination;
}

/** Moves an event of a case's fields, or plans any other one. */
const Plan = ({ event, to, onClose }: Moving & { onClose: () => void }) => {
  if (event && !isOther(event)) return <MoveDialog key={event.id + to.date + to.time} {...{ event, to, onClose }} />;
  // One that repeats is changed as a whole, so that its date is that of no drop.
  const start = event && !isDraggable(event) ? {} : { date: to.date, time: to.time };
  return <EventDialog event={event} start={start} onClose={onClose} />;
};

export const CalendarPage = () => {
  useDocumentTitle('Calendar');
  const state = useCalendar();
  const can = useCan();
  const mayEdit = can('case:edit');
  const mayPlan = useMayPlan();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const look = { tone: useHomeTones(), mark: useEventMark() };
  const hasHomes = useLocations().length > 1;
  const [moving, setMoving] = useState<Moving>();
  const [showsLinks, setLinks] = useState(false);
  const { view, isList, date, today, range, events, others, overview, promised } = state;
  // An arrival that came later would push the events away.
  const isWaiting = events.isPending || others.query.isLoading || promised.isLoading;
  const answer = isWaiting ? undefined : events.data;
  const shown = answer?.events.filter(others.isShown).map(others.withEnd) ?? [];
  const entries = withArrivals(withArrivals(shown, others.events), promised.arrivals);
  const schedule = others.query.data;
  const conflicts = newConflicts(answer ? (schedule?.conflicts ?? []) : [], answer?.clashes ?? []);
  const clashing = new Map([
    ...conflicts.flatMap(({ name, event_ids }) => event_ids.map((id) => [id, name] as const)),
    ...doubleBookedResources(answer?.clashes ?? []),
  ]);
  const open = (event: Planned, to: Destination = event) => setMoving({ event, to });
  const give = (row: CaseRow, to: Destination = { date: '', time: '' }) => open(serviceEvent(row), to);
  const dropCase = (id: string, to: Destination) => {
    const row = overview.data?.undated.cases.find((known) => known.id === id);
    if (row) give(row, to);
  };
  /** A month on a phone has room for counts only; the chosen day is listed under it. */
  const isOneDay = view === 'month' && isPhone;
  const daysOfAgenda = view === 'week' && isList ? daysIn(range) : undefined;
  const agenda = (isBeside: boolean) => (
    <Agenda
      {...{ clashing, today, isBeside, mayPlan, ...look }}
      events={isOneDay ? entries.filter((entry) => entry.date === date) : entries}
      days={isOneDay ? [date] : daysOfAgenda}
      onMove={open}
    />
  );
  const body = () => {
    if (!answer) {
      if (events.isError) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />;
      return waitingFor(isList);
    }
    if (view === 'agenda' || isList) return agenda(false);
    return (
      <Grids
        {...{ view, date, today, events: entries, clashing, hasHomes, mayPlan, onOpen: open, onDropCase: dropCase }}
        onDay={(day) => {
          if (!isOneDay) state.setView('day');
          state.goTo(day);
        }}
        onDrop={can('day:plan') ? open : undefined}
      />
    );
  };
  return (
    <>
      <CalendarControls
        {...{ state, hasHomes }}
        onLinks={() => setLinks(true)}
        onNew={can('day:plan') ? () => setMoving({ to: { date, time: '' } }) : undefined}
      />
      <div className={classes.notices}>
        {answer && !answer.is_complete && (
          <Notice tone="warning">Some events are not shown. Choose fewer days or one location.</Notice>
        )}
        {others.query.isError && <Notice tone="warning">Some kinds of events could not be loaded.</Notice>}
        {promised.isError && <Notice tone="warning">Promised arrivals could not be loaded.</Notice>}
        {answer && <Decisions {...{ answer, schedule, conflicts }} />}
      </div>
      <div
        // Remounted with the events, so that a conflict notice above causes no layout shift.
        key={isWaiting ? 'waiting' : 'there'}
        className={classes.columns}
        data-view={isList ? 'agenda' : view}
        data-waiting={isWaiting || overview.isPending || undefined}
      >
        <div className={classes.side}>
          {overview.data && (isList || view === 'day' || overview.data.undated.count > 0) && (
            <div className={classes.tray}>
              <UndatedTray undated={overview.data.undated} onSet={mayEdit ? give : undefined} hasDays={!isList} />
            </div>
          )}
          {!isList && answer && agenda(!isOneDay)}
        </div>
        <div className={classes.main} aria-busy={events.isPlaceholderData || undefined}>
          {body()}
          {view === 'week' && !isNarrow && answer && schedule && <WeekRows schedule={schedule} days={daysIn(range)} />}
        </div>
      </div>
      {showsLinks && <FeedsDialog onClose={() => setLinks(false)} />}
      {moving && <Plan {...moving} onClose={() => setMoving(undefined)} />}
    </>
  );
};
