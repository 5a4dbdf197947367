import { Button, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter, IconRss } from '@tabler/icons-react';
import { useState } from 'react';
import { type CalendarEvent, eventKindLabels, eventKinds } from '#domain/calendar/calendar.schema.ts';
import { doubleBookedResources, serviceEvent } from '#domain/calendar/calendar-events.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { LocationSelect } from '../organizations/parts/location-select.tsx';
import { useCan } from '../team/parts/current-user.ts';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Agenda } from './agenda.tsx';
import classes from './calendar.module.css';
import { calendarViews, titleOf, viewLabels } from './calendar-range.ts';
import { ClashNotice } from './clash-notice.tsx';
import { FeedsDialog } from './feeds-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Destination } from './mutations.ts';
import { GoogleSuggestions } from './parts/google-suggestions.tsx';
import { UndatedTray } from './undated-tray.tsx';
import { type CalendarState, useCalendar } from './use-calendar.ts';

// As high as what takes its place.
const waitingFor = (view: CalendarState['view']) => <RowsSkeleton rows={view === 'agenda' ? 7 : 13} height={72} />;
const Grids = lazyComponent(async () => (await import('./grids.tsx')).Grids, { waiting: waitingFor('week') });
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const kinds = [
  { value: '', label: 'All kinds' },
  ...eventKinds.map((kind) => ({ value: kind, label: eventKindLabels[kind] })),
];

interface Moving {
  event: CalendarEvent;
  to: Destination;
}

/** In a row of its own: beside the title it would stand elsewhere with every month's name, and break once locations are read. */
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
      <Button variant="default" aria-label={`Earlier ${state.view}`} onClick={() => state.move(-1)}>
        <IconChevronLeft {...icon} />
      </Button>
      <Button variant="default" onClick={() => state.goTo(state.today)}>
        Today
      </Button>
      <Button variant="default" aria-label={`Later ${state.view}`} onClick={() => state.move(1)}>
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
      data={kinds}
    />
    <Button variant="default" className={classes.links} leftSection={<IconRss {...icon} />} onClick={onLinks}>
      Links
    </Button>
    <Button variant="default" className={classes.print} aria-label="Print" onClick={() => window.print()}>
      <IconPrinter {...icon} />
    </Button>
  </Group>
);

/** Services and cremations by their days: what is coming, what gets into each other's way, what has no date. */
export const CalendarPage = () => {
  useDocumentTitle('Calendar');
  const state = useCalendar();
  const mayEdit = useCan()('case:edit');
  const hasHomes = useLocations().length > 1;
  const [moving, setMoving] = useState<Moving>();
  const [showsLinks, setLinks] = useState(false);
  const { view, date, today, events, overview } = state;
  const answer = events.data;
  const shown = answer?.events ?? [];
  const clashing = doubleBookedResources(answer?.clashes ?? []);
  const open = (event: CalendarEvent, to: Destination = event) => setMoving({ event, to });
  const give = (row: CaseRow, to: Destination = { date: '', time: '' }) => open(serviceEvent(row), to);
  const dropCase = (id: string, to: Destination) => {
    const row = overview.data?.undated.cases.find((known) => known.id === id);
    if (row) give(row, to);
  };
  const title = titleOf(view, date);
  const agenda = (isBeside: boolean) => (
    <Agenda {...{ events: shown, clashing, today, isBeside }} onMove={mayEdit ? open : undefined} />
  );
  const body = () => {
    if (!answer) {
      if (events.isError) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />;
      return waitingFor(view);
    }
    if (view === 'agenda') return agenda(false);
    return (
      <Grids
        {...{ view, date, today, events: shown, clashing, hasHomes, onOpen: open, onDropCase: dropCase }}
        onDay={(day) => {
          state.setView('day');
          state.goTo(day);
        }}
        onDrop={mayEdit ? open : undefined}
      />
    );
  };
  return (
    <>
      <PageHeader title={title} />
      <Controls state={state} hasHomes={hasHomes} onLinks={() => setLinks(true)} />
      <div className={classes.notices}>
        {answer && !answer.is_complete && (
          <Notice tone="warning">There is more in these days than is shown. Choose fewer days or a location.</Notice>
        )}
        {mayEdit && <GoogleSuggestions />}
        {answer?.clashes.map((clash) => (
          <ClashNotice key={clash.of + clash.event_ids.join()} clash={clash} events={[...shown, ...answer.others]} />
        ))}
      </div>
      <div
        // What is needed twice comes above with the events: they stand anew beneath it, and nothing jumps.
        key={events.isPending ? 'waiting' : 'there'}
        className={classes.columns}
        data-agenda={view === 'agenda' || undefined}
        // The tray stands above the agenda: beside a grid both are shown at once.
        data-waiting={events.isPending || overview.isPending || undefined}
      >
        <div className={classes.side}>
          {overview.data && (
            <div className={classes.tray}>
              <UndatedTray
                undated={overview.data.undated}
                onSet={mayEdit ? give : undefined}
                hasDays={view !== 'agenda'}
              />
            </div>
          )}
          {view !== 'agenda' && answer && agenda(true)}
        </div>
        <div className={classes.main} aria-busy={events.isPlaceholderData || undefined}>
          {body()}
        </div>
      </div>
      {showsLinks && <FeedsDialog onClose={() => setLinks(false)} />}
      {moving && (
        <MoveDialog
          key={moving.event.id + moving.to.date + moving.to.time}
          {...moving}
          onClose={() => setMoving(undefined)}
        />
      )}
    </>
  );
};
