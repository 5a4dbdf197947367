import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { InsuranceAssignment, Receivables } from '#domain/payments/money-to-come.schema.ts';
import type { InstallmentStatus } from '#domain/payments/money-to-come.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatMoney, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { useApi } from '../../api/api-context.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { receivablesQuery } from '../receivables/queries.ts';
import { AssignmentForm } from './assignment-form.tsx';
import { Assignments } from './assignments.tsx';
import classes from './payments.module.css';
import { PlanForm } from './plan-form.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';

const cents = (amount: string): Cents => parseMoney(amount) ?? 0;
const written = (amount: string): string => formatMoney(cents(amount));

interface ReceivablesPartProps {
  kase: Case;
  contractTotal: Cents;
  paid: Cents;
  today: string;
  canRecord: boolean;
}

type Doing = { what: 'assign' | 'plan' } | { what: 'edit' | 'settle'; one: InsuranceAssignment };
const titles = {
  assign: 'Assign insurance',
  plan: 'Installments',
  edit: 'Edit assignment',
  settle: 'Record the insurer’s payment',
} as const;

/** Who owes what of the balance: what insurers are to pay, and what the family pays by which day. */
export const ReceivablesPart = ({ kase: caseRecord, contractTotal, paid, today, canRecord }: ReceivablesPartProps) => {
  const query = useQuery(receivablesQuery(useApi(), caseRecord.id));
  const [doing, setDoing] = useState<Doing>();
  const expected = query.data;
  const close = () => setDoing(undefined);
  if (!expected)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowsSkeleton rows={1} height={76} />
    );
  return (
    <section className={classes.toCome} aria-label="Expected payments">
      <div className={classes.balance}>
        <Share
          label={expected.family_owes.startsWith('-') ? 'Family overpaid by' : 'Family owes'}
          amount={expected.family_owes.replace('-', '')}
        />
        <Share label="Insurance owes" amount={expected.insurer_owes} />
        {canRecord && (
          <div className={classes.tools}>
            <Button variant="default" onClick={() => setDoing({ what: 'plan' })}>
              {expected.instalments.length ? 'Edit installments' : 'Set up installments'}
            </Button>
            <Button variant="default" onClick={() => setDoing({ what: 'assign' })}>
              Assign insurance
            </Button>
          </div>
        )}
      </div>
      {expected.assignments.length > 0 && (
        <Assignments
          caseId={caseRecord.id}
          assignments={expected.assignments}
          canRecord={canRecord}
          onEdit={(one) => setDoing({ what: 'edit', one })}
          onSettle={(one) => setDoing({ what: 'settle', one })}
        />
      )}
      {expected.instalments.length > 0 && <Plan instalments={expected.instalments} />}
      {doing && (
        <SidePanel title={titles[doing.what]} closeLabel={`Close ${titles[doing.what]}`} onClose={close}>
          {doing.what === 'assign' && <AssignmentForm caseId={caseRecord.id} onDone={close} />}
          {doing.what === 'edit' && <AssignmentForm caseId={caseRecord.id} assignment={doing.one} onDone={close} />}
          {doing.what === 'plan' && (
            <PlanForm
              caseId={caseRecord.id}
              today={today}
              owed={parseMoney(expected.family_owes) ?? 0}
              instalments={expected.instalments}
              onDone={close}
            />
          )}
          {doing.what === 'settle' && (
            <RecordPaymentForm
              caseId={caseRecord.id}
              {...{ today, contractTotal, paid }}
              receivedFrom={doing.one.company}
              begin={{
                ...{ payment_method: 'insurance', payment_for: 'Insurance assignment' },
                amount: toDecimal(cents(doing.one.amount) - cents(doing.one.amount_received)),
              }}
              assignment={doing.one.id}
              onDone={close}
            />
          )}
        </SidePanel>
      )}
    </section>
  );
};

const Share = ({ label, amount }: { label: string; amount: string }) => (
  <div>
    <span className={classes.label}>{label}</span>
    <span className={classes.share}>{written(amount)}</span>
  </div>
);

const statuses: Record<InstallmentStatus, { label: string; tone: Tone }> = {
  paid: { label: 'Paid', tone: 'ok' },
  overdue: { label: 'Overdue', tone: 'danger' },
  due_soon: { label: 'Due soon', tone: 'warn' },
  open: { label: 'Open', tone: 'neutral' },
};

const Plan = ({ instalments: installments }: Pick<Receivables, 'instalments'>) => (
  <table className={`${classes.ledger} ${classes.plan}`} aria-label="Installments">
    <thead>
      <tr>
        <th>Due</th>
        <th>State</th>
        <th data-figure>Installment</th>
        <th data-figure>Paid of it</th>
      </tr>
    </thead>
    <tbody>
      {installments.map(({ due_on, amount, amount_paid, status }) => (
        <tr key={due_on}>
          <td>{formatDate(due_on)}</td>
          <td>
            <Chip tone={statuses[status].tone}>{statuses[status].label}</Chip>
          </td>
          <td data-figure>{written(amount)}</td>
          <td data-figure>
            {written(amount_paid)}
            <span className={classes.onPhone}> paid</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
