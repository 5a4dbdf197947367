import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { assignmentFields, assignmentRules, isMaskedPolicyNumber } from '#domain/payments/assignment.fields.ts';
import {
  type InsuranceAssignment,
  maxInstallments,
  type Receivables,
  SentPlan,
} from '#domain/payments/receivables.schema.ts';
import { equalInstallments, type InstallmentStatus } from '#domain/payments/receivables.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { addMonths, formatDate, latestToday } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatAmount, formatMoney, toCents, toDecimal } from '#domain/shared/values/money.ts';
import { useApi } from '../../api/api-context.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { errorsByField } from '../../ui/feedback/field-errors.ts';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FieldCells } from '../../ui/fields/field-grid.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { MoneyInput } from '../../ui/fields/typed-controls.tsx';
import { useSentForm, type ValuesForm } from '../../ui/fields/use-values-form.ts';
import { IconButton } from '../../ui/gated-button.tsx';
import { SidePanel, useUnsavedPanelGuard } from '../../ui/page/side-panel.tsx';
import { type NewAssignmentBody, useAssignInsurance, useChangeAssignment, useSetInstallments } from '../mutations.ts';
import { receivablesQuery } from '../queries.ts';
import { Assignments } from './assignments.tsx';
import classes from './payments.module.css';
import { RecordPaymentForm } from './record-payment-form.tsx';

interface PlanFormProps {
  caseId: string;
  today: string;
  /** Cents. */
  owed: Cents;
  instalments: Receivables['instalments'];
  onDone: () => void;
}
interface Row {
  key: number;
  due_on: string;
  amount: string;
}

/** More than four installments in a written agreement are credit under Regulation Z, even without cost. */
const maxWithoutDisclosures = 4;

/** Proposes equal monthly installments, which can be changed. Saving an empty list ends the plan. */
export const PlanForm = ({ caseId, today, owed, instalments: installments, onDone }: PlanFormProps) => {
  const setting = useSetInstallments(caseId);
  const keyFor = useIdempotencyKey();
  const keys = useRef(0);
  const rowOf = (due_on: string, amount: string): Row => ({ key: keys.current++, due_on, amount });
  const [rows, setRows] = useState<readonly Row[]>(() => installments.map((one) => rowOf(one.due_on, one.amount)));
  const [before] = useState(rows);
  useUnsavedPanelGuard(rows !== before);
  const [count, setCount] = useState('3');
  const [first, setFirst] = useState(addMonths(today, 1));
  const [error, setError] = useState<string>();
  const wanted = /^[1-9]\d?$/.test(count) ? Math.min(Number.parseInt(count, 10), maxInstallments) : 0;
  const agreed = rows.reduce((sum, { amount }) => sum + toCents(amount), 0);

  const propose = () => {
    setError(undefined);
    setRows(
      equalInstallments(owed, wanted, first, addMonths).map((one) => rowOf(one.due_on, toDecimal(one.amount_cents))),
    );
  };
  const write = (key: number, changes: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { instalments: rows.map(({ due_on, amount }) => ({ due_on, amount })) };
    const found = SentPlan.safeParse(body).error?.issues[0]?.message;
    setError(found);
    if (found) return;
    try {
      await setting.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess(rows.length ? 'Installment plan saved' : 'Installment plan removed');
      onDone();
    } catch (error) {
      const refused = Object.values(errorsByField(error)).flat()[0];
      setError(refused);
      if (!refused) toastFailure(error);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Installments">
      <p className={classes.label}>
        Family owes {formatMoney(Math.max(0, owed))}. New payments apply to the earliest installment first.
      </p>
      <div className={classes.propose}>
        <TextInput
          label="Number of installments"
          inputMode="numeric"
          maxLength={2}
          value={count}
          onChange={({ currentTarget: { value } }) => setCount(value)}
        />
        <DateField label="First due date" value={first} onDay={setFirst} />
        <Button variant="default" disabled={wanted === 0 || first === '' || owed <= 0} onClick={propose}>
          Suggest
        </Button>
      </div>
      {rows.map(({ key, due_on, amount }, at) => (
        <div key={key} className={classes.propose}>
          <DateField label={`Due ${at + 1}`} value={due_on} onDay={(day) => write(key, { due_on: day })} />
          <MoneyInput label={`Amount ${at + 1}`} value={amount} onChange={(value) => write(key, { amount: value })} />
          <IconButton
            icon={IconTrash}
            color="gray"
            label={`Remove installment ${at + 1}`}
            onClick={() => setRows((all) => all.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <p className={classes.label} role="status">
        {rows.length ? `${formatMoney(agreed)} in ${rows.length} installments` : 'No installments'}
      </p>
      {rows.length > maxWithoutDisclosures && (
        <p className={classes.label}>
          A written agreement with more than four installments is consumer credit even without a finance charge.
          Regulation Z disclosures are required first (12 CFR 1026.2(a)(17)).
        </p>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" size="md" fullWidth loading={setting.isPending}>
        {rows.length || installments.length === 0 ? 'Save installments' : 'End plan'}
      </Button>
    </form>
  );
};

interface AssignmentFormProps {
  caseId: string;
  assignment?: InsuranceAssignment;
  onDone: () => void;
}

const required = new Set(['company', 'policy_number', 'amount']);

/** A masked policy number means the stored one and is not validated. */
const judged = (values: ValuesForm['values']): Values =>
  isMaskedPolicyNumber(asString(values.policy_number ?? '')) ? { ...values, policy_number: 'kept' } : values;

export const AssignmentForm = ({ caseId, assignment, onDone }: AssignmentFormProps) => {
  const assigning = useAssignInsurance(caseId);
  const changing = useChangeAssignment(caseId);
  const keyFor = useIdempotencyKey();
  const { form, busy, onSubmit } = useSentForm({
    start: Object.fromEntries(assignmentFields.map(({ name }) => [name, assignment?.[name] ?? ''])),
    judge: (values) =>
      validateFields(assignmentRules, assignmentFields, judged(values), { today: latestToday(new Date()) }),
    send: async (values) => {
      const body = values as NewAssignmentBody;
      const idempotencyKey = keyFor(body);
      if (assignment) await changing.mutateAsync({ id: assignment.id, body, idempotencyKey });
      else await assigning.mutateAsync({ body, idempotencyKey });
    },
    done: assignment ? 'Assignment changed' : 'Insurance assigned',
    onDone,
  });
  useUnsavedPanelGuard(form.isChanged);
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit} aria-label="Insurance assignment">
      <FieldCells fields={assignmentFields}>
        {(field) => <FieldInput {...form.bind(field)} required={required.has(field.name)} />}
      </FieldCells>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {assignment ? 'Save' : 'Assign'}
      </Button>
    </form>
  );
};

interface ReceivablesPartProps {
  caseRecord: Case;
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

export const ReceivablesPart = ({ caseRecord, contractTotal, paid, today, canRecord }: ReceivablesPartProps) => {
  const query = useQuery(receivablesQuery(useApi(), caseRecord.id));
  const [doing, setDoing] = useState<Doing>();
  const expected = query.data;
  const close = () => setDoing(undefined);
  if (!expected) return <QueryState query={query} rows={1} height={76} />;
  return (
    <section className={classes.receivables} aria-label="Expected payments">
      <div className={classes.balance}>
        {contractTotal > 0 && (
          <Share
            label={expected.family_owes.startsWith('-') ? 'Family overpaid by' : 'Family owes'}
            amount={expected.family_owes.replace('-', '')}
          />
        )}
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
              owed={toCents(expected.family_owes)}
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
                payment_method: 'insurance',
                payment_for: 'Insurance assignment',
                amount: toDecimal(toCents(doing.one.amount) - toCents(doing.one.amount_received)),
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
    <span className={classes.share}>{formatAmount(amount)}</span>
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
        <th data-figure>Paid</th>
      </tr>
    </thead>
    <tbody>
      {installments.map(({ due_on, amount, amount_paid, status }) => (
        <tr key={due_on}>
          <td>{formatDate(due_on)}</td>
          <td>
            <Chip tone={statuses[status].tone}>{statuses[status].label}</Chip>
          </td>
          <td data-figure>{formatAmount(amount)}</td>
          <td data-figure>
            {formatAmount(amount_paid)}
            <span className={classes.onPhone}> paid</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
