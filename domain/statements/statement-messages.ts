import { formatYearlyNumber } from '#domain/shared/values/number.ts';

/** `superseded` by the next version. */
export const statementStatuses = ['final', 'accepted', 'superseded'] as const;
export type StatementStatus = (typeof statementStatuses)[number];

export const statementMessages = {
  acceptedByRequired: 'Accepted By is required',
  givenOnRequired: 'Enter the date the family received it',
  givenBeforeStatement: 'The family cannot get it before the day it was finalized',
  othersSince: 'The fees changed while you were reviewing. Check them again, then finalize.',
  unchanged: 'Nothing has changed since the last version.',
  caseCancelled: 'This case is cancelled. Reopen it to finalize a Statement.',
  superseded: 'A later version has superseded this Statement.',
  acceptedAlready: 'This Statement is already accepted.',
  kept: 'This case has a finalized Statement and cannot be deleted. Cancel it instead.',
} as const;

/** Returns a Statement's number such as `WA-S-2026-0007`: the home's prefix, the year there, the sequence from 1. */
export const statementNumber = (prefix: string, year: number, sequence: number): string =>
  formatYearlyNumber(prefix, 'S', year, sequence);
