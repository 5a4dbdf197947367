import { Button } from '@mantine/core';
import { type Resolver, useForm } from 'react-hook-form';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { faultsOf } from '#domain/forms/faults.ts';
import type { Values } from '#domain/forms/rules.ts';
import { assignmentFields, assignmentRules } from '#domain/money-to-come/assignment.fields.ts';
import type { InsuranceAssignment } from '#domain/money-to-come/money-to-come.schema.ts';
import { isMaskedPolicyNumber } from '#domain/money-to-come/policy-number.ts';
import { useIdempotencyKey } from '../../../api/idempotency-key.ts';
import {
  type NewAssignmentBody,
  useAssignInsurance,
  useChangeAssignment,
} from '../../../entities/money-to-come/mutations.ts';
import { FieldGrid, type FormValues } from '../../../ui/fields/field-control.tsx';
import { textOf } from '../../../ui/fields/field-shape.ts';
import { toastFailure, toastSuccess } from '../../../ui/toasts.tsx';
import classes from './money.module.css';

interface AssignmentFormProps {
  caseId: string;
  /** The one to change; a new one without it. */
  assignment?: InsuranceAssignment;
  onDone: () => void;
}

const required = new Set(['company', 'policy_number', 'amount']);

/** The mask of a stored policy number stands for it, and is nothing to judge. */
const judged = (values: FormValues): Values =>
  isMaskedPolicyNumber(textOf(values.policy_number ?? '')) ? { ...values, policy_number: 'kept' } : values;

/** What a family assigned of an insurance: who pays how much, and when. */
export const AssignmentForm = ({ caseId, assignment, onDone }: AssignmentFormProps) => {
  const assigning = useAssignInsurance(caseId);
  const changing = useChangeAssignment(caseId);
  const keyFor = useIdempotencyKey();
  const resolver: Resolver<FormValues> = (values) => {
    const faults = Object.entries(faultsOf(assignmentRules, assignmentFields, judged(values), null));
    const errors = faults.map(([name, [message]]) => [name, { type: 'rule', message }]);
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  };
  const { control, handleSubmit, setError, getValues } = useForm<FormValues>({
    mode: 'onTouched',
    resolver,
    defaultValues: Object.fromEntries(assignmentFields.map(({ name }) => [name, assignment?.[name] ?? ''])),
  });
  const submit = handleSubmit(async (values) => {
    const body = values as NewAssignmentBody;
    try {
      const idempotencyKey = keyFor(body);
      if (assignment) await changing.mutateAsync({ id: assignment.id, body, idempotencyKey });
      else await assigning.mutateAsync({ body, idempotencyKey });
      toastSuccess(assignment ? 'Assignment changed' : 'Insurance assigned');
      onDone();
    } catch (error) {
      const faults = error instanceof ApiError ? Object.entries(fieldErrors(error.body)) : [];
      for (const [name, [message]] of faults) if (name in getValues()) setError(name, { type: 'server', message });
      if (!faults.some(([name]) => name in getValues())) toastFailure(error);
    }
  });
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Insurance assignment">
      <FieldGrid control={control} fields={assignmentFields} required={required} />
      <Button type="submit" size="md" fullWidth loading={assigning.isPending || changing.isPending}>
        {assignment ? 'Save' : 'Assign'}
      </Button>
    </form>
  );
};
