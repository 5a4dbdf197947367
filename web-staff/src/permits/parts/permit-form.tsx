import { Button, TextInput } from '@mantine/core';
import { useId } from 'react';
import { permitFields } from '#domain/permits/permit.fields.ts';
import { keptPermit, permitErrors } from '#domain/permits/permit.rules.ts';
import type { Permit } from '#domain/permits/permit.schema.ts';
import { permitMessages } from '#domain/permits/permit-messages.ts';
import { permitNames } from '#domain/permits/permit-names.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { toastProgress, toastRefused, toastSuccess } from '../../ui/feedback/toasts.tsx';
import grid from '../../ui/fields/field-control.module.css';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useValuesForm } from '../../ui/fields/use-values-form.ts';
import { useAddPermit } from '../mutations.ts';
import classes from './permits.module.css';
import { useSettledDuplicate } from './use-settled-duplicate.ts';

/** A permit that is added came from nobody yet. */
const fields = permitFields.filter(({ name }) => name !== 'returned_date');

/** What stands in the empty lines (D3 §2). */
const examples: Readonly<Record<string, string>> = {
  permit_name: 'e.g., Death Certificate',
  permit_number: 'e.g., FL-2026-041773',
};
/** Stays the same, so that it is asked when the form appears and never again. */
const focusOnce = (input: HTMLElement | null) => input?.focus();

interface PermitFormProps {
  caseId: string;
  permits: readonly Permit[];
  today: string;
  /** Code of the state whose names of permits are offered first. */
  state: string;
  onDone: () => void;
}

/** Adds a permit; the button waits until name and number are there and nothing is wrong (D3 §5). */
export const PermitForm = ({ caseId, permits, today, state, onDone }: PermitFormProps) => {
  const adding = useAddPermit(caseId);
  const keyFor = useIdempotencyKey();
  const names = useId();
  const heading = useId();
  const otherNumbers = permits.map(({ permit_number }) => permit_number);
  const form = useValuesForm({}, (values) => permitErrors(values, { otherNumbers, today }));
  const isTaken = useSettledDuplicate(form.values.permit_number, otherNumbers);
  const add = async () => {
    const body = keptPermit(form.values);
    const done = toastProgress('Adding permit...');
    try {
      await adding.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess('Permit added successfully!');
      onDone();
    } catch (error) {
      form.refuse(error);
      toastRefused(error, 'Failed to add permit. Please try again.');
    } finally {
      done();
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isSound && !adding.isPending) void add();
      }}
    >
      <h3 id={heading} className={classes.name}>
        Add New Permit
      </h3>
      <div className={grid.grid}>
        {fields.map((field) => {
          const bound = form.bind({ ...field, rows: 2 });
          const crossed = field.name === 'expiry_date' ? form.faults.expiry_date?.[0] : undefined;
          const error = field.name === 'permit_number' && isTaken ? permitMessages.numberTaken : bound.error;
          return (
            <div key={field.name} data-width={field.width ?? 'full'}>
              {field.name in examples ? (
                <TextInput
                  {...(field.name === 'permit_name' ? { list: names, ref: focusOnce } : {})}
                  label={field.label}
                  withAsterisk
                  aria-required
                  autoComplete="off"
                  maxLength={field.maxLength}
                  placeholder={examples[field.name]}
                  value={asString(bound.value)}
                  error={error}
                  onBlur={bound.onBlur}
                  onChange={(event) => bound.onChange(event.currentTarget.value)}
                />
              ) : (
                <FieldInput {...bound} error={crossed === permitMessages.datesCrossed ? crossed : error} />
              )}
            </div>
          );
        })}
      </div>
      <datalist id={names}>
        {permitNames(state).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={classes.foot}>
        <Button type="submit" disabled={!form.isSound} loading={adding.isPending}>
          Add Permit
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
