import { Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { toCaseSections } from '#domain/intake/submission-to-case.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { AttachModal, useAttachChoice } from '../cases/parts/attach-choice.tsx';
import { useCaseNumberChoice } from '../cases/parts/case-number-choice.tsx';
import { AnotherCase, DuplicateCases } from '../cases/parts/like-cases.tsx';
import { DialogButtons } from '../ui/feedback/form-dialog.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { AttachDifferences } from './parts/attach-differences.tsx';
import { useAttaching, useConversion, useConversionPreview } from './use-conversion.ts';

interface ConvertDialogProps {
  submission: Submission;
  /** The case to attach to, if its button was clicked; '' for one still to choose. */
  attachTo?: string | undefined;
  onClose: () => void;
}

export const ConvertDialog = ({ submission, attachTo: wanted, onClose }: ConvertDialogProps) => {
  const choice = useCaseNumberChoice(submission.funeral_home_id);
  const { convert, isPending } = useConversion(submission);
  const { likeCases: alike = [] } = useConversionPreview(submission);
  const { attach, isPending: isAttaching } = useAttaching(submission);
  const name = fullName(stringAt(submission, 'deceased_first_name'), stringAt(submission, 'deceased_last_name'));
  const { attachTo, ...same } = useAttachChoice({ cases: alike, name, wanted });
  const [isAnother, setAnother] = useState(false);
  const [tried, setTried] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || isAttaching) return;
    if (attachTo) return attach(attachTo.id);
    const isDecided = same.isAsked ? same.isNew : alike.length === 0 || isAnother;
    if (!choice.isReady() || !isDecided) return;
    convert(choice.wanted, (error) => {
      if (!choice.refuse(error)) toastFailure(error);
    });
  };

  return (
    <AttachModal onClose={onClose} title={same.title} size={attachTo ? 'xl' : 'md'}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {alike.length > 0 && (
            <DuplicateCases cases={alike}>
              {!same.isAsked && <AnotherCase checked={isAnother} tried={tried} onChange={setAnother} />}
            </DuplicateCases>
          )}
          {same.isAsked && same.field(tried)}
          {attachTo && (
            <AttachDifferences
              caseId={attachTo.id}
              heading="This report"
              record={toCaseSections({ form: submission })}
            />
          )}
          {same.isNew && (
            <>
              <Text>
                This creates a case with everything the family entered. The submission is kept and linked to it.
              </Text>
              {submission.informant_last_name && (
                <Text size="sm" c="dimmed">
                  {fullName(submission.informant_first_name, submission.informant_last_name)} becomes the informant,
                  using the existing customer with that name and phone number, or a new one if there is none or its
                  email or ZIP code differs.
                </Text>
              )}
              {choice.field}
            </>
          )}
          <DialogButtons
            submit={alike.length > 0 && same.submit === 'Convert to case' ? 'Convert anyway' : same.submit}
            busy={isPending || isAttaching}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </AttachModal>
  );
};
