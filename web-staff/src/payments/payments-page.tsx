import { Anchor, Button } from '@mantine/core';
import { IconCash, IconPlus, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { entryLabel, methodLabel, paymentMethodOptions } from '#domain/payments/ledger-entry.ts';
import { truncatePurpose } from '#domain/payments/payment.rules.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { valueText } from '#domain/reports/month-report.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount, toCents } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import { usePrint } from '../documents/parts/use-paper.ts';
import { useLocationFilter } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { drillDownPath } from '../reports/parts/figure-text.ts';
import { dashboardQuery } from '../reports/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { IconButton } from '../ui/gated-button.tsx';
import { NoWrap, OtherName, SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { choiceFilter, dayFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import type { Column } from '../ui/lists/record-list.tsx';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { CheckNumber } from './parts/check-number.tsx';
import classes from './payments-page.module.css';
import { paymentSummaryQuery, paymentsQuery } from './queries.ts';
import { RecordPaymentPanel } from './record-payment-panel.tsx';

interface DrawerProps {
  location: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

const owedTitles: Readonly<Record<string, string>> = {
  outstanding: 'Owed to us',
  families: 'Owed to us by families',
  insurers: 'Owed to us by insurers',
};

/** Shows the amounts owed as of now to roles whose figures include them. */
const OwedToUs = ({ location }: { location: string | undefined }) => {
  const viewer = useCurrentUser();
  const { data } = useQuery({ ...dashboardQuery(useApi(), viewer, location), enabled: useCan()('insight:money') });
  const owed = data?.figures.filter(({ id }) => id in owedTitles) ?? [];
  if (owed.length === 0) return null;
  return (
    <section className={classes.drawer} aria-label="Owed to us">
      {owed.map(({ id, unit, value, of, behind }) => {
        const title = owedTitles[id] ?? '';
        const cases = `${(of ?? 0).toLocaleString('en-US')} ${of === 1 ? 'case' : 'cases'}`;
        return (
          <div key={id}>
            <span className={classes.label}>{title}</span>
            <span className={classes.total}>{valueText(unit, value)}</span>
            {behind && (of ?? 0) > 0 && (
              <Anchor
                className={classes.behind}
                component={Link}
                to={drillDownPath(behind, title)}
                aria-label={`See ${cases}: ${title}`}
              >
                See {cases}
              </Anchor>
            )}
          </div>
        );
      })}
    </section>
  );
};

/** Totals for counting the cash drawer at closing time; of today by default. */
const CashDrawerTotals = ({ location, from, to }: DrawerProps) => {
  const days = { ...(from ? { date_from: from } : {}), ...(to ? { date_to: to } : {}) };
  const { data } = useQuery(paymentSummaryQuery(useApi(), { ...days, ...(location ? { location } : {}) }));
  // An empty box of the same height prevents a layout shift.
  if (!data)
    return <section className={classes.drawer} style={{ minHeight: '4.5rem' }} aria-label="Totals" aria-busy />;
  const { date_from, date_to, is_exact } = data;
  return (
    <section className={classes.drawer} aria-label="Totals">
      <div>
        <span className={classes.label}>
          Received {date_from === date_to ? formatDate(date_from) : `${formatDate(date_from)} – ${formatDate(date_to)}`}
          {is_exact ? '' : ', the first 5,000'}
        </span>
        <span className={classes.total}>{formatAmount(data.total)}</span>
      </div>
      {data.by_method.map(({ payment_method, payment_method_display, count, total }) => (
        <div key={payment_method}>
          <span className={classes.label}>
            {payment_method_display} · {count}
          </span>
          <span className={classes.total}>{formatAmount(total)}</span>
        </div>
      ))}
      {toCents(data.returned) > 0 && (
        <div>
          <span className={classes.label}>Refunds (included above)</span>
          <span className={classes.total}>{formatAmount(data.returned)}</span>
        </div>
      )}
      {data.count === 0 && <span className={classes.label}>No payments or refunds.</span>}
    </section>
  );
};

const Amount = ({ row }: { row: Payment }) => (
  <span className={classes.amount} data-voided={row.status === 'voided' || undefined}>
    {formatAmount(row.amount)}
  </span>
);

const State = ({ row }: { row: Payment }) => {
  if (row.status === 'voided') return <Chip>Void</Chip>;
  return row.kind === 'payment' ? null : <Chip tone="info">{entryLabel(row)}</Chip>;
};

const Receipt = ({ row }: { row: Payment }) => {
  const paper = usePrint('receipt');
  return (
    <IconButton
      icon={IconReceipt}
      loading={paper.isPending}
      label={`Receipt ${row.receipt_number}`}
      title="Receipt"
      onClick={() => paper.mutate({ id: row.id })}
    />
  );
};

const Method = ({ row }: { row: Payment }) => (
  <span className={classes.method}>
    {methodLabel(row)} <CheckNumber payment={row} />
  </span>
);

const columns: readonly Column<Payment>[] = [
  {
    header: 'For',
    cell: (row) => (
      <>
        <OtherName>{row.deceased_name || 'Name not given'}</OtherName>
        <SecondaryLine>
          <NoWrap>{row.case_number}</NoWrap>
        </SecondaryLine>
        <SecondaryLine>{truncatePurpose(row.payment_for)}</SecondaryLine>
      </>
    ),
  },
  { header: 'Date', cell: (row) => <NoWrap>{formatDate(row.payment_date)}</NoWrap> },
  {
    header: 'Method',
    cell: (row) => (
      <>
        <Method row={row} />
        <SecondaryLine>
          <NoWrap>{row.receipt_number}</NoWrap>
        </SecondaryLine>
      </>
    ),
  },
  {
    header: 'Amount',
    numeric: true,
    cell: (row) => (
      <>
        <State row={row} /> <Amount row={row} />
      </>
    ),
  },
  { header: 'Receipt', priority: 2, cell: (row) => <Receipt row={row} />, pressed: true },
];

const Card = ({ row }: { row: Payment }) => (
  <>
    <SpaceBetween>
      <span className={classes.onCard}>
        <Amount row={row} /> <State row={row} />
      </span>
      <SecondaryLine>{formatDate(row.payment_date)}</SecondaryLine>
    </SpaceBetween>
    <SpaceBetween>
      <span>{row.deceased_name || 'Name not given'}</span>
      <SecondaryLine>{row.case_number}</SecondaryLine>
    </SpaceBetween>
    <SpaceBetween>
      <SecondaryLine>
        <Method row={row} /> · <NoWrap>{row.receipt_number}</NoWrap>
      </SecondaryLine>
      <span className={classes.receipt}>
        <Receipt row={row} />
      </span>
    </SpaceBetween>
  </>
);

const methodFilter = choiceFilter('Method', 'All Methods', paymentMethodOptions);
const fromFilter = dayFilter('Paid from');
const toFilter = dayFilter('Paid through');
const orderings = ['payment_date'] as const;

export const PaymentsPage = () => {
  useDocumentTitle('Payments');
  const list = useList(
    { payment_method: methodFilter, location: useLocationFilter(), date_from: fromFilter, date_to: toFilter },
    orderings,
  );
  const query = useQuery(paymentsQuery(useApi(), list.query));
  const { location, date_from: from, date_to: to } = list.values;
  const mayRecord = useCan()('payment:record');
  const [params, setParams] = useSearchParams();
  const setRecording = (isRecording: boolean) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('record');
      if (isRecording) next.set('record', '');
      return next;
    });
  return (
    <ListPage
      heading="Payments"
      lead="Payments and refunds for all cases."
      actions={
        mayRecord && (
          <Button leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />} onClick={() => setRecording(true)}>
            Record Payment
          </Button>
        )
      }
      above={
        <>
          <OwedToUs location={location} />
          <CashDrawerTotals location={location} from={from} to={to} />
          {mayRecord && params.has('record') && <RecordPaymentPanel onClose={() => setRecording(false)} />}
        </>
      }
      list={list}
      query={query}
      orderings={[
        { value: '', label: 'Latest first' },
        { value: 'payment_date', label: 'Earliest first' },
      ]}
      searchPlaceholder="Search by payer, name, receipt, case…"
      title={(row) => row.received_from}
      titleHeader="Received from"
      to={(row) => `${paths.case(row.case)}?section=financial`}
      columns={columns}
      card={(row) => <Card row={row} />}
      icon={<IconCash size={40} stroke={1.2} />}
      none={{
        title: 'No payments yet',
        text: 'The first payment you record will appear here.',
      }}
      noMatch="Try a different search, method or dates."
    />
  );
};
