import { Modal, Stack, Text } from '@mantine/core';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { disclosuresAgreementFields } from '#domain/cases/sections/disclosures-agreement.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { NewAcceptance, type Statement } from '#domain/statements/statement.schema.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import type { FieldShape } from '../../ui/fields/field-shape.ts';
import { focusedFirst } from '../../ui/fields/focused-first.ts';
import { useValuesForm } from '../../ui/fields/use-values-form.ts';
import { useRestoreFocus } from '../../ui/restore-focus.ts';
import { useAcceptStatement } from '../mutations.ts';

const given: FieldShape = { name: 'given_on', label: 'Given to the family to keep on', kind: 'date' };
const asked = ['accepted_by', 'signed_by', 'signature_date', 'co_signer_1', 'co_signer_2'] as const;
const fields: readonly FieldShape[] = [
  ...asked.flatMap((name) => disclosuresAgreementFields.filter((field) => field.name === name)),
  given,
];

interface AcceptDialogProps {
  kase: Case;
  statement: Statement;
  today: string;
  onClose: () => void;
}

/**
 * What is most often so: whoever buys accepts the Statement, today. A signature is never supposed: it stands where the case
 * says who has signed, and what the case says comes first.
 */
const proposed = ({ sections }: Case, today: string): Record<string, string> => {
  const known: Readonly<Record<string, unknown>> = sections.disclosuresAgreement?.values ?? {};
  const said = (name: string): string => String(known[name] ?? '');
  // As the Statement names whoever buys.
  const purchaser = String(sections.informant?.values.informant_name ?? '');
  return {
    ...Object.fromEntries(asked.map((name) => [name, said(name)])),
    accepted_by: said('accepted_by') || said('signed_by') || purchaser,
    given_on: today,
  };
};

/** Who accepts a Statement; who most likely does stands there already. */
export const AcceptDialog = ({ kase: caseRecord, statement, today, onClose }: AcceptDialogProps) => {
  useRestoreFocus();
  const accepting = useAcceptStatement(caseRecord.id, statement.id);
  const keyFor = useIdempotencyKey();
  const form = useValuesForm(proposed(caseRecord, today), (values) => schemaErrors(NewAcceptance, values));
  const accept = async () => {
    const body = NewAcceptance.parse(form.values);
    try {
      await accepting.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess(`Version ${statement.version} marked signed`);
      onClose();
    } catch (error) {
      form.refuse(error);
      toastFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Mark version ${statement.version} signed`} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isSound && !accepting.isPending) void accept();
          else for (const field of fields) form.bind(field).onBlur?.();
        }}
      >
        <Stack gap="md">
          <Text>For a Statement signed on paper. Record who accepted it and when you gave the family their copy.</Text>
          {fields.map((field) => (
            <FieldInput
              key={field.name}
              {...form.bind(field)}
              {...(field.name === 'accepted_by' && { inputRef: focusedFirst })}
              required={field.name === 'accepted_by' || field.name === 'given_on'}
            />
          ))}
          <DialogButtons submit="Mark signed" busy={accepting.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
