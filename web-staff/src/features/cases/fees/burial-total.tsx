import { useWatch } from 'react-hook-form';
import { documentedFees } from '#domain/statements/fee-names.ts';
import { amountIn } from '#domain/statements/fee-sheet.ts';
import { formatMoney } from '#domain/values/money.ts';
import type { FormValues } from '../../../ui/fields/field-control.tsx';
import type { AnyRecordForm } from '../../../ui/record-form/record-form.ts';
import classes from './fees.module.css';

/** The sum of the burial fees as they are typed (D3 §9). */
export const BurialTotal = ({ form }: { form: AnyRecordForm }) => {
  const total = useWatch({
    control: form.methods.control,
    compute: (held: FormValues) => documentedFees.burial.reduce((sum, name) => sum + amountIn(held[name]), 0),
  });
  return (
    <p className={classes.burial} role="status">
      <span>Burial fees total</span> <strong className={classes.amount}>{formatMoney(total)}</strong>
    </p>
  );
};
