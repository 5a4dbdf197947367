import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { useCaseNumberChoice } from '../cases/parts/case-number-choice.tsx';
import { AnotherCase, DuplicateCases } from '../cases/parts/like-cases.tsx';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { useConversion, useConversionPreview } from './use-conversion.ts';

interface ConvertDialogProps {
  submission: Submission;
  onClose: () => void;
}

export const ConvertDialog = ({ submission, onClose }: ConvertDialogProps) => {
  const choice = useCaseNumberChoice(submission.funeral_home_id);
  const { convert, isPending } = useConversion(submission);
  const { likeCases: alike = [] } = useConversionPreview(submission);
  const [isAnother, setAnother] = useState(false);
  const [tried, setTried] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!choice.isReady() || isPending || (alike.length > 0 && !isAnother)) return;
    convert(choice.wanted, (error) => {
      if (!choice.refuse(error)) toastFailure(error);
    });
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
            busy={isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
};
