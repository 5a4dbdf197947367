import { Anchor, Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { type CaseAction, caseMessages, nextStep } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { missingForNextStep } from '#domain/cases/present-case.ts';
import { flatNames } from '#domain/cases/sections/case-sections.ts';
import { actorOf, denialReason, isAllowed } from '#domain/registry/policies.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { paths } from '../../paths.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { errorsByField } from '../../ui/feedback/field-errors.ts';
import { lazyDialog } from '../../ui/feedback/lazy-component.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess, toastUndoable } from '../../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../../ui/gated-button.tsx';
import { toastUnsaved } from '../../ui/record-form/save-state.tsx';
import { discardUnsavedChanges } from '../../ui/record-form/use-record-form.tsx';
import { caseKeys } from '../keys.ts';
import { type Move, useDeleteCase, useMoveCase } from '../mutations.ts';
import { DuplicateCases } from '../parts/like-cases.tsx';
import { sectionValuesOf } from '../parts/section-values.ts';
import classes from './life.module.css';
import { MoreCaseActions } from './more-actions.tsx';
import { useOpenItems } from './use-open-items.ts';

const gapsOf = (caseRecord: Case): MissingField[] => missingForNextStep(sectionValuesOf(caseRecord), caseRecord.status);

/** Returns the missing fields of a rejection; empty if it had another reason. */
const refusedGaps = (error: unknown): MissingField[] => {
  if (!(error instanceof ApiError) || !error.body.missing_fields_by_category) return [];
  return Object.entries(errorsByField(error)).flatMap(([name, [message = '']]) => {
    const found = flatNames.get(name);
    return found ? [{ section: found.section, field: name, label: found.field.label, message }] : [];
  });
};

const gapSearch = ({ section, field }: { section: string; field?: string | undefined }): string =>
  `?${new URLSearchParams({ section, ...(field ? { field } : {}) })}`;

export const CaseStateNotice = ({ caseRecord }: { caseRecord: Case }) => (
  <>
    <OpenedBeside caseId={caseRecord.id} />
    {caseRecord.status === 'completed' && (
      <div className={classes.notice}>
        <Notice tone="info">
          {caseMessages.completed} {caseMessages.stillOpen}
        </Notice>
      </div>
    )}
    {caseRecord.status === 'cancelled' && <Cancelled caseRecord={caseRecord} />}
    {caseRecord.status === 'active' && !caseRecord.marital_status && caseRecord.stillborn !== true && (
      <Asked section="demographics" field="marital_status" what="marital status" />
    )}
    {caseRecord.status === 'active' && caseRecord.marital_status === 'married' && (
      <SpouseAsked caseRecord={caseRecord} />
    )}
  </>
);

/** An active case of a married person names the spouse (D2 §5); the marital status may arrive later. */
const SpouseAsked = ({ caseRecord: { spouse_first_name: first, spouse_last_name: last } }: { caseRecord: Case }) =>
  (!first || !last) && (
    <Asked
      section="family"
      field={first ? 'spouse_last_name' : 'spouse_first_name'}
      what={first ? 'spouse’s last name' : last ? 'spouse’s first name' : 'spouse’s name'}
    />
  );

const Asked = ({ section, field, what }: { section: string; field: string; what: string }) => (
  <div className={classes.notice}>
    <Notice tone="warning">
      The {what} is missing.{' '}
      <Anchor component={Link} to={{ search: gapSearch({ section, field }) }} replace inherit underline="always">
        Enter the {what}
      </Anchor>
    </Notice>
  </div>
);

const Cancelled = ({ caseRecord }: { caseRecord: Case }) => {
  const { time_zone } = useCurrentUser().funeral_home_details;
  const { cancelled_at: at } = caseRecord;
  const facts = [
    ['Reason', caseRecord.cancellation_reason || 'None given'],
    ['Cancelled by', caseRecord.cancelled_by_name || 'System'],
    ['Date', at ? formatDate(todayIn(time_zone, new Date(at))) : 'Unknown'],
  ];
  return (
    <div className={classes.notice}>
      <Notice tone="warning" title={caseMessages.cancelled}>
        <dl className={classes.facts}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Notice>
    </div>
  );
};

const OpenedBeside = ({ caseId }: { caseId: string }) => {
  const { data: alike = [] } = useQuery<PossibleDuplicateCase[]>({
    queryKey: caseKeys.alike(caseId),
    queryFn: skipToken,
  });
  if (alike.length === 0) return null;
  return (
    <div className={classes.notice}>
      <DuplicateCases cases={alike} />
    </div>
  );
};

const GapsDialog = lazyDialog(async () => (await import('./missing-fields-dialog.tsx')).GapsDialog);
const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
const CompleteDialog = lazyDialog(async () => (await import('./complete-dialog.tsx')).CompleteDialog);
const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog);
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const done: Record<CaseAction, string> = {
  activate: 'activated',
  complete: 'completed',
  cancel: 'cancelled',
  reopen: 'reopened',
};

/** The undo for administrators. Not of cancelling an active case, which would reopen as a draft. */
const undoOf = ({ action, from }: Move): CaseAction | undefined =>
  action === 'complete' || (action === 'cancel' && from === 'draft') ? 'reopen' : undefined;

type Asking =
  | { question: 'complete' | 'cancel' | 'delete' }
  | { question: 'gaps'; to: string; gaps: readonly MissingField[] };

interface CaseActionsProps {
  caseRecord: Case;
  missing: readonly MissingField[];
  /** Saves pending changes before an action; returns the titles of sections with unsaved changes. */
  onBefore: () => Promise<readonly string[]>;
  onJump: (place: Pick<MissingField, 'section'> & { field?: string | undefined }) => void;
  onHistory: () => void;
}

export const CaseActions = ({ caseRecord, missing, onBefore, onJump, onHistory }: CaseActionsProps) => {
  const { id, status } = caseRecord;
  const viewer = actorOf(useCurrentUser());
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const moving = useMoveCase(id);
  const removal = useDeleteCase(id);
  const close = () => setAsking(undefined);
  const number = shownCaseNumber(caseRecord);
  const [gap] = missing;
  const reopenDenial = denialReason(viewer, 'case:reopen', caseRecord)?.detail;
  const open = useOpenItems(caseRecord);
  const next = gap || status !== 'active' ? undefined : open?.find(({ isAction }) => isAction);
  const isOpen = status === 'active' && open?.length !== 0;
  const step = { loading: moving.isPending, variant: gap || isOpen ? 'default' : 'filled' };

  const move = (step: Move, then?: () => void) =>
    moving.mutate(step, {
      onSuccess: (moved) => {
        then?.();
        close();
        const text = `Case ${number} ${done[step.action]}`;
        const back = undoOf(step);
        if (back === 'reopen' && isAllowed(viewer, 'case:reopen', moved))
          toastUndoable(text, () => move({ action: back, from: moved.status }));
        else toastSuccess(text);
      },
      onError: (error) => {
        const gaps = refusedGaps(error);
        if (gaps.length) return setAsking({ question: 'gaps', to: nextStep(step.from)?.to ?? '', gaps });
        close();
        toastFailure(error);
      },
    });

  const onceSaved = async (then: () => void): Promise<void> => {
    const unsaved = await onBefore();
    if (unsaved.length) toastUnsaved(unsaved);
    else then();
  };
  /** Asks for missing fields, or before the case becomes read-only. */
  const goOn = () => {
    const now = client.getQueryData<Case>(caseKeys.one(id)) ?? caseRecord;
    const next = nextStep(now.status);
    if (!next) return;
    const gaps = gapsOf(now);
    if (gaps.length) setAsking({ question: 'gaps', to: next.to, gaps });
    else if (next.action === 'complete') setAsking({ question: 'complete' });
    else move({ action: next.action, from: now.status });
  };

  const jump = (place: Pick<MissingField, 'section'> & { field?: string | undefined }) => {
    close();
    onJump(place);
  };

  const remove = (query: Parameters<typeof removal.mutate>[0]) =>
    removal.mutate(query, {
      onSuccess: async () => {
        toastSuccess(`Case ${number} deleted`);
        discardUnsavedChanges();
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
      <MoreCaseActions
        caseRecord={caseRecord}
        onHistory={onHistory}
        onDelete={() => setAsking({ question: 'delete' })}
        onCancel={() => setAsking({ question: 'cancel' })}
      />
      {isAllowed(viewer, 'case:activate', caseRecord) && (
        <Button {...step} rightSection={<IconArrowRight {...icon} />} onClick={() => void onceSaved(goOn)}>
          Activate
        </Button>
      )}
      {isAllowed(viewer, 'case:complete', caseRecord) && (
        <Button {...step} leftSection={<IconCheck {...icon} />} onClick={() => void onceSaved(goOn)}>
          Complete
        </Button>
      )}
      {gap && isAllowed(viewer, 'case:edit', caseRecord) && (
        <Button className={`${classes.next} ${classes.gap}`} title={gap.message} onClick={() => jump(gap)}>
          Next: {gap.label}
        </Button>
      )}
      {!open && !gap && status === 'active' && <span className={classes.awaited} />}
      {next && isAllowed(viewer, 'case:edit', caseRecord) && (
        <>
          {next.detail && <span className={classes.why}>{next.detail}</span>}
          <Button className={classes.next} onClick={() => jump(next)}>
            {next.label}
          </Button>
        </>
      )}
      {(status === 'completed' || status === 'cancelled') && (
        <>
          {reopenDenial && <span className={classes.aside}>(Administrator only)</span>}
          <DisabledReasonButton
            variant="default"
            reason={reopenDenial}
            loading={moving.isPending}
            leftSection={<IconArrowBackUp {...icon} />}
            onClick={() => move({ action: 'reopen', from: status })}
          >
            {status === 'cancelled' ? 'Reopen as draft' : 'Reopen'}
          </DisabledReasonButton>
        </>
      )}
      {asking?.question === 'complete' && (
        <CompleteDialog
          caseRecord={caseRecord}
          busy={moving.isPending}
          onClose={close}
          onJump={jump}
          onComplete={(then, reason) => move({ action: 'complete', from: status, reason }, then)}
        />
      )}
      {asking?.question === 'gaps' && <GapsDialog to={asking.to} gaps={asking.gaps} onJump={jump} onClose={close} />}
      {asking?.question === 'cancel' && (
        <CancelDialog
          caseRecord={caseRecord}
          busy={moving.isPending}
          onClose={close}
          onCancel={(reason) => void onceSaved(() => move({ action: 'cancel', from: status, reason }))}
        />
      )}
      {asking?.question === 'delete' && (
        <DeleteDialog caseRecord={caseRecord} busy={removal.isPending} onClose={close} onDelete={remove} />
      )}
    </>
  );
};
