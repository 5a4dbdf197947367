import { Button } from '@mantine/core';
import { IconPhoneIncoming, IconPhonePlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { firstCallStatuses, firstCallStatusLabels } from '#domain/first-calls/first-call.status.ts';
import { useApi } from '../../api/api-context.ts';
import { firstCallQuery, firstCallsQuery } from '../../entities/first-calls/queries.ts';
import { LocationSelect, shortLocationName } from '../../entities/funeral-homes/location-select.tsx';
import { useCan } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { OneLine, Pair, SecondLine } from '../../ui/cells.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { PhoneLink } from '../../ui/fields/field-list.tsx';
import { useListParams } from '../../ui/list-params.ts';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { useRowSelection } from '../../ui/row-selection.ts';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { BulkDelete } from './bulk-delete.tsx';
import { deceasedName, diedText, relationshipOf } from './first-call-text.ts';
import classes from './first-calls-page.module.css';
import { KeptCallNotice } from './kept-call-notice.tsx';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const statuses = firstCallStatuses.map((value) => ({ value, label: firstCallStatusLabels[value] }));

const LocationBadge = ({ name }: { name: string }) => (
  <span className={classes.location} title={name}>
    {shortLocationName(name)}
  </span>
);

const Died = ({ row }: { row: FirstCallRow }) => (
  <div className={classes.died}>{[diedText(row), row.place_of_death].filter(Boolean).join(' · ')}</div>
);

const columns: readonly Column<FirstCallRow>[] = [
  {
    header: 'Next of kin',
    cell: (row) => (
      <>
        {row.next_of_kin_name || '—'}
        <SecondLine>{relationshipOf(row.next_of_kin_relationship)}</SecondLine>
      </>
    ),
  },
  {
    header: 'Call back',
    cell: (row) => <OneLine>{row.next_of_kin_phone ? <PhoneLink phone={row.next_of_kin_phone} /> : '—'}</OneLine>,
  },
  {
    header: 'Taken',
    cell: (row) => (
      <>
        <OneLine>
          <TimeAgo at={row.created_at} />
        </OneLine>
        <SecondLine>{row.call_taken_by}</SecondLine>
      </>
    ),
  },
  { header: 'Location', cell: (row) => <LocationBadge name={row.funeral_home_name} /> },
  {
    header: 'Status',
    cell: (row) => (
      <>
        <StatusBadge status={row.status} />
        {row.case_number && <SecondLine>{row.case_number}</SecondLine>}
      </>
    ),
  },
];

const Card = ({ row }: { row: FirstCallRow }) => (
  <>
    <Died row={row} />
    <Pair>
      <span>
        <StatusBadge status={row.status} /> {row.case_number}
      </span>
      <SecondLine>
        <TimeAgo at={row.created_at} />
      </SecondLine>
    </Pair>
    <Pair>
      <span>
        {[row.next_of_kin_name, relationshipOf(row.next_of_kin_relationship)].filter(Boolean).join(', ') ||
          'No next of kin yet'}
      </span>
      {row.next_of_kin_phone && <PhoneLink phone={row.next_of_kin_phone} />}
    </Pair>
    <LocationBadge name={row.funeral_home_name} />
  </>
);

export const FirstCallsPage = () => {
  useDocumentTitle('First calls');
  const call = useApi();
  const can = useCan();
  const client = useQueryClient();
  const list = useListParams(['status', 'location']);
  const status = firstCallStatuses.find((known) => known === list.filters.status);
  const location = list.filters.location || undefined;
  const query = useQuery(firstCallsQuery(call, { ...list.query, status, location }));
  const rows = query.isPlaceholderData ? [] : (query.data?.results ?? []);
  const selection = useRowSelection(rows, JSON.stringify([list.query, status, location]));
  return (
    <>
      <PageHeader
        title="First calls"
        lead="Calls that report a death, from the night they come until they are cases."
        actions={can('first-call:edit') && <TakeCall />}
      />
      <KeptCallNotice />
      <ListToolbar
        searchLabel="Search first calls"
        searchPlaceholder="Search by name, phone, place…"
        search={list.search}
        onSearch={list.setSearch}
        statuses={statuses}
        status={status ?? ''}
        onStatus={(value) => list.setFilter('status', value)}
      >
        <LocationSelect value={list.filters.location} onChange={(id) => list.setFilter('location', id)} />
      </ListToolbar>
      <BulkDelete rows={rows} selection={selection} />
      <RecordList
        label="First calls"
        query={query}
        page={list.page}
        pageSize={list.pageSize}
        onPage={list.setPage}
        title={(row) => deceasedName(row.deceased_full_name)}
        to={(row) => paths.firstCall(row.id)}
        titleHeader="Deceased"
        subtitle={(row) => <Died row={row} />}
        columns={columns}
        card={(row) => <Card row={row} />}
        onIntent={(row) => void client.prefetchQuery(firstCallQuery(call, row.id))}
        selection={can('first-call:delete') ? selection : undefined}
        empty={
          list.active ? (
            <EmptyState
              icon={<IconPhoneIncoming size={40} stroke={1.2} />}
              title="No first calls match"
              text="Try other words, a phone number, or another status or location."
              action={
                <Button variant="default" onClick={list.clear}>
                  Clear search and filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconPhoneIncoming size={40} stroke={1.2} />}
              title="No first calls yet"
              text="When somebody calls to report a death, take the call here: eight questions, read back before you hang up."
              action={can('first-call:edit') && <TakeCall />}
            />
          )
        }
      />
    </>
  );
};

const TakeCall = () => (
  <Button className={classes.take} component={Link} to={paths.firstCallNew} leftSection={<IconPhonePlus {...icon} />}>
    Take a call
  </Button>
);
