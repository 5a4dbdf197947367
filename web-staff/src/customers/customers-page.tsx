import { ActionIcon, Button, Text } from '@mantine/core';
import { IconCopy, IconDownload, IconMail, IconPhone, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import * as z from 'zod';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { activeCasesMessage, addressLine, csvFileName, csvHeader, csvRow } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { iteratePages } from '#domain/shared/contract/every-page.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { telHref } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { ExportBar, type Exported, type ExportRun, useExport } from '../ui/export/export-bar.tsx';
import { toastError } from '../ui/feedback/toasts.tsx';
import { EmailLink, PhoneLink } from '../ui/fields/field-list.tsx';
import { NoWrap, SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { BulkDeleteBar } from '../ui/lists/list-bar.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import type { Column, Orderings } from '../ui/lists/record-list.tsx';
import { type RowSelection, useRowSelection } from '../ui/lists/row-selection.ts';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import classes from './customers-page.module.css';
import { useDeleteCustomers } from './mutations.ts';
import { customersQuery } from './queries.ts';
import { activeCasesText, depositText, messageOr, serviceText } from './use-customer-form.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const nameOrderings: Orderings = ['name', '-name'];

const none = '—';

const Address = ({ row }: { row: CustomerRow }) => {
  const street = [row.address, row.apt_house_number].filter(Boolean).join(', ');
  const place = addressLine({ ...row, address: '', apt_house_number: '' });
  if (!street && !place) return none;
  return (
    <>
      {street}
      {place && <SecondaryLine>{place}</SecondaryLine>}
    </>
  );
};

/** D1 §2. A heading sorts if the API can order by it. */
const columns: readonly Column<CustomerRow>[] = [
  { header: 'Phone', cell: ({ phone }) => <NoWrap>{phone ? <PhoneLink phone={phone} /> : none}</NoWrap> },
  {
    header: 'Email',
    priority: 2,
    cell: ({ email }) =>
      email ? (
        <span className={classes.email} title={email}>
          <EmailLink email={email} />
        </span>
      ) : (
        none
      ),
  },
  { header: 'Address', priority: 3, cell: (row) => <Address row={row} /> },
  {
    header: 'Upcoming Service',
    cell: (row) => <NoWrap>{serviceText(row)}</NoWrap>,
    orderings: ['upcoming_service', '-upcoming_service'],
  },
  {
    header: 'Deposits',
    cell: ({ deposit_total }) => <NoWrap>{depositText(deposit_total) || none}</NoWrap>,
    orderings: ['-deposit_total', 'deposit_total'],
    numeric: true,
  },
];

/** On a phone there are no headings to sort by. */
const orderings = [
  { value: '', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'upcoming_service', label: 'Next service first' },
  { value: '-upcoming_service', label: 'Latest service first' },
  { value: '-deposit_total', label: 'Largest deposits first' },
  { value: 'deposit_total', label: 'Smallest deposits first' },
] as const;

const ActiveCasesLine = ({ row }: { row: CustomerRow }) =>
  row.active_cases_count > 0 && <SecondaryLine>{activeCasesText(row.active_cases_count)}</SecondaryLine>;

/** One line and two icons, so that a phone shows many customers. */
const CustomerCard = ({ row }: { row: CustomerRow }) => (
  <SpaceBetween>
    <SecondaryLine>
      {[activeCasesText(row.active_cases_count), [row.city, row.state].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(' · ')}
    </SecondaryLine>
    <span className={classes.reach}>
      {row.phone && (
        <ActionIcon
          component="a"
          variant="subtle"
          size={44}
          href={telHref(row.phone)}
          aria-label={`Call ${row.full_name}`}
        >
          <IconPhone {...icon} />
        </ActionIcon>
      )}
      {row.email && (
        <ActionIcon
          component="a"
          variant="subtle"
          size={44}
          href={`mailto:${encodeURI(row.email)}`}
          aria-label={`Email ${row.full_name}`}
        >
          <IconMail {...icon} />
        </ActionIcon>
      )}
    </span>
  </SpaceBetween>
);

const Blocked = z.array(z.object({ name: z.string(), active_cases: z.number() })).min(1);

/** The customers with active cases that block the deletion, else the server's message (D1 §8). */
const refusalOf = (error: unknown): string => {
  const blocked = error instanceof ApiError ? Blocked.safeParse(error.body.customers_with_cases) : undefined;
  return blocked?.success ? activeCasesMessage(blocked.data) : messageOr(error, 'Failed to delete customers');
};

const BulkDelete = ({ rows, selection }: { rows: readonly CustomerRow[]; selection: RowSelection }) => {
  const removal = useDeleteCustomers();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const kept = chosen.filter(({ active_cases_count }) => active_cases_count > 0);
  const going = chosen.filter((row) => !kept.includes(row));
  const blocked = kept.map((row) => ({ name: row.full_name, active_cases: row.active_cases_count }));
  return (
    <BulkDeleteBar
      selection={selection}
      count={chosen.length}
      title="Delete Customers"
      reason={going.length === 0 && kept.length > 0 ? activeCasesMessage(blocked) : undefined}
      onDelete={() => removal.mutateAsync(going.map(({ id }) => id))}
      onRefused={(error, close) => {
        close();
        if (!(error instanceof ApiError && error.status === 401)) toastError(refusalOf(error));
      }}
    >
      <Text>Are you sure you want to permanently delete {going.length} customer(s)? This action cannot be undone.</Text>
      <Text size="sm" c="dimmed" mt="xs">
        Note: customers with active cases cannot be deleted.
      </Text>
      {kept.length > 0 && (
        <Text size="sm" mt="xs">
          {kept.length === 1 ? '1 will be kept' : `${kept.length} will be kept`}:{' '}
          {kept.map((row) => `${row.full_name} (${activeCasesText(row.active_cases_count)})`).join(', ')}
        </Text>
      )}
    </BulkDeleteBar>
  );
};

/** Spreadsheets need this mark to read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

interface ExportOptions extends ExportRun {
  search: string;
  timeZone: string;
}

/**
 * Returns the CSV of every match, built page by page as Blob parts, which the browser stores outside script memory.
 * Rejects with the signal's reason when cancelled.
 */
export const exportCustomers = async (
  call: Call,
  { search, timeZone, signal, onProgress, onAgain }: ExportOptions,
): Promise<Exported> => {
  const parts: Blob[] = [new Blob([byteOrderMark, csvHeader()])];
  let done = 0;
  const ask = (cursor: { cursor?: string }) =>
    call(customerEndpoints.export, { query: { ...(search ? { search } : {}), ...cursor } }, { signal });
  for await (const page of iteratePages(ask, signal, onAgain)) {
    parts.push(new Blob([page.rows.map((row) => csvRow(row, timeZone)).join('')]));
    done += page.rows.length;
    onProgress({ done, total: page.count });
  }
  return {
    file: new Blob(parts, { type: 'text/csv;charset=utf-8' }),
    name: csvFileName(todayIn(timeZone, new Date())),
    holds: `${done.toLocaleString('en-US')} ${done === 1 ? 'customer' : 'customers'}`,
  };
};

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
          <ExportBar noun="customers" exporting={exporting} list={query.data} />
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
    Create Customer
  </Button>
);
