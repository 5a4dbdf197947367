import { Button, Menu } from '@mantine/core';
import { IconChartBar, IconDownload, IconFolder, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { exportTypes } from '#domain/cases/case-export.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { useOwnViews } from '../team/parts/own-views.ts';
import { ExportBar } from '../ui/export/export-bar.tsx';
import { useExport } from '../ui/export/use-export.ts';
import { ListPage } from '../ui/lists/list-page.tsx';
import { useRowSelection } from '../ui/lists/row-selection.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { BulkDeleteCases } from './lifecycle/bulk-delete-cases.tsx';
import { CaseCard, caseColumns, LifeDatesCell } from './list/case-columns.tsx';
import { commonViews, orderings, useCaseList } from './list/case-filters.ts';
import { exportCases } from './list/export-cases.ts';
import { caseQuery, casesQuery } from './queries.ts';

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
  /** Everything that matches, whatever page of it is shown. */
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
          {exporting.progress && (
            <ExportBar
              noun="cases"
              progress={exporting.progress}
              expected={query.data?.count_is_exact ? query.data.count : undefined}
              onCancel={exporting.cancel}
            />
          )}
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
        text: 'Open one here, or convert a submission or a first call.',
        action: can('case:edit') && <NewCase />,
      }}
      noMatch="Try other words, or take a filter away."
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
