import { Text } from '@mantine/core';
import { useState } from 'react';
import { CancellationReason, reasonLimit } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { CountedTextInput } from '../../ui/fields/switch-and-counted-inputs.tsx';
import { focusedFirst } from '../../ui/fields/use-values-form.ts';

interface CancelDialogProps {
  caseRecord: Case;
  busy: boolean;
  onCancel: (reason: string) => void;
  onClose: () => void;
}

const field = {
  name: 'reason',
  label: 'Reason',
  kind: 'textarea',
  help: 'Stored with the case.',
  maxLength: reasonLimit,
} as const;

export const CancelDialog = ({ caseRecord, busy, onCancel, onClose }: CancelDialogProps) => {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const judged = CancellationReason.safeParse(reason);
  const submit = () => {
    setTried(true);
    if (judged.success) onCancel(judged.data);
  };
  return (
    <FormDialog
      title="Cancel case"
      submit="Cancel case"
      back="Keep case"
      danger
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {shownCaseNumber(caseRecord)} will be locked. Its information is kept for reference. Administrators can reopen
        it as a draft.
      </Text>
      <CountedTextInput
        field={field}
        value={reason}
        onChange={(value) => setReason(asString(value))}
        error={tried && !judged.success ? judged.error.issues[0]?.message : undefined}
        inputRef={focusedFirst}
      />
    </FormDialog>
  );
};
