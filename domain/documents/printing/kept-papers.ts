import type { DocumentKind } from '#domain/documents/document-type.ts';

/** Printouts that are stored as documents of their case, with their kind of document. */
export const archivedPrintouts = {
  receipt: 'receipt',
  deposit_receipt: 'receipt',
  statement: 'contract',
  price_list: 'contract',
  case_file: 'other',
  first_call: 'other',
  worksheet: 'death_certificate',
  cremation_packet: 'authorization',
  labels: 'other',
} as const satisfies Record<string, DocumentKind>;
export type ArchivedPrintout = keyof typeof archivedPrintouts;
export const keptPaperNames = Object.keys(archivedPrintouts) as [ArchivedPrintout, ...ArchivedPrintout[]];
