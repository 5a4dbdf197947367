import { ActionIcon, Anchor, Button, Group, UnstyledButton } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { caseEventEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { DayEvent, ProposedEvent } from '#domain/calendar/day.schema.ts';
import { eventTitle, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { contactKindLabels, dayKindLabels } from '#domain/calendar/day-names.ts';
import { readOnlyReason } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { useApi } from '../../api/api-context.ts';
import panel from '../../cases/parts/case-sidebar.module.css';
import { paths } from '../../paths.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { Chip } from '../../ui/chip.tsx';
import { DialogOpener } from '../../ui/feedback/confirm-dialog.tsx';
import { lazyComponent, lazyDialog } from '../../ui/feedback/lazy-component.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { SecondaryLine } from '../../ui/lists/cells.tsx';
import { useIsNarrow } from '../../ui/page/use-screen-width.ts';
import { usePreserveFocus } from '../../ui/preserve-focus.ts';
import { useChangeEvent, useSendDay } from '../mutations.ts';
import classes from './day.module.css';
import { caseDayQuery } from './day-queries.ts';
import { extentText, needText, shortDate } from './day-text.ts';

const ConflictLine = lazyComponent(async () => (await import('./conflict-notice.tsx')).ConflictLine);
const EventDialog = lazyDialog(async () => (await import('./event-dialog.tsx')).EventDialog);
const Timeline = lazyDialog(async () => (await import('./timeline-dialog.tsx')).TimelineDialog);

type CaseOfDay = Pick<Case, 'id' | 'status'>;

/** The events of a case by day, with their needs and contacts. */
export const CaseDay = ({ caseRecord: { id, status } }: { caseRecord: CaseOfDay }) => {
  const query = useQuery(caseDayQuery(useApi(), id));
  const mayPlan = useCan()('day:plan') && !readOnlyReason(status);
  const part = usePreserveFocus<HTMLDivElement>();
  const [opened, setOpened] = useState<DayEvent>();
  const isNarrow = useIsNarrow();
  if (!query.data) return <QueryState query={query} rows={4} height={64} />;
  const { events, conflicts, proposals } = query.data;
  const dayOfService = events.find(({ kind }) => kind === 'service')?.date ?? '';
  const ordered = inOrderOfDay(events);
  const days = Map.groupBy(ordered, ({ date }) => date);
  const hasTimeline = !isNarrow && events.some(({ time }) => time !== '');
  return (
    <div ref={part} tabIndex={-1}>
      {events.length === 0 && <p className={panel.none}>No events yet</p>}
      {[...days].map(([date, ofDay]) => (
        <Fragment key={date}>
          <h3 className={`${panel.group} ${classes.head}`}>
            {shortDate(date)}
            <Anchor component={Link} to={paths.runSheetOf(date)} inherit aria-label={`Run sheet, ${shortDate(date)}`}>
              Run sheet
            </Anchor>
          </h3>
          <ul className={classes.list} aria-label={`Events, ${shortDate(date)}`}>
            {ofDay.map((event) => (
              <li key={event.id}>
                <UnstyledButton className={classes.event} disabled={!mayPlan} onClick={() => setOpened(event)}>
                  <b>{eventTitle(event)}</b>
                  <SecondaryLine>{[extentText(event), event.place].filter(Boolean).join(' · ')}</SecondaryLine>
                  <Needs event={event} />
                </UnstyledButton>
                {conflicts
                  .filter(({ event_ids }) => ordered.find(({ id: one }) => event_ids.includes(one)) === event)
                  .map((conflict) => (
                    <ConflictLine
                      key={`${conflict.name} ${conflict.date} ${conflict.time} ${conflict.with}`}
                      event={event}
                      conflict={conflict}
                      mayChange={mayPlan}
                    />
                  ))}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {(mayPlan || hasTimeline) && (
        <Group className={classes.after} gap="xs">
          {mayPlan && (
            <DialogOpener
              dialog={(close) => <EventDialog caseId={id} start={{ date: dayOfService }} onClose={close} />}
            >
              Add event
            </DialogOpener>
          )}
          {mayPlan &&
            proposals.map((proposal) => (
              <Proposal key={proposal.kind + proposal.date} caseId={id} proposal={proposal} />
            ))}
          {hasTimeline && (
            <DialogOpener variant="subtle" dialog={(close) => <Timeline events={events} onClose={close} />}>
              Timeline
            </DialogOpener>
          )}
        </Group>
      )}
      <PeopleToReach events={events} mayPlan={mayPlan} />
      {opened && <EventDialog event={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
};

const Needs = ({ event: { needs } }: { event: DayEvent }) =>
  needs.length > 0 && (
    <span className={classes.needs}>
      {needs.map((need) => (
        <span key={`${need.kind} ${need.name} ${need.role}`} className={classes.need} data-open={!need.confirmed}>
          {needText(need)}
          {!need.confirmed && need.name && ' · not confirmed'}
        </span>
      ))}
    </span>
  );

const Proposal = ({ caseId, proposal }: { caseId: string; proposal: ProposedEvent }) => {
  const send = useSendDay(caseId);
  const adding = useMutation({
    mutationFn: () => send(caseEventEndpoints.create, { params: { id: caseId }, body: proposal }),
    onSuccess: () => toastSuccess('Event added'),
    onError: toastFailure,
  });
  const { kind, date, time } = proposal;
  return (
    <Button
      variant="default"
      h="auto"
      mih={44}
      py={4}
      classNames={{ label: classes.whole }}
      loading={adding.isPending}
      onClick={() => adding.mutate()}
    >
      Add {dayKindLabels[kind].toLowerCase()}, {shortDate(date)}, {formatTime(time)}
    </Button>
  );
};

const PeopleToReach = ({ events, mayPlan }: { events: readonly DayEvent[]; mayPlan: boolean }) => {
  const people = events.flatMap((event) => event.contacts.map((contact, at) => ({ contact, at, event })));
  if (people.length === 0) return null;
  const confirmed = people.filter(({ contact }) => contact.confirmed).length;
  return (
    <>
      <h3 className={panel.group}>
        People to reach{' '}
        <span className={panel.note}>
          {confirmed} of {people.length} confirmed
        </span>
      </h3>
      <ul className={classes.list} aria-label="People to reach">
        {people.map(({ event, at }) => (
          <Person key={`${event.id} ${at}`} {...{ event, at, mayPlan }} />
        ))}
      </ul>
    </>
  );
};

const Person = ({ event, at, mayPlan }: { event: DayEvent; at: number; mayPlan: boolean }) => {
  const change = useChangeEvent(event.case);
  const confirming = useMutation({
    mutationFn: () =>
      change(event, {
        contacts: event.contacts.map((one, index) => (index === at ? { ...one, confirmed: !one.confirmed } : one)),
      }),
    onError: toastFailure,
  });
  const contact = event.contacts[at];
  if (!contact) return null;
  const name = contact.name || contactKindLabels[contact.kind];
  return (
    <li className={panel.person}>
      <span className={panel.who}>
        <strong>{name}</strong>
        <span className={panel.dim}>
          {[contactKindLabels[contact.kind], eventTitle(event), contact.note].filter(Boolean).join(' · ')}
        </span>
      </span>
      {mayPlan ? (
        <Button
          variant={contact.confirmed ? 'light' : 'default'}
          aria-label={`${contact.confirmed ? 'Confirmed' : 'Confirm'}: ${name}`}
          loading={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          {contact.confirmed ? 'Confirmed' : 'Confirm'}
        </Button>
      ) : (
        <Chip tone={contact.confirmed ? 'ok' : 'warn'}>{contact.confirmed ? 'Confirmed' : 'Asked'}</Chip>
      )}
      {contact.phone && (
        <ActionIcon
          component="a"
          href={telHref(contact.phone)}
          variant="default"
          size={44}
          aria-label={`Call ${name}, ${formatPhone(contact.phone)}`}
          title={formatPhone(contact.phone)}
        >
          <IconPhone size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
};

/** Below the sections where the screen has no sidebar. */
export const DayPanel = ({ caseRecord }: { caseRecord: CaseOfDay }) =>
  useIsNarrow() && (
    <section className={panel.panel} aria-label="The day" style={{ marginTop: '1rem' }}>
      <div className={panel.head}>
        <h2 className={panel.title}>The day</h2>
      </div>
      <CaseDay caseRecord={caseRecord} />
    </section>
  );
