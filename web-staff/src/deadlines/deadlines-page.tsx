import { Anchor } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sectionOfDuty } from '#domain/cases/open-items.ts';
import type { CaseSectionId } from '#domain/cases/sections/section-definitions.ts';
import type { DueDeadline } from '#domain/deadlines/deadline.schema.ts';
import { deadlineLabels, duties } from '#domain/deadlines/rule-builders.ts';
import { stateRules } from '#domain/deadlines/state-rules.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { jurisdictions } from '#domain/shared/values/us-state.ts';
import { useApi } from '../api/api-context.ts';
import { useLocationFilter } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { membersQuery } from '../team/queries.ts';
import { DueChip } from '../ui/chip.tsx';
import { SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { choiceFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import type { Column, RowGroup } from '../ui/lists/record-list.tsx';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { deadlinesQuery } from './queries.ts';

const columns: readonly Column<DueDeadline>[] = [
  {
    header: 'Task',
    cell: (row) => (
      <>
        {row.title}
        <SecondaryLine>{[row.case_number, row.state].filter(Boolean).join(' · ')}</SecondaryLine>
      </>
    ),
  },
  {
    header: 'Due',
    cell: (row) => (
      <>
        <DueChip daysLeft={row.days_left} time={row.time} isOverdue={row.overdue} />
        <SecondaryLine>{formatDate(row.due)}</SecondaryLine>
      </>
    ),
  },
  { header: 'Owner', cell: (row) => row.owner_name || 'No owner' },
  { header: 'Location', priority: 3, cell: (row) => row.funeral_home_name },
  {
    header: 'Action',
    pressed: true,
    cell: (row) => <OpenSection row={row} />,
  },
];

const sectionLinks: Partial<Record<CaseSectionId, string>> = {
  deathCertificate: 'Open death certificate',
  compliance: 'Open permits',
  medical: 'Open medical',
  veteran: 'Open veteran',
};

/** Leads to the section of the case in which the deadline is met. */
const OpenSection = ({ row }: { row: DueDeadline }) => {
  const section = sectionOfDuty[row.kind];
  const label = sectionLinks[section] ?? 'Open case';
  return (
    <Anchor
      component={Link}
      to={`${paths.case(row.case)}?section=${section}`}
      inherit
      aria-label={`${label} of ${row.deceased_name || row.case_number}`}
    >
      {label}
    </Anchor>
  );
};

/** Overdue deadlines that are older are folded. */
const foldedAfterDays = 90;
const daysOfWeek = 7;

export const deadlineGroup = ({ overdue, days_left }: DueDeadline): RowGroup => {
  if (days_left < -foldedAfterDays) return { title: `Overdue for more than ${foldedAfterDays} days`, isFolded: true };
  if (overdue) return { title: 'Overdue' };
  return { title: days_left < daysOfWeek ? 'This week' : 'Later' };
};

const Card = ({ row }: { row: DueDeadline }) => (
  <>
    <SpaceBetween>
      <DueChip daysLeft={row.days_left} time={row.time} isOverdue={row.overdue} />
      <SecondaryLine>{formatDate(row.due)}</SecondaryLine>
    </SpaceBetween>
    <span>{row.title}</span>
    <SpaceBetween>
      <SecondaryLine>{[row.case_number, row.owner_name || 'No owner'].join(' · ')}</SecondaryLine>
      <OpenSection row={row} />
    </SpaceBetween>
  </>
);

const kindFilter = choiceFilter(
  'Kind',
  'All Kinds',
  duties.map((kind) => ({ value: kind, label: deadlineLabels[kind] })),
);
const urgencyFilter = choiceFilter('When', 'All Days', [
  { value: 'overdue', label: 'Overdue' },
  { value: 'soon', label: 'Due soon' },
  { value: 'later', label: 'Later' },
]);
const stateFilter = {
  ...choiceFilter(
    'State',
    'All States',
    jurisdictions.filter(({ code }) => code in stateRules).map(({ code, name }) => ({ value: code, label: name })),
  ),
  more: true,
} as const;

export const DeadlinesPage = () => {
  useDocumentTitle('Deadlines');
  const call = useApi();
  const members = useQuery(membersQuery(call)).data ?? [];
  const ownerFilter = choiceFilter(
    'Owner',
    'All Owners',
    members.map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` })),
  );
  const list = useList({
    standing: urgencyFilter,
    kind: kindFilter,
    owner: ownerFilter,
    location: useLocationFilter(),
    state: stateFilter,
  });
  const query = useQuery(deadlinesQuery(call, list.query));
  return (
    <ListPage
      heading="Deadlines"
      lead="Legal and in-house deadlines for all cases. Open a case to see the rule or change a deadline."
      list={list}
      query={query}
      searchPlaceholder="Search by name or case…"
      title={(row) => row.deceased_name || 'Name not given'}
      titleHeader="Case"
      to={(row) => paths.case(row.case)}
      columns={columns}
      group={deadlineGroup}
      card={(row) => <Card row={row} />}
      icon={<IconAlarm size={40} stroke={1.2} />}
      none={{
        title: 'No deadlines',
        text: 'Deadlines are based on each case’s date and state of death and service.',
      }}
      noMatch="Try a different kind, owner or date range."
    />
  );
};
