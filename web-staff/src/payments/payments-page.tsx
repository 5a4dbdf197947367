import { Anchor, Button } from '@mantine/core';
import { IconCash, IconPlus, IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { entryLabel, methodLabel, paymentMethodOptions } from '#domain/payments/ledger-entry.ts';
import { truncatePurpose } from '#domain/payments/payment.rules.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { valueText } from '#domain/reports/month-report.ts';
import { lastDay } from '#domain/reports/periods.ts';
import { addDays, formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount, toCents } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import { CaseChoices, CaseCombobox, NewestCases } from '../cases/parts/case-combobox.tsx';
import { caseQuery } from '../cases/queries.ts';
import { usePrint } from '../documents/parts/paper-button.tsx';
import { useTodayAt } from '../organizations/homes/queries.ts';
import { useLocationFilter } from '../organizations/parts/location-select.tsx';
import { paths } from '../paths.ts';
import { drillDownPath } from '../reports/parts/figure-tiles.tsx';
import { dashboardQuery, drillDownQuery } from '../reports/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { IconButton } from '../ui/gated-button.tsx';
import { NoWrap, OtherName, SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { choiceFilter, dayFilter } from '../ui/lists/list-filters.tsx';
import { ListPage } from '../ui/lists/list-page.tsx';
import type { Column } from '../ui/lists/record-list.tsx';
import { useList } from '../ui/lists/use-list.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { SidePanel } from '../ui/page/side-panel.tsx';
import { CheckNumber } from './parts/check-number.tsx';
import { payerOf, RecordPaymentForm } from './parts/record-payment-form.tsx';
import classes from './payments-page.module.css';
import { ledgerQuery, paymentSummaryQuery, paymentsQuery } from './queries.ts';

const PaymentOfCase = ({ record, onDone }: { record: Case; onDone: () => void }) => {
  const viewer = actorOf(useCurrentUser());
  const today = useTodayAt(record.funeral_home_id);
  const query = useQuery(ledgerQuery(useApi(), record.id));
  if (!isAllowed(viewer, 'payment:record', record))
    return <Notice tone="warning">{paymentMessages.caseCancelled}</Notice>;
  if (!query.data) return <QueryState query={query} title="Failed to load payment history" rows={6} />;
  return (
    <RecordPaymentForm
      caseId={record.id}
      today={today}
      contractTotal={toCents(query.data.contract_total)}
      paid={toCents(query.data.total_paid)}
      receivedFrom={payerOf(record)}
      onDone={onDone}
    />
  );
};

interface ChosenCaseProps {
  id: string;
  onOther: () => void;
  onDone: () => void;
}

const ChosenCase = ({ id, onOther, onDone }: ChosenCaseProps) => {
  const query = useQuery(caseQuery(useApi(), id));
  const other = useRef<HTMLButtonElement>(null);
  // The list that had the focus is gone.
  useEffect(() => other.current?.focus(), []);
  const record = query.data;
  return (
    <>
      <div className={classes.chosen}>
        <span>
          <strong>{record?.deceased_full_name || record?.case_number || 'Loading…'}</strong>
          {record?.deceased_full_name && <span className={classes.label}>{record.case_number}</span>}
        </span>
        <Button ref={other} variant="default" onClick={onOther}>
          Other case
        </Button>
      </div>
      {record ? (
        <PaymentOfCase record={record} onDone={onDone} />
      ) : (
        <QueryState query={query} title="Failed to load the case" rows={6} />
      )}
    </>
  );
};

const shownCases = 5;
/** The list of balances has the earliest first, 50 a page, so that the newest are among those of a few weeks. */
const recentDays = 60;

const CasesWithBalance = ({ onPick }: { onPick: (id: string) => void }) => {
  const viewer = useCurrentUser();
  const from = addDays(useTodayAt(viewer.funeral_home_details.id), -recentDays);
  const query = useInfiniteQuery(drillDownQuery(useApi(), viewer, { figure: 'owing.total', from, to: lastDay }));
  const choices = query.data?.pages
    .flatMap((page) => page.rows)
    .flatMap(({ case: id, title, detail, value }) =>
      id ? [{ id, name: title, detail, value: formatAmount(value) }] : [],
    )
    .slice(-shownCases)
    .reverse();
  const none = `No case of the last ${recentDays} days has a balance. Search for an earlier one.`;
  return <CaseChoices title="Cases with a balance" {...{ query, choices, none, onPick }} />;
};

/** Asks for the case first, then shows the same form as the case. */
export const RecordPaymentPanel = ({ onClose }: { onClose: () => void }) => {
  const [caseId, setCaseId] = useState<string>();
  const maySeeBalances = useCan()('insight:money');
  return (
    <SidePanel title="Record Payment" closeLabel="Close Record Payment" onClose={onClose}>
      {caseId === undefined ? (
        <>
          <CaseCombobox label="Case" placeholder="Name or case number" autoFocus onPick={({ id }) => setCaseId(id)} />
          {maySeeBalances ? <CasesWithBalance onPick={setCaseId} /> : <NewestCases onPick={setCaseId} />}
        </>
      ) : (
        <ChosenCase key={caseId} id={caseId} onOther={() => setCaseId(undefined)} onDone={onClose} />
      )}
    </SidePanel>
  );
};

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
