import { caseConditions } from '#domain/cases/case-conditions.ts';
import { leavesAshes, methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import type { DocumentKind } from './document-type.ts';

type Values = Readonly<Record<string, unknown>>;

interface ExpectedPaper {
  kind: DocumentKind;
  isExpected: (values: Values) => boolean;
}

/** In the order in which they are obtained. */
const papers: readonly ExpectedPaper[] = [
  { kind: 'authorization', isExpected: (values) => leavesAshes(methodOf(values)) },
  { kind: 'contract', isExpected: () => true },
  { kind: 'permit', isExpected: (values) => methodOf(values) !== '' || caseConditions.isBurial(values) },
  { kind: 'death_certificate', isExpected: () => true },
  { kind: 'military', isExpected: (values) => caseConditions.isVeteran(values) },
];

/** Returns the kinds of documents that a case like this ends with. `values` are its flat fields. */
export const expectedPapers = (values: Values): DocumentKind[] =>
  papers.filter(({ isExpected }) => isExpected(values)).map(({ kind }) => kind);
