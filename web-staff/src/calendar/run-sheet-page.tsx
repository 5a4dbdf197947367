import { Button, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMapPin, IconPhone, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { eventTitle } from '#domain/calendar/day-events.ts';
import { contactKindLabels } from '#domain/calendar/day-names.ts';
import { mapLink, needText, type RunSheet, shiftText, whenText, whereText } from '#domain/calendar/run-sheet.ts';
import { addDays, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { devicePersonQuery } from '../session/device/device-person.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { membersQuery } from '../team/queries.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { PhoneLink } from '../ui/fields/field-list.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageBar, PageHeader } from '../ui/page/page-header.tsx';
import { timeAtHome } from '../ui/time/time-text.ts';
import { shortDay } from './event-text.ts';
import classes from './run-sheet.module.css';
import { runSheetQuery, type SheetOf, usePrintSheet, useSeeSheet } from './run-sheet-queries.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const everyone = 'all';

/** The sheet that the address names: the user's own day without anything, `member=all` for everyone. */
const useSheetOf = (profileId: string): SheetOf => {
  const [search] = useSearchParams();
  const day = search.get('day') ?? '';
  const member = search.get('member') ?? profileId;
  return { ...(isCalendarDate(day) ? { day } : {}), ...(member === everyone ? {} : { member }) };
};

export const RunSheetPage = () => {
  const user = useCurrentUser();
  return <Sheet profileId={user.id} chooser={<PersonChooser profileId={user.id} />} />;
};

/** The application opened without a connection: the sheet that this device keeps. */
export const OfflineRunSheet = ({ fallback }: { fallback: ReactNode }) => {
  const { data: person, isPending } = useQuery(devicePersonQuery);
  if (isPending) return null;
  return person ? (
    <main id="main" className={classes.alone}>
      <Sheet profileId={person.id} />
    </main>
  ) : (
    fallback
  );
};

const PersonChooser = ({ profileId }: { profileId: string }) => {
  const [search, setSearch] = useSearchParams();
  const { data: members = [] } = useQuery(membersQuery(useApi()));
  const people = members
    .filter(({ status, id }) => status === 'active' && id !== profileId)
    .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}`.trim() }));
  return (
    <NativeSelect
      aria-label="Whose day"
      className={classes.chooser}
      data={[{ value: profileId, label: 'My day' }, { value: everyone, label: 'The whole day' }, ...people]}
      value={search.get('member') ?? profileId}
      onChange={({ currentTarget: { value } }) =>
        setSearch((now) => {
          now.set('member', value);
          return now;
        })
      }
    />
  );
};

const Sheet = ({ profileId, chooser }: { profileId: string; chooser?: ReactNode }) => {
  const of = useSheetOf(profileId);
  const query = useQuery(runSheetQuery(useApi(), profileId, of));
  const { sheet, isOffline = false } = query.data ?? {};
  const isMine = of.member === profileId;
  const whose = isMine ? 'My day' : sheet?.member_name || 'The whole day';
  useDocumentTitle(sheet ? `${whose}, ${shortDay(sheet.day)}` : whose);
  return (
    <div className={classes.sheet}>
      <PageHeader
        title={whose}
        badge={sheet && <DayOfSheet day={sheet.day} />}
        back={{ to: paths.calendar, label: 'Calendar' }}
        lead={sheet && <Lead sheet={sheet} isOffline={isOffline} />}
        actions={
          sheet && (
            <PageBar inline>
              {chooser}
              {!isOffline && <PrintButton sheet={sheet} />}
            </PageBar>
          )
        }
      />
      {sheet ? <Contents sheet={sheet} isOffline={isOffline} /> : <QueryState query={query} rows={5} height={96} />}
    </div>
  );
};

const DayOfSheet = ({ day }: { day: string }) => (
  <span className={classes.days}>
    <DayLink day={addDays(day, -1)} label="The day before">
      <IconChevronLeft {...icon} />
    </DayLink>
    {shortDay(day)}
    <DayLink day={addDays(day, 1)} label="The next day">
      <IconChevronRight {...icon} />
    </DayLink>
  </span>
);

const Lead = ({ sheet: { made_at, time_zone, seen }, isOffline }: { sheet: RunSheet; isOffline: boolean }) => (
  <>
    {isOffline ? 'Offline. This is the sheet of ' : 'As of '}
    {timeAtHome(made_at, time_zone)}. It stays on this device.
    {seen?.printed && ` Printed ${timeAtHome(seen.at, time_zone)}, version ${seen.number}.`}
  </>
);

const DayLink = ({ day, label, children }: { day: string; label: string; children: ReactNode }) => {
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.set('day', day);
  return (
    <Link className={classes.day} to={`?${to}`} aria-label={label} replace>
      {children}
    </Link>
  );
};

const PrintButton = ({ sheet }: { sheet: RunSheet }) => {
  const printing = usePrintSheet();
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter {...icon} />}
      loading={printing.isPending}
      onClick={() => printing.mutate(sheet, { onError: toastFailure })}
    >
      Print
    </Button>
  );
};

const Contents = ({ sheet, isOffline }: { sheet: RunSheet; isOffline: boolean }) => {
  const { day, events, open, shifts, changes, phone, organization_name } = sheet;
  const marks = new Map(changes.map(({ event_id, kind }) => [event_id, kind === 'added' ? 'New' : 'Changed']));
  useFirstSight(sheet, isOffline);
  return (
    <>
      {changes.length > 0 && <Changes sheet={sheet} isOffline={isOffline} />}
      {shifts.length > 0 && (
        <ul className={classes.shifts} aria-label="Shifts">
          {shifts.map((shift) => (
            <li key={shift.id}>
              {shiftText(shift, day)} <PhoneLink phone={shift.phone} />
            </li>
          ))}
        </ul>
      )}
      {events.length === 0 && <NothingPlanned sheet={sheet} isOffline={isOffline} />}
      {inTurn(events).map(({ first, inARow }) => (
        <section
          key={`${first.id} ${first.date}`}
          aria-label={`${first.deceased_full_name || 'Without a case'}, ${whenText(first)}`}
        >
          <h2 className={classes.heading}>
            <WayTo event={first} />
            <span className={classes.dim}> · {first.funeral_home_name}</span>
          </h2>
          <ol className={classes.events} aria-label={first.deceased_full_name || 'Without a case'}>
            {inARow.map((event) => (
              <Line key={`${event.id} ${event.date}`} event={event} mark={marks.get(event.id)} />
            ))}
          </ol>
        </section>
      ))}
      {open.length > 0 && (
        <section aria-label="Still open">
          <h2 className={classes.heading}>Still open</h2>
          <ul className={classes.open}>
            {open.map(({ event_id, text, phone: at }) => (
              <li key={`${event_id} ${text}`}>
                {text} <PhoneLink phone={at} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={classes.foot}>
        {organization_name} <PhoneLink phone={phone} /> · Confidential
      </p>
    </>
  );
};

/** The sheet of the whole day may not be on this device, so that no link leads there without a connection. */
const NothingPlanned = ({ sheet: { day, member }, isOffline }: { sheet: RunSheet; isOffline: boolean }) => {
  const { id: self } = useCurrentUser();
  const whose = member === self ? 'that need you' : member ? 'that need this person' : 'of this day';
  const next = member
    ? { to: paths.runSheetOf(day), label: 'See the whole day' }
    : { to: paths.calendar, label: 'Open the calendar' };
  return (
    <EmptyState
      title="Nothing is planned"
      text={`Events ${whose} appear here, with addresses and phones.`}
      action={
        !isOffline && (
          <Button component={Link} to={next.to} variant="default">
            {next.label}
          </Button>
        )
      }
    />
  );
};

const wayTo = ({ case: id, first_call }: DayEvent): string =>
  (id && paths.case(id)) || (first_call && paths.firstCall(first_call)) || '';

const WayTo = ({ event }: { event: DayEvent }) => {
  const to = wayTo(event);
  return to ? <Link to={to}>{event.deceased_full_name || 'Name not given'}</Link> : 'Without a case';
};

/** Returns events in their order, those of one case that follow each other together. */
const inTurn = (events: readonly DayEvent[]): { first: DayEvent; inARow: DayEvent[] }[] => {
  const groups: { first: DayEvent; inARow: DayEvent[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && wayTo(last.first) === wayTo(event)) last.inARow.push(event);
    else groups.push({ first: event, inARow: [event] });
  }
  return groups;
};

/** A sheet without changes counts as seen when it is opened, so that the next one can say what changed. */
const useFirstSight = ({ day, member, fingerprint, seen, changes }: RunSheet, isOffline: boolean): void => {
  const { mutate } = useSeeSheet();
  const marked = useRef('');
  const isFirst = !isOffline && seen === null && changes.length === 0;
  useEffect(() => {
    if (!isFirst || marked.current === fingerprint) return;
    marked.current = fingerprint;
    mutate({ day, member, fingerprint });
  }, [isFirst, day, member, fingerprint, mutate]);
};

const Changes = ({ sheet, isOffline }: { sheet: RunSheet; isOffline: boolean }) => {
  const seeing = useSeeSheet();
  const { changes, seen, time_zone } = sheet;
  const count = `${changes.length} ${pluralForm(changes.length, 'change', 'changes')}`;
  const last = seen ? `${seen.printed ? 'printed' : 'opened'} it, ${timeAtHome(seen.at, time_zone)}` : 'saw it';
  return (
    <Notice tone="warning" title={`${count} since you ${last}`}>
      <ul className={classes.changes}>
        {changes.map(({ event_id, kind, title, field, was, now, by_name, at }) => (
          <li key={`${event_id} ${kind} ${field}`}>
            <b>{title}</b>
            {kind === 'added' && `: new, ${now}`}
            {kind === 'removed' && `: taken off, was ${was}`}
            {kind === 'changed' && (
              <>
                : {field} {now || 'removed'} <s>{was}</s>
              </>
            )}
            {at && (
              <span className={classes.dim}>
                {' '}
                · {by_name}, {timeAtHome(at, time_zone)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {!isOffline && (
        <Button loading={seeing.isPending} onClick={() => seeing.mutate(sheet, { onError: toastFailure })}>
          {changes.length === 1 ? 'I have seen it' : 'I have seen them'}
        </Button>
      )}
    </Notice>
  );
};

const Line = ({ event, mark }: { event: DayEvent; mark: string | undefined }) => {
  const map = mapLink(event);
  const { time, notes, wishes, needs, contacts } = event;
  const where = whereText(event);
  return (
    <li className={classes.event} data-changed={mark !== undefined}>
      <div className={classes.when}>
        <b>{time ? formatTime(time) : 'No time yet'}</b>
        {event.end_time && <span className={classes.dim}>{whenText(event).replace(/^.*? to /, 'to ')}</span>}
      </div>
      <div className={classes.what}>
        <b>{eventTitle(event)}</b>
        {mark && <span className={classes.mark}>{mark}</span>}
        {where && <p>{where}</p>}
        {needs.length > 0 && (
          <ul className={classes.people}>
            {needs.map((need, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two needs can be equal
              <li key={index} data-open={need.name === '' || !need.confirmed}>
                {needText(need)} <PhoneLink phone={need.phone} />
              </li>
            ))}
          </ul>
        )}
        {notes && <p className={classes.words}>{notes}</p>}
        {wishes && <p className={classes.words}>The family wishes: {wishes}</p>}
        {(map || contacts.length > 0) && (
          <div className={classes.actions}>
            {map && (
              <Button
                component="a"
                href={map}
                target="_blank"
                rel="noreferrer"
                variant="default"
                leftSection={<IconMapPin {...icon} />}
              >
                Map
              </Button>
            )}
            {contacts.map(({ kind, name, phone, confirmed }) =>
              phone ? (
                <Button
                  key={`${kind} ${name}`}
                  component="a"
                  href={telHref(phone)}
                  variant="default"
                  leftSection={<IconPhone {...icon} />}
                  aria-label={`Call ${name || contactKindLabels[kind]}, ${formatPhone(phone)}`}
                >
                  {name || contactKindLabels[kind]}
                  {!confirmed && ' (not confirmed)'}
                </Button>
              ) : (
                <span key={`${kind} ${name}`} className={classes.dim}>
                  {contactKindLabels[kind]}: {name}
                  {!confirmed && ' (not confirmed)'}
                </span>
              ),
            )}
          </div>
        )}
      </div>
    </li>
  );
};
