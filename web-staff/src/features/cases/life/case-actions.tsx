import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { actorOf, may, refusalFor } from '#domain/access/policies.ts';
import { type CaseAction, nextStep } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { MissingField } from '#domain/forms/completeness.ts';
import { caseKeys } from '../../../entities/cases/keys.ts';
import { type Move, useDeleteCase, useMoveCase } from '../../../entities/cases/mutations.ts';
import { useCurrentUser } from '../../../entities/profile/current-user.ts';
import { paths } from '../../../paths.ts';
import { dialogPart } from '../../../ui/feedback/part.tsx';
import { toastFailure, toastSuccess, toastUndoable } from '../../../ui/feedback/toasts.tsx';
import { GatedButton } from '../../../ui/gated-button.tsx';
import { toastUnsaved } from '../../../ui/record-form/toast-unsaved.ts';
import { dropUnsavedChanges } from '../../../ui/record-form/unsaved-changes.tsx';
import { gapSearch, gapsOf, refusedGaps } from './case-gaps.ts';
import classes from './life.module.css';
import { SeldomActions } from './seldom-actions.tsx';

const GapsDialog = dialogPart(async () => (await import('./gaps-dialog.tsx')).GapsDialog);
const CancelDialog = dialogPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
const CompleteDialog = dialogPart(async () => (await import('./complete-dialog.tsx')).CompleteDialog);
const DeleteDialog = dialogPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog);
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const done: Record<CaseAction, string> = {
  activate: 'activated',
  complete: 'completed',
  cancel: 'cancelled',
  reopen: 'reopened',
};

/** What takes a step back, for administrators: an active case that was cancelled would come back as a draft. */
const undoOf = ({ action, from }: Move): CaseAction | undefined =>
  action === 'complete' || (action === 'cancel' && from === 'draft') ? 'reopen' : undefined;

type Asking =
  | { about: 'complete' | 'cancel' | 'delete' }
  /** `to`: what the case lacks these fields for. */
  | { about: 'gaps'; to: string; gaps: readonly MissingField[] };

interface CaseActionsProps {
  kase: Case;
  /** What the case lacks for its next status; what comes first is the next thing to do. */
  missing?: readonly MissingField[];
  /** Saves what still waits, before the case takes a step; answers the titles of sections in which something is not saved. */
  onBefore?: () => Promise<readonly string[]>;
  /** Goes to a field that is missing; without it the page's address leads there. */
  onJump?: (gap: MissingField) => void;
  /** Opens the history, from the menu of a tablet or phone; elsewhere it has a button of its own. */
  onHistory?: () => void;
}

/** The steps of a case's life, each with its question; what somebody may not do says why, or is not there. */
export const CaseActions = ({ kase, missing = [], onBefore, onJump, onHistory }: CaseActionsProps) => {
  const { id, status } = kase;
  const viewer = actorOf(useCurrentUser());
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const moving = useMoveCase(id);
  const removal = useDeleteCase(id);
  const close = () => setAsking(undefined);
  const number = shownCaseNumber(kase);
  const [gap] = missing;
  const step = { loading: moving.isPending, variant: gap && onJump ? 'default' : 'filled' };

  const move = (step: Move, then?: () => void) =>
    moving.mutate(step, {
      onSuccess: (moved) => {
        then?.();
        close();
        const text = `Case ${number} ${done[step.action]}`;
        const back = undoOf(step);
        if (back === 'reopen' && may(viewer, 'case:reopen', moved))
          toastUndoable(text, () => move({ action: back, from: moved.status }));
        else toastSuccess(text);
      },
      onError: (error) => {
        const gaps = refusedGaps(error);
        if (gaps.length) return setAsking({ about: 'gaps', to: nextStep(step.from)?.to ?? '', gaps });
        close();
        toastFailure(error);
      },
    });

  const onceSaved = async (then: () => void): Promise<void> => {
    const unsaved = (await onBefore?.()) ?? [];
    if (unsaved.length) toastUnsaved(unsaved);
    else then();
  };
  /** Asks for what is missing, or before nobody can change the case any more; else goes on at once. */
  const goOn = () => {
    const now = client.getQueryData<Case>(caseKeys.one(id)) ?? kase;
    const next = nextStep(now.status);
    if (!next) return;
    const gaps = gapsOf(now);
    if (gaps.length) setAsking({ about: 'gaps', to: next.to, gaps });
    else if (next.action === 'complete') setAsking({ about: 'complete' });
    else move({ action: next.action, from: now.status });
  };

  const jump = (gap: MissingField) => {
    close();
    if (onJump) onJump(gap);
    else void navigate({ search: gapSearch(gap) }, { replace: true });
  };

  const remove = (query: Parameters<typeof removal.mutate>[0]) =>
    removal.mutate(query, {
      onSuccess: async () => {
        toastSuccess(`Case ${number} deleted`);
        dropUnsavedChanges();
        await navigate(paths.cases, { replace: true });
        client.removeQueries({ queryKey: caseKeys.one(id) });
      },
      onError: (error) => {
        close();
        toastFailure(error);
      },
    });

  return (
    <>
      <SeldomActions
        kase={kase}
        onHistory={onHistory}
        onDelete={() => setAsking({ about: 'delete' })}
        onCancel={() => setAsking({ about: 'cancel' })}
      />
      {may(viewer, 'case:activate', kase) && (
        <Button {...step} rightSection={<IconArrowRight {...icon} />} onClick={() => void onceSaved(goOn)}>
          Activate
        </Button>
      )}
      {may(viewer, 'case:complete', kase) && (
        <Button {...step} leftSection={<IconCheck {...icon} />} onClick={() => void onceSaved(goOn)}>
          Complete
        </Button>
      )}
      {gap && onJump && may(viewer, 'case:edit', kase) && (
        <Button className={classes.next} title={gap.message} onClick={() => jump(gap)}>
          Next: {gap.label}
        </Button>
      )}
      {(status === 'completed' || status === 'cancelled') && (
        <Reopen
          refused={refusalFor(viewer, 'case:reopen', kase)?.detail}
          busy={moving.isPending}
          onReopen={() => move({ action: 'reopen', from: status })}
        >
          {status === 'cancelled' ? 'Reopen as draft' : 'Reopen'}
        </Reopen>
      )}
      {asking?.about === 'complete' && (
        <CompleteDialog
          kase={kase}
          busy={moving.isPending}
          onClose={close}
          onComplete={(then) => move({ action: 'complete', from: status }, then)}
        />
      )}
      {asking?.about === 'gaps' && <GapsDialog to={asking.to} gaps={asking.gaps} onJump={jump} onClose={close} />}
      {asking?.about === 'cancel' && (
        <CancelDialog
          kase={kase}
          busy={moving.isPending}
          onClose={close}
          onCancel={(reason) => void onceSaved(() => move({ action: 'cancel', from: status, reason }))}
        />
      )}
      {asking?.about === 'delete' && (
        <DeleteDialog kase={kase} busy={removal.isPending} onClose={close} onDelete={remove} />
      )}
    </>
  );
};

interface ReopenProps {
  /** Why this person may not (D2 §4). */
  refused: string | undefined;
  busy: boolean;
  onReopen: () => void;
  children: ReactNode;
}

const Reopen = ({ refused, busy, onReopen, children }: ReopenProps) => (
  <>
    {refused && <span className={classes.aside}>(Administrator only)</span>}
    <GatedButton
      variant="default"
      reason={refused}
      loading={busy}
      leftSection={<IconArrowBackUp {...icon} />}
      onClick={onReopen}
    >
      {children}
    </GatedButton>
  </>
);
