import { expect, it } from 'vitest';
import type { CaseStatus } from './case.schema.ts';
import {
  blockedTransitionReason,
  type CaseAction,
  caseMessages,
  readOnlyReason,
  statusAfter,
} from './case-lifecycle.ts';

const lives: [CaseStatus, CaseAction, to: CaseStatus | undefined, why?: string][] = [
  ['draft', 'activate', 'active'],
  ['draft', 'complete', undefined, 'Only active cases can be completed. Activate this draft first.'],
  ['draft', 'cancel', 'cancelled'],
  ['draft', 'reopen', undefined, 'Only completed and cancelled cases can be reopened. This case is a draft.'],
  ['active', 'activate', undefined, 'This case is already active'],
  ['active', 'complete', 'completed'],
  ['active', 'cancel', 'cancelled'],
  ['active', 'reopen', undefined, 'Only completed and cancelled cases can be reopened. This case is active.'],
  ['completed', 'activate', undefined, 'Only drafts can be activated. Reopen this completed case instead.'],
  ['completed', 'complete', undefined, 'This case is already completed'],
  ['completed', 'cancel', undefined, 'A completed case cannot be cancelled. Reopen it first.'],
  ['completed', 'reopen', 'active'],
  ['cancelled', 'activate', undefined, 'Only drafts can be activated. Reopen this cancelled case first.'],
  ['cancelled', 'complete', undefined, 'Only active cases can be completed. Reopen this cancelled case first.'],
  ['cancelled', 'cancel', undefined, 'This case is already cancelled'],
  ['cancelled', 'reopen', 'draft'],
];

it.each(lives)('decides for a case that is %s that %s leads to %s', (status, action, to, why) => {
  expect([statusAfter(status, action), blockedTransitionReason(status, action)]).toEqual([to, why]);
});

it('makes completed and cancelled cases read-only', () => {
  expect([readOnlyReason('draft'), readOnlyReason('active')]).toEqual([undefined, undefined]);
  expect(readOnlyReason('completed')).toBe('This case is completed and read-only. Reopen it to change it.');
  expect(readOnlyReason('completed', true)).toBeUndefined();
  expect(readOnlyReason('cancelled', true)).toBe(readOnlyReason('cancelled'));
  expect(readOnlyReason('cancelled')).toBe('This case is cancelled and locked. Its information is kept for reference.');
  expect(caseMessages.onlyAdministratorsReopen).toBe('Only administrators can reopen cases');
});
