import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { type CopyAction, copyFields, copyRules } from '#domain/certificates/copies.fields.ts';
import { copyErrors, keptCopies } from '#domain/certificates/copies.rules.ts';
import type { Copies } from '#domain/certificates/copies.schema.ts';
import { isRequired, isShown } from '#domain/shared/forms/rules.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import grid from '../../ui/fields/field-control.module.css';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useValuesForm } from '../../ui/fields/use-values-form.ts';
import { useRestoreFocus } from '../../ui/restore-focus.ts';
import { useRecordCopies } from '../queries.ts';
import classes from './certificates.module.css';

interface CopiesFormProps {
  caseId: string;
  copies: Copies;
  today: string;
  /** What happens next, most likely. */
  move: CopyAction;
  /** What the statement charges for one, as a decimal; '' where it says nothing. */
  feeEach: string;
  recipient: string;
  onDone: () => void;
}

/** So many copies, most likely: all that wait for this to happen. */
const proposed = ({ outstanding, on_hand }: Copies, move: string): string =>
  move === 'received' && outstanding > 0
    ? String(outstanding)
    : move === 'handed_out' && on_hand > 0
      ? String(on_hand)
      : '';

/** Records that copies were ordered, received or handed out. */
export const CopiesForm = ({ caseId, copies, today, move, feeEach, recipient, onDone }: CopiesFormProps) => {
  const recording = useRecordCopies(caseId);
  const root = useRef<HTMLFormElement>(null);
  useRestoreFocus();
  useEffect(() => root.current?.querySelector<HTMLElement>('select')?.focus(), []);
  const keyFor = useIdempotencyKey();
  const context = { today, totals: copies };
  const [name] = recipient.split(/[\n,]/);
  const form = useValuesForm(
    {
      ...{ move, on: today, copies: proposed(copies, move), copy_type: 'long', fee_each: feeEach },
      ...{ recipient: name?.trim() ?? '', notes: '' },
    },
    (values) => copyErrors(values, context),
  );
  const record = async () => {
    const body = keptCopies(form.values, context);
    try {
      await recording.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess('Copies recorded');
      onDone();
    } catch (error) {
      form.refuse(error);
      toastFailure(error);
    }
  };
  return (
    <form
      ref={root}
      className={classes.form}
      noValidate
      aria-label="Record Copies"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isSound && !recording.isPending) void record();
      }}
    >
      <div className={grid.grid}>
        {copyFields
          .filter((field) => isShown(copyRules, field, form.values, context))
          .map((field) => {
            const bound = form.bind(field);
            return (
              <div key={field.name} data-width={'width' in field ? field.width : 'full'}>
                <FieldInput
                  {...bound}
                  latest={today}
                  required={isRequired(copyRules, field, form.values, context)}
                  // A number beyond what there is is named at once.
                  error={bound.error ?? (field.name === 'copies' && form.values.copies ? form.faults.copies?.[0] : '')}
                  onChange={(value) => {
                    bound.onChange(value);
                    if (field.name === 'move') form.set('copies', proposed(copies, String(value)));
                  }}
                />
              </div>
            );
          })}
      </div>
      <div className={classes.foot}>
        <Button type="submit" disabled={!form.isSound} loading={recording.isPending}>
          Record
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
