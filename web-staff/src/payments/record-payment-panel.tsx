import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { lastDay } from '#domain/reports/periods.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { formatAmount, toCents } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import { CaseChoices, CaseCombobox, NewestCases } from '../cases/parts/case-combobox.tsx';
import { caseQuery } from '../cases/queries.ts';
import { useTodayAt } from '../organizations/homes/queries.ts';
import { drillDownQuery } from '../reports/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { SidePanel } from '../ui/page/side-panel.tsx';
import { payerOf, RecordPaymentForm } from './parts/record-payment-form.tsx';
import classes from './payments-page.module.css';
import { ledgerQuery } from './queries.ts';

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
