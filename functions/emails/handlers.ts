import type { EventHandlers } from '#functions/platform/workers/worker.ts';
import { onCareDiffers } from './care-emails.ts';
import { onFamilyCodeAsked, onFamilyReviewConfirmed, onFamilyReviewSent } from './family-emails.ts';
import { onIntakeSubmitted } from './intake-emails.ts';
import { onDraftCodeAsked, onReportDraftStored } from './report-draft-emails.ts';
import { onRunSheetChanged } from './run-sheet-emails.ts';
import type { NotifyDependencies } from './send-mail.ts';
import {
  onArchiveEnded,
  onAuthenticatorResetMail,
  onDeadlineNear,
  onGateOverridden,
  onInvitation,
  onMonthReportAsked,
  onMonthReportMade,
} from './staff-emails.ts';
import { onTaskAssigned, onTasksDue } from './task-emails.ts';

/** Returns the worker `notify`: the email of each event. */
export const emailHandlers = (dependencies: NotifyDependencies): EventHandlers => {
  const invite = onInvitation(dependencies);
  const assign = onTaskAssigned(dependencies);
  return {
    'intake.submitted': onIntakeSubmitted(dependencies),
    'invitation.created': invite,
    'invitation.resent': invite,
    'member.authenticator-reset': onAuthenticatorResetMail(dependencies),
    'deadline.near': onDeadlineNear(dependencies),
    'gate.overridden': onGateOverridden(dependencies),
    'care.differs': onCareDiffers(dependencies),
    'task.assigned': assign,
    'office-task.assigned': assign,
    'task.due-near': onTasksDue(dependencies),
    'run-sheet.changed': onRunSheetChanged(dependencies),
    'month-report.made': onMonthReportMade(dependencies),
    'month-report.asked': onMonthReportAsked(dependencies),
    'archive.ended': onArchiveEnded(dependencies),
    'family-page.code-asked': onFamilyCodeAsked(dependencies),
    'report-draft.kept': onReportDraftStored(dependencies),
    'report-draft.code-asked': onDraftCodeAsked(dependencies),
    'family-review.sent': onFamilyReviewSent(dependencies),
    'family-review.confirmed': onFamilyReviewConfirmed(dependencies),
  };
};
