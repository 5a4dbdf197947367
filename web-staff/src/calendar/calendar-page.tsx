import { Button, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter, IconRss } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { type CalendarClash, type CalendarEvent, eventKinds } from '#domain/calendar/calendar.schema.ts';
import { doubleBookedResources, serviceEvent } from '#domain/calendar/calendar-events.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { isCalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { useApi } from '../api/api-context.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { LocationSelect } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { lazyComponent, lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useListParams } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useIsNarrow, useIsUpright } from '../ui/page/use-screen-width.ts';
import classes from './calendar.module.css';
import {
  type CalendarView,
  calendarViews,
  dayName,
  daysIn,
  rangeOf,
  step,
  titleOf,
  viewLabels,
} from './calendar-range.ts';
import { shortDay, timeOf, useEventMark, useHomeTones } from './event-text.ts';
import { FeedsDialog } from './feeds-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Destination } from './mutations.ts';
import {
  isDraggable,
  kindOptions,
  newConflicts,
  shownKinds,
  useMayPlan,
  useOtherEvents,
  useWhoOptions,
} from './other-events.ts';
import { ClashLinks } from './parts/clash-hints.tsx';
import { ConflictNotice } from './parts/conflict-notice.tsx';
import { GoogleSuggestions } from './parts/google-suggestions.tsx';
import {
  type Entry,
  entryName,
  isArrival,
  isOther,
  keyOf,
  type Planned,
  usePromisedArrivals,
  whatOf,
  withArrivals,
} from './promised-arrivals.ts';
import { calendarEventsQuery, calendarQuery } from './queries.ts';
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
            aria-label={`${isOther(event) ? 'Change' : 'Move'}: ${entryName(event)}, ${whatOf(event)}`}
          >
            {isOther(event) ? 'Change' : 'Move'}
          </Button>
        )
      }
    />
  );
};

/** All days as a list, also for screen readers and phones. */
const Agenda = ({ events, days, today, ...rows }: AgendaProps) => (
  <Queue title="Agenda" count={events.length}>
    {events.length === 0 && !days ? (
      <p className={classes.quiet}>Nothing scheduled for these days.</p>
    ) : (
      <QueueRows label="Agenda">
        {(days ?? [...new Set(events.map(({ date }) => date))]).map((day) => (
          <Fragment key={day}>
            <QueueDay count={events.filter(({ date }) => date === day).length} isToday={day === today}>
              {dayName(day, today)}
            </QueueDay>
            {events
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

/** The state of the page is its address: view, first day, location and kind. */
const useCalendar = () => {
  const call = useApi();
  const own = useCurrentUser().funeral_home_details;
  const { filters, setFilter } = useListParams(['view', 'date', 'location', 'kind', 'who']);
  const isUpright = useIsUpright();
  const location = filters.location || undefined;
  const overview = useQuery(calendarQuery(call, { location }));
  const today = overview.data?.today ?? todayIn(own.time_zone, new Date());
  const view: CalendarView = calendarViews.find((known) => known === filters.view) ?? (isUpright ? 'agenda' : 'week');
  const date = isCalendarDate(filters.date) ? filters.date : today;
  const kind = shownKinds.find((known) => known === filters.kind);
  const { who } = filters;
  const range = rangeOf(view, date);
  const isList = view === 'agenda' || (view === 'week' && isUpright);
  const ofFields = eventKinds.find((known) => known === kind);
  const events = useQuery(calendarEventsQuery(call, { ...range, location, kind: ofFields }));
  const others = useOtherEvents({ ...range, location, kind, who });
  const promised = usePromisedArrivals({ ...range, location }, kind !== undefined || who !== '');
  const goTo = (day: string) => setFilter('date', day === today ? '' : day);
  return {
    ...{ view, isList, date, today, kind, who, range, overview, events, others, promised },
    location: filters.location,
    setView: (chosen: CalendarView) => setFilter('view', chosen),
    setLocation: (id: string) => setFilter('location', id),
    setKind: (chosen: string) => setFilter('kind', chosen),
    setWho: (chosen: string) => setFilter('who', chosen),
    goTo,
    move: (direction: 1 | -1) => goTo(step(view, date, direction)),
  };
};
type CalendarState = ReturnType<typeof useCalendar>;

interface ClashNoticeProps {
  clash: CalendarClash;
  events: readonly CalendarEvent[];
}

const ClashNotice = ({ clash, events }: ClashNoticeProps) => {
  const clashing = events.filter(({ id }) => clash.event_ids.includes(id));
  const hasHomes = new Set(clashing.map(({ funeral_home_id }) => funeral_home_id)).size > 1;
  return (
    <Notice tone="warning" title={`${clash.place} is double-booked on ${shortDay(clash.date)}`}>
      <ClashLinks {...{ events: clashing, hasHomes }} />
    </Notice>
  );
};

const waitingFor = (isList: boolean) => <RowsSkeleton rows={isList ? 7 : 13} height={72} />;
const Grids = lazyComponent(async () => (await import('./grids.tsx')).Grids, { waiting: waitingFor(false) });
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const EventDialog = lazyDialog(async () => (await import('./parts/event-dialog.tsx')).EventDialog);
const WeekRows = lazyComponent(async () => (await import('./parts/week-rows.tsx')).WeekRows);

interface Moving {
  /** Missing for a new event. */
  event?: Planned;
  to: Destination;
}

/** A separate row: next to the title its position would change with each month's name. */
const Controls = ({ state, hasHomes, onLinks }: { state: CalendarState; hasHomes: boolean; onLinks: () => void }) => (
  <Group gap="xs" className={classes.controls}>
    <NativeSelect
      className={classes.view}
      aria-label="View"
      value={state.view}
      onChange={(event) => state.setView(event.currentTarget.value as CalendarState['view'])}
      data={calendarViews.map((view) => ({ value: view, label: viewLabels[view] }))}
    />
    <Button.Group className={classes.days}>
      <Button variant="default" aria-label={`Previous ${state.view}`} onClick={() => state.move(-1)}>
        <IconChevronLeft {...icon} />
      </Button>
      <Button variant="default" onClick={() => state.goTo(state.today)}>
        Today
      </Button>
      <Button variant="default" aria-label={`Next ${state.view}`} onClick={() => state.move(1)}>
        <IconChevronRight {...icon} />
      </Button>
    </Button.Group>
    {hasHomes && (
      <div className={classes.choice}>
        <LocationSelect value={state.location} onChange={state.setLocation} />
      </div>
    )}
    <NativeSelect
      className={classes.kind}
      aria-label="Kind"
      value={state.kind ?? ''}
      onChange={(event) => state.setKind(event.currentTarget.value)}
      data={kindOptions}
    />
    <NativeSelect
      className={`${classes.kind} ${classes.who}`}
      aria-label="Person, vehicle or room"
      value={state.who}
      onChange={(event) => state.setWho(event.currentTarget.value)}
      data={useWhoOptions()}
    />
    <Button variant="default" className={classes.links} leftSection={<IconRss {...icon} />} onClick={onLinks}>
      Calendar links
    </Button>
    <Button variant="default" className={classes.print} aria-label="Print" onClick={() => window.print()}>
      <IconPrinter {...icon} />
    </Button>
  </Group>
);

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
  const title = titleOf(view, date);
  const agenda = (isBeside: boolean) => (
    <Agenda
      {...{ events: entries, clashing, today, isBeside, mayPlan, ...look }}
      days={view === 'week' && isList ? daysIn(range) : undefined}
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
          state.setView('day');
          state.goTo(day);
        }}
        onDrop={can('day:plan') ? open : undefined}
      />
    );
  };
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button component={Link} variant="subtle" to={paths.resources}>
              Vehicles and shifts
            </Button>
            <Button component={Link} variant="default" to={paths.runSheetOf(date)}>
              Run sheet
            </Button>
            {can('day:plan') && <Button onClick={() => setMoving({ to: { date, time: '' } })}>New event</Button>}
          </>
        }
      />
      <Controls state={state} hasHomes={hasHomes} onLinks={() => setLinks(true)} />
      <div className={classes.notices}>
        {answer && !answer.is_complete && (
          <Notice tone="warning">Some events are not shown. Choose fewer days or one location.</Notice>
        )}
        {others.query.isError && <Notice tone="warning">Some kinds of events could not be loaded.</Notice>}
        {promised.isError && <Notice tone="warning">Promised arrivals could not be loaded.</Notice>}
        {mayEdit && <GoogleSuggestions />}
        {answer?.clashes.map((clash) => (
          <ClashNotice
            key={clash.of + clash.event_ids.join()}
            clash={clash}
            events={[...answer.events, ...answer.others]}
          />
        ))}
        {conflicts.map((conflict) => (
          <ConflictNotice
            key={`${conflict.event_ids.join()} ${conflict.name} ${conflict.date}`}
            {...{ conflict, events: schedule?.events ?? [] }}
            mayChange={can('day:plan')}
          />
        ))}
      </div>
      <div
        // Remounted with the events, so that a conflict notice above causes no layout shift.
        key={isWaiting ? 'waiting' : 'there'}
        className={classes.columns}
        data-view={isList ? 'agenda' : view}
        data-waiting={isWaiting || overview.isPending || undefined}
      >
        <div className={classes.side}>
          {overview.data && (
            <div className={classes.tray}>
              <UndatedTray undated={overview.data.undated} onSet={mayEdit ? give : undefined} hasDays={!isList} />
            </div>
          )}
          {!isList && answer && agenda(true)}
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
