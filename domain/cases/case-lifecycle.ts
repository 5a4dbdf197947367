import * as z from 'zod';
import { singleLineText } from '#domain/shared/values/text.ts';
import type { CaseStatus } from './case.schema.ts';

/** D2 §4. */
export const caseActions = ['activate', 'complete', 'cancel', 'reopen'] as const;
export type CaseAction = (typeof caseActions)[number];

/** A cancelled case reopens as a draft: its data may be outdated, and activating validates them. */
export const caseTransitions = {
  draft: { activate: 'active', cancel: 'cancelled' },
  active: { complete: 'completed', cancel: 'cancelled' },
  completed: { reopen: 'active' },
  cancelled: { reopen: 'draft' },
} as const satisfies Record<CaseStatus, Partial<Record<CaseAction, CaseStatus>>>;

/** Returns the status after an action; undefined when the action is not allowed. */
export function statusAfter(status: CaseStatus, action: CaseAction): CaseStatus | undefined {
  const transitions: Partial<Record<CaseAction, CaseStatus>> = caseTransitions[status];
  return transitions[action];
}

/** Returns the action that advances a case and the status whose required fields it needs. */
export function nextStep(status: CaseStatus): { action: 'activate' | 'complete'; to: CaseStatus } | undefined {
  if (status === 'draft') return { action: 'activate', to: 'active' };
  return status === 'active' ? { action: 'complete', to: 'completed' } : undefined;
}

export const caseMessages = {
  /** D2 §4. The disabled button shows the same text. */
  onlyAdministratorsReopen: 'Only administrators can reopen cases',
  completed: 'This case is completed and read-only. Reopen it to change it.',
  stillOpen: 'The certificate, copies, permits, deadlines, documents and office records stay open.',
  cancelled: 'This case is cancelled and locked. Its information is kept for reference.',
  reasonRequired: 'Cancellation reason is required',
  /** D1 §5, for a form sent with missing fields. */
  missingFields: 'Please fill in all required fields',
  /** D2 §5, for a customer that does not exist. */
  invalidCustomer: 'Invalid customer selection. Please select a valid customer from the dropdown.',
  emptyDraft: 'Enter at least one detail before saving',
  hasPayments: 'This case has payments and cannot be deleted. Cancel it instead.',
  hasCustody: 'This case has a chain of custody and cannot be deleted. Cancel it instead.',
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

/** Returns why an action is rejected for a case of this status; undefined when it is allowed. */
export function blockedTransitionReason(status: CaseStatus, action: CaseAction): string | undefined {
  return refused[action][status];
}

/** Sections with work after the service, which stay open in a completed case (docs/decisions/0246). */
const followUpSections: readonly string[] = ['deathCertificate', 'innerOffice'];
/** Returns whether a whole section stays open in a completed case. */
export const isFollowUpSection = (id: string): boolean => followUpSections.includes(id);

/** Medical facts that arrive after the service from the certifier, and the pacemaker. */
const followUpFields: readonly string[] = [
  'cause_of_death',
  'manner_of_death',
  'medical_examiner_case',
  'cause_of_death_pending',
  'pacemaker_removed_by',
  'pacemaker_removed_on',
];
/** Returns whether a field can be changed in a completed case. */
export const isFollowUpField = (section: string, field: string): boolean =>
  isFollowUpSection(section) || (section === 'medical' && followUpFields.includes(field));

/** Returns why a case cannot be changed (D2 §4); work after the service (`isFollowUp`) outlasts completion. */
export function readOnlyReason(status: CaseStatus, isFollowUp = false): string | undefined {
  if (status === 'completed') return isFollowUp ? undefined : caseMessages.completed;
  return status === 'cancelled' ? caseMessages.cancelled : undefined;
}

/** Returns whether deadlines run: never when cancelled, else as a person or an import decided, or until completed. */
export const deadlinesRun = (core: { status: CaseStatus; deadlines_run?: boolean | null | undefined }): boolean =>
  core.status !== 'cancelled' && (core.deadlines_run ?? core.status !== 'completed');

export const reasonLimit = 500;

export const CancellationReason = z
  .string(caseMessages.reasonRequired)
  .pipe(singleLineText('Cancellation reason', reasonLimit).min(1, caseMessages.reasonRequired));

/** Why a case is completed although its cremation is unsafe or too early; optional on the wire. */
export const CompletionReason = singleLineText('Reason', reasonLimit);

/** Returns whether a case of this status is deleted only by force. */
export const isDeletedByForce = (status: CaseStatus): boolean => status === 'active' || status === 'completed';

/** The default reason of a bulk deletion (D1 §9). */
export const defaultDeletionReason = 'User requested bulk deletion';
