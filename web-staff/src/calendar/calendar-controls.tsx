import { Button, Group, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconChevronLeft,
  IconChevronRight,
  IconPrinter,
  IconRss,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { eventKinds } from '#domain/calendar/calendar.schema.ts';
import { isCalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { LocationSelect } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { useListParams } from '../ui/lists/use-list.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useIsPhone, useIsUpright } from '../ui/page/use-screen-width.ts';
import classes from './calendar.module.css';
import { type CalendarView, calendarViews, rangeOf, step, titleOf, viewLabels } from './calendar-range.ts';
import { kindOptions, shownKinds, useOtherEvents, useWhoOptions } from './other-events.ts';
import { usePromisedArrivals } from './promised-arrivals.ts';
import { calendarEventsQuery, calendarQuery } from './queries.ts';

/** The state of the page is its address: view, first day, location and kind. */
export const useCalendar = () => {
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
    view,
    isList,
    date,
    today,
    kind,
    who,
    range,
    overview,
    events,
    others,
    promised,
    location: filters.location,
    setFilter,
    setView: (chosen: CalendarView) => setFilter('view', chosen),
    goTo,
    move: (direction: 1 | -1) => goTo(step(view, date, direction)),
  };
};
type CalendarState = ReturnType<typeof useCalendar>;

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface ControlsProps {
  state: CalendarState;
  hasHomes: boolean;
  onLinks: () => void;
  /** Undefined for users who may not plan. */
  onNew: (() => void) | undefined;
}

const ViewAndDays = ({ state }: { state: CalendarState }) => (
  <>
    <NativeSelect
      className={classes.view}
      aria-label="View"
      value={state.view}
      onChange={(event) => state.setFilter('view', event.currentTarget.value)}
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
  </>
);

const Filters = ({ state, hasHomes }: Pick<ControlsProps, 'state' | 'hasHomes'>) => (
  <>
    {hasHomes && (
      <div className={classes.choice}>
        <LocationSelect value={state.location} onChange={(id) => state.setFilter('location', id)} />
      </div>
    )}
    <NativeSelect
      className={classes.kind}
      aria-label="Kind"
      value={state.kind ?? ''}
      onChange={(event) => state.setFilter('kind', event.currentTarget.value)}
      data={kindOptions}
    />
    <NativeSelect
      className={`${classes.kind} ${classes.who}`}
      aria-label="Person, vehicle or room"
      value={state.who}
      onChange={(event) => state.setFilter('who', event.currentTarget.value)}
      data={useWhoOptions()}
    />
  </>
);

const LinksButton = ({ onLinks }: Pick<ControlsProps, 'onLinks'>) => (
  <Button variant="default" className={classes.links} leftSection={<IconRss {...icon} />} onClick={onLinks}>
    Calendar links
  </Button>
);

const RunSheetButton = ({ date }: { date: string }) => (
  <Button component={Link} variant="default" to={paths.runSheetOf(date)}>
    Run sheet
  </Button>
);

const ResourcesButton = () => (
  <Button component={Link} variant="subtle" to={paths.resources}>
    Vehicles and shifts
  </Button>
);

/** The days come first on a phone: what is rarely needed is behind one button. */
const PhoneControls = ({ state, hasHomes, onLinks, onNew }: ControlsProps) => {
  const [isOpen, { toggle }] = useDisclosure(false);
  const inForce = [state.location, state.kind, state.who].filter(Boolean).length;
  return (
    <>
      <PageHeader title={titleOf(state.view, state.date, 'short')} />
      <Group gap="xs" className={classes.controls}>
        <ViewAndDays state={state} />
        <RunSheetButton date={state.date} />
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal {...icon} />}
          onClick={toggle}
        >
          Filters{inForce > 0 && ` (${inForce})`}
        </Button>
        {onNew && <Button onClick={onNew}>New event</Button>}
      </Group>
      {isOpen && (
        <fieldset className={classes.more}>
          <legend>Filters</legend>
          <Filters state={state} hasHomes={hasHomes} />
          <ResourcesButton />
          <LinksButton onLinks={onLinks} />
        </fieldset>
      )}
    </>
  );
};

export const CalendarControls = (props: ControlsProps) => {
  const { state, hasHomes, onLinks, onNew } = props;
  const isPhone = useIsPhone();
  if (isPhone) return <PhoneControls {...props} />;
  return (
    <>
      <PageHeader
        title={titleOf(state.view, state.date)}
        actions={
          <>
            <ResourcesButton />
            <RunSheetButton date={state.date} />
            {onNew && <Button onClick={onNew}>New event</Button>}
          </>
        }
      />
      {/* A separate row: next to the title its position would change with each month's name. */}
      <Group gap="xs" className={classes.controls}>
        <ViewAndDays state={state} />
        <Filters state={state} hasHomes={hasHomes} />
        <LinksButton onLinks={onLinks} />
        <Button variant="default" className={classes.print} aria-label="Print" onClick={() => window.print()}>
          <IconPrinter {...icon} />
        </Button>
      </Group>
    </>
  );
};
