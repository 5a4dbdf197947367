import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { useCaseNumberChoice } from '../cases/parts/case-number-choice.tsx';
import { AnotherCase, DuplicateCases, useDuplicateCases } from '../cases/parts/like-cases.tsx';
import { paths } from '../paths.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useConvertToCase } from './mutations.ts';

interface ConvertDialogProps {
  submission: Submission;
  onClose: () => void;
}

export const ConvertDialog = ({ submission, onClose }: ConvertDialogProps) => {
  const navigate = useNavigate();
  const choice = useCaseNumberChoice(submission.funeral_home_id);
  const conversion = useConvertToCase(submission.id);
  const keyFor = useIdempotencyKey();
  const alike = useDuplicateCases({
    first_name: submission.deceased_first_name ?? '',
    last_name: submission.deceased_last_name ?? '',
    date_of_birth: submission.date_of_birth ?? '',
    date_of_death: submission.date_of_death ?? '',
  });
  const [isAnother, setAnother] = useState(false);
  const [tried, setTried] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!choice.isReady() || conversion.isPending || (alike.length > 0 && !isAnother)) return;
    const number = choice.wanted;
    conversion.mutate(
      { number, idempotencyKey: keyFor(number) },
      {
        onSuccess: ({ case_id, case_number }) => {
          toastSuccess(`Case ${case_number} created`);
          void navigate(paths.case(case_id));
        },
        onError: (error) => {
          if (!choice.refuse(error)) toastFailure(error);
        },
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title="Convert to case" centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {alike.length > 0 && (
            <DuplicateCases cases={alike}>
              <AnotherCase checked={isAnother} tried={tried} onChange={setAnother} />
            </DuplicateCases>
          )}
          <Text>This creates a case with everything the family entered. The submission is kept and linked to it.</Text>
          {submission.informant_last_name && (
            <Text size="sm" c="dimmed">
              {fullName(submission.informant_first_name, submission.informant_last_name)} becomes the informant, using
              the existing customer with that name and phone number or a new one.
            </Text>
          )}
          {choice.field}
          <DialogButtons
            submit={alike.length > 0 ? 'Convert anyway' : 'Convert to case'}
            busy={conversion.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
};
