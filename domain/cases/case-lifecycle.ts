import * as z from 'zod';
import { singleLineText } from '#domain/shared/values/text.ts';
import type { CaseStatus } from './case.schema.ts';

/** What moves a case from one status to another (D2 §4). */
export const caseActions = ['activate', 'complete', 'cancel', 'reopen'] as const;
export type CaseAction = (typeof caseActions)[number];

/**
 * Which action leads from a status where; what is not here is refused. A cancelled case that is reopened is a draft
 * again: nobody knows what of it still holds, and activating it asks for what an active case needs.
 */
export const caseTransitions = {
  draft: { activate: 'active', cancel: 'cancelled' },
  active: { complete: 'completed', cancel: 'cancelled' },
  completed: { reopen: 'active' },
  cancelled: { reopen: 'draft' },
} as const satisfies Record<CaseStatus, Partial<Record<CaseAction, CaseStatus>>>;

/** The status that an action leads to; undefined where it is refused. */
export function statusAfter(status: CaseStatus, action: CaseAction): CaseStatus | undefined {
  const transitions: Partial<Record<CaseAction, CaseStatus>> = caseTransitions[status];
  return transitions[action];
}

/** The action that takes a case a step on, and so the status whose required fields are the next to be asked for. */
export function nextStep(status: CaseStatus): { action: 'activate' | 'complete'; to: CaseStatus } | undefined {
  if (status === 'draft') return { action: 'activate', to: 'active' };
  return status === 'active' ? { action: 'complete', to: 'completed' } : undefined;
}

/** Why a case stays as it is, in the words that people read. */
export const caseMessages = {
  /** D2 §4; the button of whoever may not says the same. */
  onlyAdministratorsReopen: 'Only administrators can reopen cases',
  completed: 'This case is completed and read-only. Reopen it to change it.',
  stillOpen: 'The certificate, copies, permits, deadlines, documents and office records stay open.',
  cancelled: 'This case is cancelled and locked. Its information is kept for reference.',
  reasonRequired: 'Cancellation reason is required',
  /** D1 §5, of a form that is sent with gaps. */
  missingFields: 'Please fill in all required fields',
  /** D2 §5, of a customer who is not there; the choice is dropped. */
  invalidCustomer: 'Invalid customer selection. Please select a valid customer from the dropdown.',
  emptyDraft: 'Enter at least one detail before saving',
  hasPayments: 'This case has payments and cannot be deleted. Cancel it instead.',
  deleteByForce: 'Only drafts and cancelled cases can be deleted without force.',
  confirmationDiffers: 'Enter the case number to confirm',
  statusByAction: 'The status changes by activate, complete, cancel and reopen',
} as const;

const refused: Record<CaseAction, Partial<Record<CaseStatus, string>>> = {
  activate: {
    active: 'This case is already active',
    completed: 'Only drafts can be activated. Reopen this completed case instead.',
    cancelled: 'Only drafts can be activated. Reopen this cancelled case first.',
  },
  complete: {
    draft: 'Only active cases can be completed. Activate this draft first.',
    completed: 'This case is already completed',
    cancelled: 'Only active cases can be completed. Reopen this cancelled case first.',
  },
  cancel: {
    completed: 'A completed case cannot be cancelled. Reopen it first.',
    cancelled: 'This case is already cancelled',
  },
  reopen: {
    draft: 'Only completed and cancelled cases can be reopened. This case is a draft.',
    active: 'Only completed and cancelled cases can be reopened. This case is active.',
  },
};

/** Why an action is refused for a case of this status; undefined where it is not. */
export function blockedTransitionReason(status: CaseStatus, action: CaseAction): string | undefined {
  return refused[action][status];
}

/** The sections that are followed up on after the service, and so stay open in a completed case (docs/decisions/0246). */
const followUpSections: readonly string[] = ['deathCertificate', 'innerOffice'];
/** Whether all of a section stays open in a completed case. */
export const isFollowUpSection = (id: string): boolean => followUpSections.includes(id);

/** Answers of the medical section that come after the service, from the certifier or on a pacemaker. */
const followUpFields: readonly string[] = [
  'cause_of_death',
  'manner_of_death',
  'medical_examiner_case',
  'cause_of_death_pending',
  'pacemaker_removed_by',
  'pacemaker_removed_on',
];
/** Whether a field of a section can be changed in a completed case. */
export const isFollowUpField = (section: string, field: string): boolean =>
  isFollowUpSection(section) || (section === 'medical' && followUpFields.includes(field));

/**
 * Why a case of this status cannot be changed; undefined for drafts and active cases (D2 §4). `isFollowUp`: the change is to
 * the certificate, its copies, permits, deadlines, the office's records or {@link isFollowUpField}, which stay open once the case is completed.
 */
export function readOnlyReason(status: CaseStatus, isFollowUp = false): string | undefined {
  if (status === 'completed') return isFollowUp ? undefined : caseMessages.completed;
  return status === 'cancelled' ? caseMessages.cancelled : undefined;
}

/**
 * Whether the deadlines of a case run: those of a draft or an active case, unless it was imported, and those that a person
 * started. A cancelled case has none.
 */
export function deadlinesRun({
  status,
  deadlines_run,
}: {
  status: CaseStatus;
  deadlines_run?: boolean | null | undefined;
}) {
  return status !== 'cancelled' && (deadlines_run ?? status !== 'completed');
}

/** The most characters of the reason that a cancellation asks for; the modal counts them. */
export const cancellationReasonLimit = 500;

/** The reason of a cancellation: one line, and not blank. */
export const CancellationReason = z
  .string(caseMessages.reasonRequired)
  .pipe(singleLineText('Cancellation reason', cancellationReasonLimit).min(1, caseMessages.reasonRequired));

/** The reason for completing a case whose cremation is not safe or too early; optional on the wire. */
export const CompletionReason = singleLineText('Reason', cancellationReasonLimit);

/** The reason of a bulk deletion that gives none (D1 §9). */
export const defaultDeletionReason = 'User requested bulk deletion';
