import { Button, Menu } from '@mantine/core';
import { IconChartBar, IconDownload, IconFolder, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseOrdering, CaseRow } from '#domain/cases/case.schema.ts';
import {
  caseCsvHeader,
  caseCsvRow,
  caseFileName,
  exportCells,
  exportTitles,
  type exportTypes,
} from '#domain/cases/case-export.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { iteratePages } from '#domain/shared/contract/every-page.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { addDays, type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import { useApi } from '../api/api-context.ts';
import { useLocationFilter } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser, useOwnViews } from '../team/parts/current-user.ts';
import { ExportBar, type Exported, type ExportRun, useExport } from '../ui/export/export-bar.tsx';
import { checkFilter, choiceFilter, dayFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import { useRowSelection } from '../ui/lists/row-selection.ts';
import type { SavedView } from '../ui/lists/saved-views.tsx';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { BulkDeleteCases } from './lifecycle/bulk-delete-cases.tsx';
import { CaseCard, caseColumns, LifeDatesCell } from './list/case-columns.tsx';
import { caseQuery, casesQuery } from './queries.ts';

type ExportQuery = Omit<NonNullable<CallInput<typeof caseEndpoints.exportRows>['query']>, 'cursor'>;
type Rows = AsyncIterable<readonly CaseRow[]>;

interface ExportOptions extends ExportRun {
  format: keyof typeof exportTypes;
  query: ExportQuery;
  timeZone: string;
}

/** Spreadsheets read a file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

/** A blob keeps finished parts outside the script's memory. */
const csvOf = async (pages: Rows, timeZone: string): Promise<Blob> => {
  const parts: Blob[] = [new Blob([byteOrderMark, caseCsvHeader()])];
  for await (const rows of pages) parts.push(new Blob([rows.map((row) => caseCsvRow(row, timeZone)).join('')]));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
};

/** Text cells, so that a spreadsheet does not interpret them. */
const workbookOf = async (pages: Rows, timeZone: string): Promise<Blob> => {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const lines: string[][] = [[...exportTitles]];
  for await (const rows of pages) for (const row of rows) lines.push(exportCells(row, timeZone));
  return writeWorkbook(lines, { sheet: 'Cases' }).toBlob();
};

/** Returns all matching cases as one file. Rejects with the signal's reason when cancelled. */
export const exportCases = async (
  call: Call,
  { format, query, timeZone, signal, onProgress, onAgain }: ExportOptions,
): Promise<Exported> => {
  let done = 0;
  const ask = (cursor: { cursor?: string }) =>
    call(caseEndpoints.exportRows, { query: { ...query, ...cursor } }, { signal });
  async function* pages() {
    for await (const { rows } of iteratePages(ask, signal, onAgain)) {
      yield rows;
      done += rows.length;
      onProgress({ done, total: null });
    }
  }
  const file = await (format === 'csv' ? csvOf(pages(), timeZone) : workbookOf(pages(), timeZone));
  return {
    file,
    name: caseFileName(todayIn(timeZone, new Date()), format),
    holds: `${done.toLocaleString('en-US')} ${done === 1 ? 'case' : 'cases'}`,
  };
};

const status = choiceFilter(
  'Status',
  'All Statuses',
  caseStatuses.map((value) => ({ value, label: capitalize(value) })),
);
const seldom = {
  service_type: { ...choiceFilter('Service type', 'All Service Types', serviceTypes), more: true as const },
  created_from: dayFilter('Opened from'),
  created_to: dayFilter('Opened to'),
  service_from: dayFilter('Service from'),
  service_to: dayFilter('Service to'),
  mine: checkFilter('Opened by me'),
  lacking: checkFilter('Missing required fields'),
  gates: {
    ...choiceFilter('Checks', 'All Checks', [
      { value: 'red', label: 'Checks missing' },
      { value: 'soon', label: 'Checks missing within 48 hours' },
    ]),
    more: true as const,
  },
};

const orderings = [
  { value: '', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'deceased_name', label: 'Last name, A to Z' },
  { value: '-deceased_name', label: 'Last name, Z to A' },
  { value: 'service_date', label: 'Earliest service first' },
  { value: '-service_date', label: 'Latest service first' },
] as const satisfies readonly { value: '' | CaseOrdering | `-${CaseOrdering}`; label: string }[];

/** The column header offers the explicit name of the default order. */
const orders = ['-created_at', ...orderings.flatMap(({ value }) => (value === '' ? [] : [value]))] as const;

const useCaseList = () => useList({ status, location: useLocationFilter(), ...seldom }, orders);

const daysAhead = 7;

const commonViews = (today: CalendarDate): readonly SavedView[] => [
  { name: 'All', query: '' },
  { name: 'Active', query: 'status=active' },
  { name: 'Drafts', query: 'status=draft' },
  { name: 'Incomplete', query: 'lacking=true' },
  {
    name: `Services, next ${daysAhead} days`,
    query: `service_from=${today}&service_to=${addDays(today, daysAhead - 1)}`,
  },
  { name: 'Mine', query: 'mine=true' },
];

type Format = keyof typeof exportTypes;

export const CasesPage = () => {
  useDocumentTitle('Cases');
  const call = useApi();
  const can = useCan();
  const client = useQueryClient();
  const { time_zone: timeZone } = useCurrentUser().funeral_home_details;
  const list = useCaseList();
  const query = useQuery(casesQuery(call, list.query));
  const rows = query.isPlaceholderData ? [] : (query.data?.results ?? []);
  const selection = useRowSelection(rows, JSON.stringify(list.query));
  const exporting = useExport();
  const exportAs = (format: Format) => {
    const { page: _page, page_size: _size, ...filters } = list.query;
    void exporting.start((run) => exportCases(call, { format, query: filters, timeZone, ...run }));
  };
  return (
    <ListPage
      heading="Cases"
      actions={
        <>
          <Button
            component={Link}
            to={paths.caseStatistics}
            variant="default"
            leftSection={<IconChartBar size={18} stroke={1.6} aria-hidden />}
          >
            Statistics
          </Button>
          {can('case:export') && <ExportMenu busy={exporting.progress !== undefined} onExport={exportAs} />}
          {can('case:edit') && <NewCase />}
        </>
      }
      list={list}
      query={query}
      searchPlaceholder="Search by name, case number, informant, phone…"
      orderings={orderings}
      views={{ common: commonViews(todayIn(timeZone, new Date())), own: useOwnViews('cases') }}
      bar={
        <>
          <ExportBar noun="cases" exporting={exporting} list={query.data} />
          <BulkDeleteCases rows={rows} selection={selection} />
        </>
      }
      title={(row) => row.deceased_full_name || 'Name not given'}
      to={(row) => paths.case(row.id)}
      titleHeader="Deceased"
      titleOrderings={['deceased_name', '-deceased_name']}
      subtitle={(row) => <LifeDatesCell row={row} />}
      columns={caseColumns}
      card={(row) => <CaseCard row={row} />}
      onIntent={(row) => void client.prefetchQuery(caseQuery(call, row.id))}
      selection={can('case:delete') ? selection : undefined}
      icon={<IconFolder size={40} stroke={1.2} />}
      none={{
        title: 'No cases yet',
        text: 'Create one here, or convert a submission or first call.',
        action: can('case:edit') && <NewCase />,
      }}
      noMatch="Try a different search, or remove a filter."
    />
  );
};

const NewCase = () => (
  <Button component={Link} to={paths.caseNew} leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}>
    New case
  </Button>
);

const ExportMenu = ({ busy, onExport }: { busy: boolean; onExport: (format: Format) => void }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" disabled={busy} leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onExport('xlsx')}>Excel workbook (.xlsx)</Menu.Item>
      <Menu.Item onClick={() => onExport('csv')}>Comma-separated values (.csv)</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
