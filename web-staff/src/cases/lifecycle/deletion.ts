import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { parseMoney } from '#domain/shared/values/money.ts';

/** The most characters of the reason for a deletion. */
export const reasonLimit = 500;

/** Whether a case of this status goes by force alone. */
export const isForced = ({ status }: { status: CaseStatus }): boolean => status === 'active' || status === 'completed';

/** Whether money was received for the case: such a case is never deleted. */
export const hasPayments = ({ total_paid }: Pick<Case, 'total_paid'>): boolean =>
  (parseMoney(total_paid ?? '') ?? 0) !== 0;
