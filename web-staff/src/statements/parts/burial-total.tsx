import { useWatch } from 'react-hook-form';
import { type Cents, formatMoney } from '#domain/shared/values/money.ts';
import { documentedFees } from '#domain/statements/fee-names.ts';
import { centsOrZero } from '#domain/statements/fee-sheet.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import type { AnyRecordForm } from '../../ui/record-form/record-form.ts';
import classes from './fees.module.css';

type Fees = Readonly<Record<string, unknown>>;
const totalOf = (fees: Fees) => documentedFees.burial.reduce((sum, name) => sum + centsOrZero(fees[name]), 0);

export const BurialTotal = ({ form }: { form: AnyRecordForm }) => {
  const total = useWatch({ control: form.methods.control, compute: (held: FormValues) => totalOf(held) });
  return <Sum total={total} role="status" />;
};

export const BurialTotalReading = ({ values }: { values: Fees }) => <Sum total={totalOf(values)} />;

const Sum = ({ total, role }: { total: Cents; role?: string }) => (
  <p className={classes.burial} role={role}>
    <span>Burial fees total</span> <strong className={classes.amount}>{formatMoney(total)}</strong>
  </p>
);
