import { firstCallToCaseSections } from '#domain/first-calls/first-call-to-case.ts';
import type { FirstCallRecord } from '#functions/first-calls/repository/first-calls.ts';

/** The sections of the case that a stored sheet becomes. */
export const caseSectionsOf = ({ form, next_of_kins }: Pick<FirstCallRecord, 'form' | 'next_of_kins'>) =>
  firstCallToCaseSections({ form, next_of_kins: next_of_kins.map(({ values }) => values) });
