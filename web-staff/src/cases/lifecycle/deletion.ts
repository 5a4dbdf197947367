import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { parseMoney } from '#domain/shared/values/money.ts';

export const reasonLimit = 500;

export const isForced = ({ status }: { status: CaseStatus }): boolean => status === 'active' || status === 'completed';

/** A case with payments is never deleted. */
export const hasPayments = ({ total_paid }: Pick<Case, 'total_paid'>): boolean =>
  (parseMoney(total_paid ?? '') ?? 0) !== 0;
