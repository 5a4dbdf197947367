import { Button, NativeSelect } from '@mantine/core';
import { IconCopy, IconDownload, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../../api/api-context.ts';
import { customersQuery } from '../../entities/customers/queries.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { useListParams } from '../../ui/list-params.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { useRowSelection } from '../../ui/row-selection.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BulkDelete } from './bulk-delete.tsx';
import { ActiveCasesLine, CustomerCard, columns, nameOrderings, orderings } from './customer-columns.tsx';
import classes from './customers-page.module.css';
import { ExportBar } from './export-bar.tsx';
import { useExport } from './use-export.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const inexactText = (count: number): string => {
  const most = count.toLocaleString('en-US');
  return `More than ${most} customers match; ${most} of them are listed. Type more to find the right one.`;
};

export const CustomersPage = () => {
  useDocumentTitle('Customers');
  const call = useApi();
  const can = useCan();
  const list = useListParams(['ordering']);
  const ordering = orderings.find(({ value }) => value !== '' && value === list.filters.ordering)?.value;
  const query = useQuery(customersQuery(call, { ...list.query, ordering: ordering || undefined }));
  const rows = query.isPlaceholderData ? [] : (query.data?.results ?? []);
  const selection = useRowSelection(rows, JSON.stringify([list.query, ordering]));
  const exporting = useExport();
  const order = { value: ordering ?? '', onChange: (value: string) => list.setFilter('ordering', value) };
  return (
    <>
      <PageHeader
        title="Customers"
        lead="The families you serve: their relationships and service history."
        actions={
          <Actions
            busy={exporting.progress !== undefined}
            onExport={can('customer:export') ? () => void exporting.start(list.search) : undefined}
          />
        }
      />
      <search className={classes.toolbar}>
        <SearchBox
          label="Search customers"
          placeholder="Search by name, phone, email..."
          value={list.search}
          onSearch={list.setSearch}
        />
        <NativeSelect
          aria-label="Sort by"
          value={order.value}
          onChange={(event) => order.onChange(event.currentTarget.value)}
          data={orderings}
        />
      </search>
      {query.data?.count_is_exact === false && <p className={classes.inexact}>{inexactText(query.data.count)}</p>}
      {exporting.progress && (
        <ExportBar
          progress={exporting.progress}
          expected={query.data?.count_is_exact ? query.data.count : undefined}
          onCancel={exporting.cancel}
        />
      )}
      <BulkDelete rows={rows} selection={selection} />
      <RecordList
        label="Customers"
        query={query}
        page={list.page}
        pageSize={list.pageSize}
        onPage={list.setPage}
        title={(row) => row.full_name}
        to={(row) => paths.customer(row.id)}
        titleHeader="Customer"
        titleOrderings={nameOrderings}
        subtitle={(row) => <ActiveCasesLine row={row} />}
        columns={columns}
        card={(row) => <CustomerCard row={row} />}
        ordering={order}
        selection={can('customer:delete') ? selection : undefined}
        empty={list.search === '' ? <NoCustomers /> : <NoMatch onClear={list.clear} />}
      />
    </>
  );
};

const Actions = ({ busy, onExport }: { busy: boolean; onExport: (() => void) | undefined }) => {
  const can = useCan();
  return (
    <>
      {can('customer:merge') && (
        <Button component={Link} to={paths.customerDuplicates} variant="default" leftSection={<IconCopy {...icon} />}>
          Find duplicates
        </Button>
      )}
      {onExport && (
        <Button variant="default" disabled={busy} leftSection={<IconDownload {...icon} />} onClick={onExport}>
          Export All
        </Button>
      )}
      {can('customer:edit') && <AddCustomer />}
    </>
  );
};

const AddCustomer = () => (
  <Button className={classes.add} component={Link} to={paths.customerNew} leftSection={<IconPlus {...icon} />}>
    Add Customer
  </Button>
);

const NoCustomers = () => {
  const can = useCan();
  return (
    <EmptyState
      icon={<IconUsers size={40} stroke={1.2} />}
      title="No customers yet"
      text="Families appear here when a submission becomes a case, or when you add them."
      action={can('customer:edit') && <AddCustomer />}
    />
  );
};

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<IconUsers size={40} stroke={1.2} />}
    title="No customers match"
    text="Try a different name, phone number or email address."
    action={
      <Button variant="default" onClick={onClear}>
        Clear the search
      </Button>
    }
  />
);
