import { Button } from '@mantine/core';
import { IconFolder, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { formatDate } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQuery, casesQuery } from '../../entities/cases/queries.ts';
import { LocationSelect } from '../../entities/funeral-homes/location-select.tsx';
import { useLocations } from '../../entities/funeral-homes/queries.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { Clip, OneLine, Pair, SecondLine } from '../../ui/cells.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { ageText, lifeDates } from '../../ui/life-text.ts';
import { useListParams } from '../../ui/list-params.ts';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { type SavedView, SavedViews } from '../../ui/saved-views.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { serviceTypeOf } from './case-text.ts';

const statuses = caseStatuses.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

const life = (row: CaseRow): string =>
  [lifeDates(row.date_of_birth, row.date_of_death), ageText(row.date_of_birth, row.date_of_death)]
    .filter(Boolean)
    .join(', ');

const views: readonly SavedView[] = [
  { name: 'All', query: '' },
  { name: 'Active', query: 'status=active' },
  { name: 'Drafts', query: 'status=draft' },
];

const columns: readonly Column<CaseRow>[] = [
  { header: 'Case number', cell: (row) => <OneLine>{shownCaseNumber(row)}</OneLine> },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    header: 'Service',
    cell: (row) => (
      <>
        <OneLine>{serviceTypeOf(row.service_type) || '—'}</OneLine>
        {row.service_date && <SecondLine>{formatDate(row.service_date)}</SecondLine>}
      </>
    ),
  },
  { header: 'Informant', priority: 2, cell: (row) => row.informant_name || '—' },
  { header: 'Location', priority: 3, cell: (row) => <Clip text={row.funeral_home_name} /> },
  {
    header: 'Opened',
    priority: 3,
    cell: (row) => (
      <OneLine>
        <TimeAgo at={row.created_at} />
      </OneLine>
    ),
  },
];

const Card = ({ row }: { row: CaseRow }) => (
  <>
    <Pair>
      <SecondLine>{shownCaseNumber(row)}</SecondLine>
      <StatusBadge status={row.status} />
    </Pair>
    <SecondLine>{life(row)}</SecondLine>
    <Pair>
      <span>{[serviceTypeOf(row.service_type), formatDate(row.service_date)].filter(Boolean).join(', ')}</span>
      <SecondLine>
        <TimeAgo at={row.created_at} />
      </SecondLine>
    </Pair>
  </>
);

export const CasesPage = () => {
  useDocumentTitle('Cases');
  const call = useApi();
  const client = useQueryClient();
  const can = useCan();
  const list = useListParams(['status', 'location']);
  const status = caseStatuses.find((known) => known === list.filters.status);
  const query = useQuery(casesQuery(call, { ...list.query, status, location: list.filters.location || undefined }));
  const locations = useLocations();
  const nameOf = (params: URLSearchParams): string =>
    [
      statuses.find(({ value }) => value === params.get('status'))?.label,
      locations.find(({ id }) => id === params.get('location'))?.name,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <>
      <PageHeader title="Cases" actions={can('case:edit') && <NewCase />} />
      <SavedViews list="cases" views={views} nameOf={nameOf} />
      <ListToolbar
        searchLabel="Search cases"
        searchPlaceholder="Search by name or case number…"
        search={list.search}
        onSearch={list.setSearch}
        statuses={statuses}
        status={status ?? ''}
        onStatus={(value) => list.setFilter('status', value)}
      >
        <LocationSelect value={list.filters.location} onChange={(id) => list.setFilter('location', id)} />
      </ListToolbar>
      <RecordList
        label="Cases"
        query={query}
        page={list.page}
        pageSize={list.pageSize}
        onPage={list.setPage}
        title={(row) => row.deceased_full_name || 'Name not given'}
        to={(row) => paths.case(row.id)}
        titleHeader="Deceased"
        subtitle={(row) => <SecondLine>{life(row)}</SecondLine>}
        columns={columns}
        card={(row) => <Card row={row} />}
        onIntent={(row) => void client.prefetchQuery(caseQuery(call, row.id))}
        empty={
          list.active ? (
            <EmptyState
              icon={<IconFolder size={40} stroke={1.2} />}
              title="No cases match"
              text="Try other words, or another status or location."
              action={
                <Button variant="default" onClick={list.clear}>
                  Clear search and filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconFolder size={40} stroke={1.2} />}
              title="No cases yet"
              text="Open one here, or convert a submission or a first call."
              action={can('case:edit') && <NewCase />}
            />
          )
        }
      />
    </>
  );
};

const NewCase = () => (
  <Button component={Link} to={paths.caseNew} leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}>
    New case
  </Button>
);
