import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { assignmentFields, assignmentRules } from '#domain/payments/assignment.fields.ts';
import type { InsuranceAssignment } from '#domain/payments/money-to-come.schema.ts';
import { isMaskedPolicyNumber } from '#domain/payments/policy-number.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldCells } from '../../ui/fields/field-cells.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useValuesForm, type ValuesForm } from '../../ui/fields/use-values-form.ts';
import { useUnsavedPanelGuard } from '../../ui/page/side-panel.tsx';
import { type NewAssignmentBody, useAssignInsurance, useChangeAssignment } from '../receivables/mutations.ts';
import classes from './payments.module.css';

interface AssignmentFormProps {
  caseId: string;
  /** The one to change; a new one without it. */
  assignment?: InsuranceAssignment;
  onDone: () => void;
}

const required = new Set(['company', 'policy_number', 'amount']);

/** The mask of a stored policy number stands for it, and is nothing to judge. */
const judged = (values: ValuesForm['values']): Values =>
  isMaskedPolicyNumber(asString(values.policy_number ?? '')) ? { ...values, policy_number: 'kept' } : values;

/** What a family assigned of an insurance: who pays how much, and when. */
export const AssignmentForm = ({ caseId, assignment, onDone }: AssignmentFormProps) => {
  const assigning = useAssignInsurance(caseId);
  const changing = useChangeAssignment(caseId);
  const keyFor = useIdempotencyKey();
  const form = useValuesForm(
    Object.fromEntries(assignmentFields.map(({ name }) => [name, assignment?.[name] ?? ''])),
    (values) => validateFields(assignmentRules, assignmentFields, judged(values), null),
  );
  useUnsavedPanelGuard(form.isChanged);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const body = form.values as NewAssignmentBody;
    try {
      const idempotencyKey = keyFor(body);
      if (assignment) await changing.mutateAsync({ id: assignment.id, body, idempotencyKey });
      else await assigning.mutateAsync({ body, idempotencyKey });
      toastSuccess(assignment ? 'Assignment changed' : 'Insurance assigned');
      onDone();
    } catch (error) {
      if (!form.refuse(error)) toastFailure(error);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Insurance assignment">
      <FieldCells fields={assignmentFields}>
        {(field) => <FieldInput {...form.bind(field)} required={required.has(field.name)} />}
      </FieldCells>
      <Button type="submit" size="md" fullWidth loading={assigning.isPending || changing.isPending}>
        {assignment ? 'Save' : 'Assign'}
      </Button>
    </form>
  );
};
