import { caseConditions } from '#domain/cases/case-conditions.ts';
import type { DocumentKind } from './document-type.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the kinds of documents that every case of this kind ends with, in the order in which they are obtained. */
export const expectedPapers = (values: Values): DocumentKind[] => {
  const isCremation = caseConditions.isCremation(values);
  return [
    ...(isCremation ? (['authorization'] as const) : []),
    'contract',
    ...(isCremation || caseConditions.isBurial(values) ? (['permit'] as const) : []),
    'death_certificate',
    ...(caseConditions.isVeteran(values) ? (['military'] as const) : []),
  ];
};
