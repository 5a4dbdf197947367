import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { maxInstallments, type Receivables, SentPlan } from '#domain/payments/money-to-come.schema.ts';
import { equalInstallments } from '#domain/payments/money-to-come.ts';
import { addMonths } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatMoney, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { faultsByField } from '../../ui/feedback/field-errors.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { MoneyInput } from '../../ui/fields/typed-controls.tsx';
import { useUnsavedPanelGuard } from '../../ui/page/side-panel.tsx';
import { useSetInstallments } from '../receivables/mutations.ts';
import classes from './payments.module.css';

interface PlanFormProps {
  caseId: string;
  today: string;
  /** What the family owes, in cents. */
  owed: Cents;
  instalments: Receivables['instalments'];
  onDone: () => void;
}
interface Row {
  key: number;
  due_on: string;
  amount: string;
}

/** From one more on, what is agreed on in writing is credit by Regulation Z, whatever it costs. */
const maxWithoutDisclosures = 4;

/** Equal monthly instalments are proposed; each can be changed. Saving none ends the plan. */
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
  const [fault, setError] = useState<string>();
  const wanted = /^[1-9]\d?$/.test(count) ? Math.min(Number.parseInt(count, 10), maxInstallments) : 0;
  const agreed = rows.reduce((sum, { amount }) => sum + (parseMoney(amount) ?? 0), 0);

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
      const refused = Object.values(faultsByField(error)).flat()[0];
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
        <TextInput
          label="First due date"
          type="date"
          value={first}
          onChange={({ currentTarget: { value } }) => setFirst(value)}
        />
        <Button variant="default" disabled={wanted === 0 || first === '' || owed <= 0} onClick={propose}>
          Suggest
        </Button>
      </div>
      {rows.map(({ key, due_on, amount }, at) => (
        <div key={key} className={classes.propose}>
          <TextInput
            label={`Due ${at + 1}`}
            type="date"
            value={due_on}
            onChange={({ currentTarget: { value } }) => write(key, { due_on: value })}
          />
          <MoneyInput label={`Amount ${at + 1}`} value={amount} onChange={(value) => write(key, { amount: value })} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={`Remove installment ${at + 1}`}
            onClick={() => setRows((all) => all.filter((row) => row.key !== key))}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <p className={classes.label} role="status">
        {rows.length ? `${formatMoney(agreed)} in ${rows.length} installments` : 'No installments'}
      </p>
      {rows.length > maxWithoutDisclosures && (
        <p className={classes.label}>
          Agreed on in writing, more than four installments are credit, also where they cost nothing: Regulation Z asks
          for its disclosures first (12 CFR 1026.2(a)(17)).
        </p>
      )}
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" size="md" fullWidth loading={setting.isPending}>
        {rows.length || installments.length === 0 ? 'Save installments' : 'End plan'}
      </Button>
    </form>
  );
};
