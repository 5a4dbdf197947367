import type { DocumentKind } from '#domain/documents/document-type.ts';

/** Papers that are kept as documents of their case once they were printed, and what kind of document each is. */
export const archivedPrintouts = {
  receipt: 'receipt',
  deposit_receipt: 'receipt',
  statement: 'contract',
  price_list: 'contract',
  case_file: 'other',
  first_call: 'other',
  worksheet: 'death_certificate',
  labels: 'other',
} as const satisfies Record<string, DocumentKind>;
export type ArchivedPrintout = keyof typeof archivedPrintouts;
export const keptPaperNames = Object.keys(archivedPrintouts) as [ArchivedPrintout, ...ArchivedPrintout[]];
