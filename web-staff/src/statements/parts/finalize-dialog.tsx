import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { asString } from '#domain/shared/values/as-string.ts';
import { type Cents, formatMoney, toDecimal } from '#domain/shared/values/money.ts';
import type { Check } from '#domain/statements/checked-statement.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { focusedFirst } from '../../ui/fields/focused-first.ts';
import { useRestoreFocus } from '../../ui/restore-focus.ts';
import { useFinalizeStatement } from '../mutations.ts';

const reasonField = { name: 'reason', label: 'Why there is another version', kind: 'text', maxLength: 500 } as const;

interface FinalizeDialogProps {
  caseId: string;
  version: number;
  /** The complete total on the screen, in cents. */
  total: Cents;
  warnings: readonly Check[];
  onClose: () => void;
}

/** Says once more what is frozen, and what was left to be checked. */
export const FinalizeDialog = ({ caseId, version, total, warnings, onClose }: FinalizeDialogProps) => {
  useRestoreFocus();
  const finalizing = useFinalizeStatement(caseId);
  const keyFor = useIdempotencyKey();
  const [reason, setReason] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (finalizing.isPending) return;
    const body = { complete_total: toDecimal(total), ...(reason.trim() ? { reason } : {}) };
    try {
      const { statement_number } = await finalizing.mutateAsync({ body, idempotencyKey: keyFor({ body, version }) });
      toastSuccess(`Statement ${statement_number} finalized`);
      onClose();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Finalize version ${version}`} centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>
            The Statement of <strong>{formatMoney(total)}</strong> is frozen and gets its number. Later changes of the
            fees become the next version; this one stays as it is.
          </Text>
          {warnings.map(({ id, title, detail }) => (
            <Notice key={id} tone="warning" title={title}>
              {detail}
            </Notice>
          ))}
          {version > 1 && (
            <FieldInput
              field={reasonField}
              value={reason}
              onChange={(value) => setReason(asString(value))}
              inputRef={focusedFirst}
            />
          )}
          <DialogButtons submit="Finalize" busy={finalizing.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
