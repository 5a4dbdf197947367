import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { ExportBar } from '../ui/export/export-bar.tsx';
import { useExport } from '../ui/export/use-export.ts';
import { ListPage } from '../ui/lists/list-page.tsx';
import { useRowSelection } from '../ui/lists/row-selection.ts';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { BulkDelete } from './bulk-delete.tsx';
import { ActiveCasesLine, CustomerCard, columns, nameOrderings, orderings } from './customer-columns.tsx';
import classes from './customers-page.module.css';
import { exportCustomers } from './export-customers.ts';
import { customersQuery } from './queries.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const orders = orderings.flatMap(({ value }) => (value === '' ? [] : [value]));

export const CustomersPage = () => {
  useDocumentTitle('Customers');
  const call = useApi();
  const can = useCan();
  const { time_zone: timeZone } = useCurrentUser().funeral_home_details;
  const list = useList({}, orders);
  const query = useQuery(customersQuery(call, list.query));
  const rows = query.isPlaceholderData ? [] : (query.data?.results ?? []);
  const selection = useRowSelection(rows, JSON.stringify(list.query));
  const exporting = useExport();
  const { search } = list.params;
  const startExport = () => void exporting.start((run) => exportCustomers(call, { search, timeZone, ...run }));
  return (
    <ListPage
      heading="Customers"
      lead="The families you serve: their relationships and service history."
      actions={
        <Actions busy={exporting.progress !== undefined} onExport={can('customer:export') ? startExport : undefined} />
      }
      list={list}
      query={query}
      searchPlaceholder="Search by name, phone, email..."
      orderings={orderings}
      bar={
        <>
          {exporting.progress && (
            <ExportBar
              noun="customers"
              progress={exporting.progress}
              expected={query.data?.count_is_exact ? query.data.count : undefined}
              onCancel={exporting.cancel}
            />
          )}
          <BulkDelete rows={rows} selection={selection} />
        </>
      }
      title={(row) => row.full_name}
      to={(row) => paths.customer(row.id)}
      titleHeader="Customer"
      titleOrderings={nameOrderings}
      subtitle={(row) => <ActiveCasesLine row={row} />}
      columns={columns}
      card={(row) => <CustomerCard row={row} />}
      selection={can('customer:delete') ? selection : undefined}
      icon={<IconUsers size={40} stroke={1.2} />}
      none={{
        title: 'No customers yet',
        text: 'Families appear here when a submission becomes a case, or when you add them.',
        action: can('customer:edit') && <AddCustomer />,
      }}
      noMatch="Try a different name, phone number or email address."
    />
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
