import { Button, Text } from '@mantine/core';
import { IconArrowRight, IconLink, IconPencil, IconPhone, IconPhoneCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { actorOf } from '#domain/registry/policies.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { attachableCases } from '../cases/parts/like-cases.tsx';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { PageBar } from '../ui/page/page-header.tsx';
import { useDeleteSubmission, useMarkContacted } from './mutations.ts';
import classes from './submission-page.module.css';
import { actionsFor } from './submission-text.ts';
import { useConversionPreview } from './use-conversion.ts';

const ConvertDialog = lazyDialog(async () => (await import('./convert-dialog.tsx')).ConvertDialog);
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface SubmissionActionsProps {
  submission: Submission;
  isConverting: boolean;
  /** The case to attach to, if its button was clicked; '' for one still to choose. */
  attachTo?: string | undefined;
  onConverting: (open: boolean, attachTo?: string) => void;
}

/** A disabled action shows its reason; one that the role never has is hidden. */
export const SubmissionActions = ({ submission, isConverting, attachTo, onConverting }: SubmissionActionsProps) => {
  const { id } = submission;
  const viewer = actorOf(useCurrentUser());
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const contacted = useMarkContacted(id);
  const removal = useDeleteSubmission(id);
  const { likeCases = [] } = useConversionPreview(submission);
  const isLikeCase = attachableCases(likeCases).length > 0;
  const actions = actionsFor(submission, viewer);
  /** The number of a family that waits for a call. */
  const waiting = submission.status === 'new' && (submission.submitter_phone || submission.informant_phone);

  const markContacted = () =>
    contacted.mutate(undefined, { onSuccess: () => toastSuccess('Marked as contacted'), onError: toastFailure });
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => {
        toastSuccess('Submission deleted');
        void navigate(paths.submissions, { replace: true });
      },
      onError: toastFailure,
      onSettled: () => setDeleting(false),
    });

  return (
    <>
      {actions.delete.shown && (
        <DisabledReasonButton
          variant="subtle"
          color="red"
          reason={actions.delete.reason}
          leftSection={<IconTrash {...icon} />}
          onClick={() => setDeleting(true)}
        >
          Delete
        </DisabledReasonButton>
      )}
      {actions.edit.shown && (
        <DisabledReasonButton
          variant="default"
          reason={actions.edit.reason}
          leftSection={<IconPencil {...icon} />}
          onClick={() => void navigate(paths.submissionEdit(id))}
        >
          Edit
        </DisabledReasonButton>
      )}
      <PageBar inline>
        {waiting && (
          <Button
            component="a"
            href={telHref(waiting)}
            className={classes.call}
            leftSection={<IconPhone {...icon} />}
            title={formatPhone(waiting)}
          >
            Call
          </Button>
        )}
        {actions.markContacted.shown && (
          <DisabledReasonButton
            variant="default"
            reason={actions.markContacted.reason}
            loading={contacted.isPending}
            leftSection={<IconPhoneCheck {...icon} />}
            onClick={markContacted}
          >
            Mark contacted
          </DisabledReasonButton>
        )}
        {submission.case_id ? (
          <Button component={Link} to={paths.case(submission.case_id)} rightSection={<IconArrowRight {...icon} />}>
            Open case {submission.case_number}
          </Button>
        ) : actions.convert.shown ? (
          <>
            <DisabledReasonButton
              variant={isLikeCase || waiting ? 'default' : undefined}
              reason={actions.convert.reason}
              rightSection={<IconArrowRight {...icon} />}
              onClick={() => onConverting(true)}
            >
              Convert to case
            </DisabledReasonButton>
            {isLikeCase && (
              <Button
                variant={waiting ? 'default' : undefined}
                leftSection={<IconLink {...icon} />}
                onClick={() => onConverting(true, '')}
              >
                Attach to case
              </Button>
            )}
          </>
        ) : null}
      </PageBar>
      <ConfirmModal
        opened={deleting}
        title="Delete this submission?"
        confirmLabel="Delete Permanently"
        danger
        busy={removal.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={remove}
      >
        <Text>Everything the family entered in {submission.reference} is deleted. This cannot be undone.</Text>
      </ConfirmModal>
      {isConverting && (
        <ConvertDialog submission={submission} attachTo={attachTo} onClose={() => onConverting(false)} />
      )}
    </>
  );
};
