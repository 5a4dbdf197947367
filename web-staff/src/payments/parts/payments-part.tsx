import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { entryLabel, methodLabel } from '#domain/payments/ledger-entry.ts';
import { isMaskedCheckNumber } from '#domain/payments/payment.fields.ts';
import {
  type BalanceStatus,
  balanceOf,
  balanceStatusLabels,
  isReversed,
  paymentErrors,
  truncatePurpose,
} from '#domain/payments/payment.rules.ts';
import type { Ledger, Payment } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount, formatMoney, toCents } from '#domain/shared/values/money.ts';
import { useApi } from '../../api/api-context.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { PaperButton, usePrint } from '../../documents/parts/paper-button.tsx';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState, QueryState } from '../../ui/feedback/states.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { SidePanel, useUnsavedPanelGuard } from '../../ui/page/side-panel.tsx';
import { type PaymentBody, useCorrectPayment, useRefreshLedger } from '../mutations.ts';
import { ledgerQuery } from '../queries.ts';
import { CheckNumber } from './check-number.tsx';
import { type EntryAction, EntryDialog } from './entry-dialogs.tsx';
import classes from './payments.module.css';
import { ReceivablesPart } from './receivables-part.tsx';
import { PaymentGrid, payerOf, paymentFormFields, RecordPaymentForm } from './record-payment-form.tsx';

const reasonField = {
  name: 'reason',
  label: 'Reason for correction',
  kind: 'text',
  maxLength: 500,
  requiredIf: true,
} as const;

/** The check number is unknown here; blank keeps it. */
const valuesOf = (entry: Payment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paymentFormFields.map(({ name }) => [
      name,
      name === 'check_number' && isMaskedCheckNumber(entry.check_number) ? '' : entry[name],
    ]),
  );

interface CorrectPaymentFormProps {
  entry: Payment;
  /** True if the payment was returned, so that its amount is fixed. */
  wasReturned: boolean;
  today: string;
  onDone: () => void;
}

export const CorrectPaymentForm = ({ entry, wasReturned, today, onDone }: CorrectPaymentFormProps) => {
  const context = { today, keepsCheckNumber: entry.check_number_masked !== '' };
  const correcting = useCorrectPayment(entry.case);
  const keyFor = useIdempotencyKey();
  const before = valuesOf(entry);
  const changedIn = (values: Values) => Object.entries(before).filter(([name]) => values[name] !== before[name]);
  const { form, busy, onSubmit } = useSentForm({
    start: { ...before, reason: '' },
    judge: (values) => ({
      ...paymentErrors(values, context),
      ...(values.reason.trim() ? {} : { reason: [paymentMessages.reasonRequired] }),
    }),
    send: (values) => {
      const changed = changedIn(values).map(([name]) => [name, (values as FormValues)[name]]);
      const body = { ...Object.fromEntries(changed), reason: values.reason, version: entry.version } as PaymentBody;
      return correcting.mutateAsync({ id: entry.id, body, idempotencyKey: keyFor(body) });
    },
    done: 'Payment corrected',
    onDone,
  });
  useUnsavedPanelGuard(form.isChanged);
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit} aria-label="Correct payment">
      <p className={classes.label}>
        {entry.receipt_number} keeps its receipt number. The original stays in the case history.
      </p>
      <PaymentGrid
        {...{ form, context }}
        storedCheck={entry.check_number_masked}
        fixedAmount={wasReturned ? paymentMessages.reversedStays : undefined}
      />
      <FormFields form={form} fields={[reasonField]} />
      <Button type="submit" size="md" fullWidth disabled={changedIn(form.values).length === 0} loading={busy}>
        Correct
      </Button>
    </form>
  );
};

type Entry = Ledger['payments'][number];

const balanceLabels: Readonly<Record<BalanceStatus, string>> = {
  due: 'Balance due',
  'paid-in-full': 'Balance due',
  overpayment: 'Overpaid by',
  deposit: 'Deposit received',
};

export const PaymentsPart = ({ caseRecord }: { caseRecord: Case }) => {
  const query = useQuery(ledgerQuery(useApi(), caseRecord.id));
  const readMoneyAgain = useRefreshLedger(caseRecord.id);
  const viewer = actorOf(useCurrentUser());
  const today = useTodayAt(caseRecord.funeral_home_id);
  const [recording, setRecording] = useState(false);
  const [doing, setDoing] = useState<{ entry: Entry; action: LedgerAction }>();
  const ledger = query.data;
  if (!ledger) return <QueryState query={query} title="Failed to load payment history" rows={6} />;
  const [contractTotal, paid] = [toCents(ledger.contract_total), toCents(ledger.total_paid)];
  const { balance, status } = balanceOf(contractTotal, paid);
  const canRecord = isAllowed(viewer, 'payment:record', caseRecord);
  const refresh = async () => {
    const isDone = await readMoneyAgain();
    if (isDone) toastSuccess('Data refreshed successfully');
    else toastError('Failed to refresh data');
  };
  return (
    <section className={classes.part} aria-label="Payments">
      <div className={classes.balance}>
        <div>
          <span className={classes.label}>{balanceLabels[status]}</span>
          <span className={classes.figure}>{formatMoney(Math.abs(balance))}</span>
        </div>
        {(status === 'overpayment' || (status === 'paid-in-full' && contractTotal > 0)) && (
          <Chip tone={status === 'overpayment' ? 'info' : 'ok'}>{balanceStatusLabels[status]}</Chip>
        )}
        <span className={classes.label}>
          {contractTotal > 0
            ? `${formatMoney(paid)} received of a contract total of ${formatMoney(contractTotal)}`
            : 'No contract total yet'}
        </span>
        <div className={classes.tools}>
          <Button variant="subtle" loading={query.isRefetching} onClick={() => void refresh()}>
            Refresh
          </Button>
          <PaperButton paper="depositReceipt" id={caseRecord.id}>
            Deposit receipt
          </PaperButton>
          {canRecord && (
            <Button data-first onClick={() => setRecording(true)}>
              Record Payment
            </Button>
          )}
        </div>
      </div>
      {ledger.payments.length === 0 ? (
        <EmptyState title="No Payments Recorded" />
      ) : (
        <LedgerTable
          ledger={ledger}
          contractTotal={contractTotal}
          actionsOf={(entry) =>
            actionsFor(entry, isReversed(entry, ledger.payments), (action) =>
              isAllowed(viewer, action, { ...entry, hasReturns: toCents(entry.amount_returned) > 0 }),
            )
          }
          onDo={(entry, action) => setDoing({ entry, action })}
        />
      )}
      <ReceivablesPart
        caseRecord={caseRecord}
        contractTotal={contractTotal}
        paid={paid}
        today={today}
        canRecord={canRecord}
      />
      {recording && (
        <SidePanel title="Record Payment" closeLabel="Close Record Payment" onClose={() => setRecording(false)}>
          <p className={classes.whose}>
            <strong>{caseRecord.deceased_full_name || 'Name not given'}</strong>{' '}
            <span className={classes.label}>{caseRecord.case_number}</span>
          </p>
          <RecordPaymentForm
            caseId={caseRecord.id}
            today={today}
            contractTotal={contractTotal}
            paid={paid}
            receivedFrom={payerOf(caseRecord)}
            begin={ledger.payments.length > 0 && balance > 0 ? { payment_for: 'Balance' } : {}}
            onDone={() => setRecording(false)}
          />
        </SidePanel>
      )}
      {doing?.action === 'correct' && (
        <SidePanel title="Correct payment" closeLabel="Close correction" onClose={() => setDoing(undefined)}>
          <CorrectPaymentForm
            key={doing.entry.id}
            entry={doing.entry}
            wasReturned={isReversed(doing.entry, ledger.payments)}
            today={today}
            onDone={() => setDoing(undefined)}
          />
        </SidePanel>
      )}
      {doing && doing.action !== 'correct' && (
        <EntryDialog
          {...{ caseId: caseRecord.id, today, entry: doing.entry, action: doing.action }}
          // Nothing is owed for a cancelled case.
          balance={caseRecord.status === 'cancelled' ? -paid : balance}
          onClose={() => setDoing(undefined)}
        />
      )}
    </section>
  );
};

type LedgerAction = EntryAction | 'correct';

const actionsFor = (
  entry: Entry,
  wasReversed: boolean,
  allowed: (action: 'payment:void' | 'payment:return' | 'payment:correct') => boolean,
): readonly LedgerAction[] => [
  ...(allowed('payment:correct') ? (['correct'] as const) : []),
  ...(allowed('payment:return') && !wasReversed
    ? [...(toCents(entry.amount) > toCents(entry.amount_returned) ? (['refund'] as const) : []), 'reversal' as const]
    : []),
  ...(allowed('payment:void') ? (['void'] as const) : []),
];
const actionWords = (action: LedgerAction, entry: Entry): [label: string, when: string] =>
  ({
    correct: ['Correct…', 'Something was typed wrong; the money was received.'],
    refund: ['Refund…', 'You pay money back.'],
    reversal: [
      `${entryLabel({ ...entry, kind: 'reversal' })}…`,
      entry.payment_method === 'check' ? 'The bank returned it unpaid.' : 'It did not go through.',
    ],
    void: ['Void…', 'It was entered by mistake and never happened.'],
  })[action] as [string, string];

interface LedgerTableProps {
  ledger: Ledger;
  contractTotal: number;
  actionsOf: (entry: Entry) => readonly LedgerAction[];
  onDo: (entry: Entry, action: LedgerAction) => void;
}

const LedgerTable = ({ ledger, contractTotal, actionsOf, onDo }: LedgerTableProps) => (
  <>
    <table className={classes.ledger} aria-label="Payment history">
      <thead>
        <tr>
          <th>Date</th>
          <th>Received from / for</th>
          <th>Method, receipt</th>
          <th data-figure>Amount</th>
          <th data-figure>Balance</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {ledger.payments.map((entry) => (
          <LedgerRow
            key={entry.id}
            entry={entry}
            balance={contractTotal > 0 ? contractTotal - toCents(entry.paid_to_date) : undefined}
            wasReturned={isReversed(entry, ledger.payments)}
            actions={actionsOf(entry)}
            onDo={(action) => onDo(entry, action)}
          />
        ))}
      </tbody>
    </table>
    <p className={classes.foot}>Nothing is deleted. Voids and refunds stay visible with their reasons.</p>
  </>
);

interface LedgerRowProps {
  entry: Entry;
  /** Cents; undefined without a contract total. */
  balance: number | undefined;
  wasReturned: boolean;
  actions: readonly LedgerAction[];
  onDo: (action: LedgerAction) => void;
}

const LedgerRow = ({ entry, balance, wasReturned, actions, onDo }: LedgerRowProps) => {
  const isVoided = entry.status === 'voided';
  const receipt = usePrint('receipt');
  return (
    <tr data-voided={isVoided || undefined}>
      <td>{formatDate(entry.payment_date)}</td>
      <td data-wide>
        <strong>{entry.received_from}</strong>{' '}
        {isVoided ? <Chip>Void</Chip> : entry.kind !== 'payment' && <Chip tone="info">{entryLabel(entry)}</Chip>}
        {wasReturned && (
          <Chip tone="danger">{entry.payment_method === 'check' ? 'Returned by the bank' : 'Returned'}</Chip>
        )}
        <div className={classes.label} title={entry.payment_for}>
          {isVoided ? `“${entry.void_reason}” · ${entry.voided_by_name}` : truncatePurpose(entry.payment_for)}
        </div>
      </td>
      <td data-wide>
        {methodLabel(entry)} <CheckNumber payment={entry} />
        <div className={`${classes.label} ${classes.number}`}>{entry.receipt_number}</div>
      </td>
      <td data-figure>{formatAmount(entry.amount)}</td>
      <td data-figure>
        <span className={classes.onPhone}>Balance </span>
        {isVoided || balance === undefined ? '—' : formatMoney(balance)}
      </td>
      <td>
        <Menu position="bottom-end" width={300}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              size={44}
              loading={receipt.isPending}
              aria-label={`Actions for ${entry.receipt_number}`}
            >
              <IconDots size={18} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => receipt.mutate({ id: entry.id })}>Receipt</Menu.Item>
            {actions.map((action) => (
              <Menu.Item key={action} onClick={() => onDo(action)}>
                {actionWords(action, entry)[0]}
                <div className={classes.label}>{actionWords(action, entry)[1]}</div>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </td>
    </tr>
  );
};
