import * as z from 'zod';

/** What a paper of a case is, as people sort them. */
export const documentKinds = [
  'death_certificate',
  'permit',
  'authorization',
  'identification',
  'contract',
  'receipt',
  'obituary',
  'photo',
  'military',
  'insurance',
  'other',
] as const;
export const DocumentKind = z.enum(documentKinds, 'Choose a kind from the list');
export type DocumentKind = z.output<typeof DocumentKind>;

export const documentKindLabels: Record<DocumentKind, string> = {
  death_certificate: 'Death certificate',
  permit: 'Permit',
  authorization: 'Authorization',
  identification: 'Identification',
  contract: 'Contract or statement',
  receipt: 'Receipt',
  obituary: 'Obituary',
  photo: 'Photo',
  military: 'Military record',
  insurance: 'Insurance',
  other: 'Other',
};
