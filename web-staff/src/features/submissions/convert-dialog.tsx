import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Submission } from '#domain/submissions/submission.schema.ts';
import { useCaseNumberChoice } from '../../entities/cases/case-number-choice.tsx';
import { useConvertToCase } from '../../entities/submissions/mutations.ts';
import { paths } from '../../paths.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts.tsx';

interface ConvertDialogProps {
  submission: Submission;
  onClose: () => void;
}

export const ConvertDialog = ({ submission, onClose }: ConvertDialogProps) => {
  const navigate = useNavigate();
  const choice = useCaseNumberChoice(submission.funeral_home_id);
  const conversion = useConvertToCase(submission.id);
  // A repeated click is the same request; another number is another one.
  const request = useMemo(() => ({ number: choice.wanted, idempotencyKey: crypto.randomUUID() }), [choice.wanted]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!choice.isReady() || conversion.isPending) return;
    conversion.mutate(request, {
      onSuccess: ({ case_id, case_number }) => {
        toastSuccess(`Case ${case_number} created`);
        void navigate(paths.case(case_id));
      },
      onError: (error) => {
        if (!choice.refuse(error)) toastFailure(error);
      },
    });
  };

  return (
    <Modal opened onClose={onClose} title="Convert to case" centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>A case is opened with everything the family entered. The submission stays and leads to it.</Text>
          {choice.field}
          <DialogButtons submit="Convert to case" busy={conversion.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
