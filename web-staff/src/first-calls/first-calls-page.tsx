import { Button, Text } from '@mantine/core';
import { IconPhoneIncoming, IconPhonePlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import {
  firstCallMessages,
  firstCallStatuses,
  firstCallStatusLabels,
} from '#domain/first-calls/first-call.sections.ts';
import { promisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useTimeZoneAt } from '../organizations/homes/queries.ts';
import { shortLocationName, useLocationFilter } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser, useOwnViews } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { PhoneLink } from '../ui/fields/field-list.tsx';
import { ClampedText, NoWrap, SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { BulkDeleteBar } from '../ui/lists/list-bar.tsx';
import { choiceFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import type { Column } from '../ui/lists/record-list.tsx';
import { type RowSelection, useRowSelection } from '../ui/lists/row-selection.ts';
import type { SavedView } from '../ui/lists/saved-views.tsx';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TimeAgo, useEveryMinute } from '../ui/time/time-ago.tsx';
import { deceasedName, diedText, localTimeText, nameOf, relationshipOf } from './first-call-text.ts';
import classes from './first-calls-page.module.css';
import { useDeleteFirstCalls } from './mutations.ts';
import { deleteOfflineCall, type FirstCallDraft, offlineCallsQuery } from './parts/offline-calls.ts';
import { firstCallQuery, firstCallsQuery } from './queries.ts';

const OfflineCallNotice = () => {
  const { id } = useCurrentUser();
  const { data: calls = [] } = useQuery(offlineCallsQuery(id));
  return calls.map((call) => <OneCall key={call.key} profileId={id} call={call} />);
};

const OneCall = ({ profileId, call }: { profileId: string; call: FirstCallDraft }) => {
  const client = useQueryClient();
  const discard = async () => {
    await deleteOfflineCall(profileId, call);
    await client.invalidateQueries({ queryKey: offlineCallsQuery(profileId).queryKey });
  };
  return (
    <div className={classes.kept}>
      <Notice
        tone="warning"
        title={call.ready ? 'A first call on this device has not been sent' : 'Unfinished first call on this device'}
      >
        {deceasedName(nameOf(call))}, <TimeAgo at={call.startedAt} />.{' '}
        {call.sheet
          ? 'The part already sent is saved as a draft first call.'
          : 'No one else can see it until it is sent.'}
        <div className={classes.keptActions}>
          <Button component={Link} to={paths.firstCallGoOn(call.key)} variant="default">
            {call.ready ? 'View' : 'Continue'}
          </Button>
          <ConfirmButton
            variant="subtle"
            color="red"
            ask={{
              title: 'Discard the unfinished call?',
              confirmLabel: 'Discard',
              danger: true,
              action: discard,
              text: call.sheet
                ? 'Anything not sent will be lost. The draft first call is kept.'
                : 'It is saved only on this device and will be lost.',
            }}
          >
            Discard
          </ConfirmButton>
        </div>
      </Notice>
    </div>
  );
};

const BulkDelete = ({ rows, selection }: { rows: readonly FirstCallRow[]; selection: RowSelection }) => {
  const removal = useDeleteFirstCalls();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const areKept = chosen.some(({ status }) => status === 'converted');
  return (
    <BulkDeleteBar
      selection={selection}
      count={chosen.length}
      title="Delete first calls"
      reason={areKept ? firstCallMessages.someAreKept : undefined}
      onDelete={() => removal.mutateAsync([...selection.ids])}
    >
      <Text>
        Are you sure you want to permanently delete {chosen.length} first {chosen.length === 1 ? 'call' : 'calls'}? This
        action cannot be undone.
      </Text>
    </BulkDeleteBar>
  );
};

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const statuses = firstCallStatuses.map((value) => ({ value, label: firstCallStatusLabels[value] }));

const Died = ({ row }: { row: FirstCallRow }) => (
  <div className={classes.died}>{[diedText(row), row.place_of_death].filter(Boolean).join(' · ')}</div>
);

/** The time promised to the family while it is open, and whether someone is en route. */
const ArriveBy = ({ row, none }: { row: FirstCallRow; none?: string }) => {
  useEveryMinute();
  const zone = useTimeZoneAt(row.funeral_home_id);
  const now = new Date();
  const arrival = promisedArrival(row, zone, now);
  if (!arrival) return none;
  const isLate = arrival.minutesLeft < 0;
  return (
    <div>
      <NoWrap>
        {none === undefined && 'Arrive by '}
        {localTimeText(row.removal_expected_at, todayIn(zone, now))}
      </NoWrap>
      {isLate ? <Chip tone="danger">Late</Chip> : row.removal_left_at && <SecondaryLine>En route</SecondaryLine>}
    </div>
  );
};

const columns: readonly Column<FirstCallRow>[] = [
  {
    header: 'Next of kin',
    cell: (row) => (
      <>
        {row.next_of_kin_name || '—'}
        <SecondaryLine>{relationshipOf(row.next_of_kin_relationship)}</SecondaryLine>
      </>
    ),
  },
  {
    header: 'Call back',
    cell: (row) => <NoWrap>{row.next_of_kin_phone ? <PhoneLink phone={row.next_of_kin_phone} /> : '—'}</NoWrap>,
  },
  { header: 'Arrive by', cell: (row) => <ArriveBy row={row} none="—" /> },
  {
    header: 'Taken',
    priority: 3,
    cell: (row) => (
      <>
        <NoWrap>
          <TimeAgo at={row.created_at} />
        </NoWrap>
        <SecondaryLine>{row.call_taken_by}</SecondaryLine>
      </>
    ),
  },
  {
    header: 'Location',
    priority: 2,
    cell: (row) => <ClampedText text={shortLocationName(row.funeral_home_name)} />,
  },
  {
    header: 'Status',
    cell: (row) => (
      <>
        <StatusBadge status={row.status} />
        {row.case_number && <SecondaryLine>{row.case_number}</SecondaryLine>}
      </>
    ),
  },
];

const Card = ({ row }: { row: FirstCallRow }) => (
  <>
    <Died row={row} />
    <SpaceBetween>
      <span>
        <StatusBadge status={row.status} /> {row.case_number}
      </span>
      <SecondaryLine>
        <TimeAgo at={row.created_at} />
      </SecondaryLine>
    </SpaceBetween>
    <SpaceBetween>
      <span>
        {[row.next_of_kin_name, relationshipOf(row.next_of_kin_relationship)].filter(Boolean).join(', ') ||
          'No next of kin yet'}
      </span>
      {row.next_of_kin_phone && <PhoneLink phone={row.next_of_kin_phone} />}
    </SpaceBetween>
    <SpaceBetween>
      <SecondaryLine>{shortLocationName(row.funeral_home_name)}</SecondaryLine>
      <ArriveBy row={row} />
    </SpaceBetween>
  </>
);

const statusFilter = choiceFilter('Status', 'All Statuses', statuses);

const views: readonly SavedView[] = [
  { name: 'All', query: '' },
  { name: 'Ready to convert', query: 'status=active' },
];

export const FirstCallsPage = () => {
  useDocumentTitle('First calls');
  const call = useApi();
  const can = useCan();
  const client = useQueryClient();
  const list = useList({ status: statusFilter, location: useLocationFilter() });
  const query = useQuery(firstCallsQuery(call, list.query));
  const rows = query.isPlaceholderData ? [] : (query.data?.results ?? []);
  const selection = useRowSelection(rows, JSON.stringify(list.query));
  return (
    <ListPage
      heading="First calls"
      lead="Calls reporting a death, until they become cases."
      actions={can('first-call:edit') && <TakeCall />}
      above={<OfflineCallNotice />}
      list={list}
      query={query}
      searchPlaceholder="Search by name, phone, place…"
      views={{ common: views, own: useOwnViews('first-calls') }}
      bar={<BulkDelete rows={rows} selection={selection} />}
      title={(row) => deceasedName(row.deceased_full_name)}
      to={(row) => paths.firstCall(row.id)}
      titleHeader="Deceased"
      subtitle={(row) => <Died row={row} />}
      columns={columns}
      card={(row) => <Card row={row} />}
      onIntent={(row) => void client.prefetchQuery(firstCallQuery(call, row.id))}
      selection={can('first-call:delete') ? selection : undefined}
      icon={<IconPhoneIncoming size={40} stroke={1.2} />}
      none={{
        title: 'No first calls yet',
        text: 'When someone calls to report a death, take the call here: eight questions, with a read-back before you hang up.',
        action: can('first-call:edit') && <TakeCall />,
      }}
      noMatch="Try a different search, status or location."
    />
  );
};

const TakeCall = () => (
  <Button className={classes.take} component={Link} to={paths.firstCallNew} leftSection={<IconPhonePlus {...icon} />}>
    Take a call
  </Button>
);
