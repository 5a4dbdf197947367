import * as z from 'zod';

export const documentKinds = [
  'death_certificate',
  'permit',
  'authorization',
  'identification',
  'contract',
  'receipt',
  'obituary',
  'photo',
  /** Identifies someone in care; separate from all other documents. */
  'identification_photo',
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
  identification_photo: 'Identification photo',
  military: 'Military record',
  insurance: 'Insurance',
  other: 'Other',
};

interface FileType {
  endings: readonly [string, ...string[]];
  label: string;
  shown?: true;
  picture?: true;
  /** It is a ZIP inside, so the size that it unpacks to is checked. */
  packed?: true;
}

export const documentTypes = {
  'application/pdf': { endings: ['pdf'], label: 'PDF', shown: true },
  'image/jpeg': { endings: ['jpg', 'jpeg', 'jpe', 'jfif'], label: 'JPEG image', shown: true, picture: true },
  'image/png': { endings: ['png'], label: 'PNG image', shown: true, picture: true },
  'image/webp': { endings: ['webp'], label: 'WebP picture', shown: true, picture: true },
  'image/heic': { endings: ['heic', 'heif'], label: 'HEIC picture', picture: true },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    endings: ['docx'],
    label: 'Word document',
    packed: true,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    endings: ['xlsx'],
    label: 'Excel workbook',
    packed: true,
  },
} as const satisfies Record<string, FileType>;

export type DocumentType = keyof typeof documentTypes;
export const documentTypeNames = Object.keys(documentTypes) as [DocumentType, ...DocumentType[]];

export const isDocumentType = (name: string): name is DocumentType => Object.hasOwn(documentTypes, name);

export const typeOf = (name: DocumentType): FileType => documentTypes[name];

/** ISO 32000-1, annex H: readers find a PDF that begins within this number of bytes. */
export const pdfBeginsWithin = 1024;

const beginnings = {
  picture: /^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP|.{4}ftyp(he[iv].|mif1|msf1))/s,
  packed: /^PK\cC\cD/,
  pdf: /%PDF-/,
} as const;
type Content = keyof typeof beginnings;

/** Guesses the type of a file from its first {@link pdfBeginsWithin} bytes; undefined if a case does not accept it. */
export const contentOf = (bytes: Uint8Array): Content | undefined => {
  const text = String.fromCharCode(...bytes.subarray(0, pdfBeginsWithin));
  return (Object.keys(beginnings) as Content[]).find((content) => beginnings[content].test(text));
};

/** Returns the type for the extension of a name; undefined if a case does not accept it. */
export const typeByName = (name: string): DocumentType | undefined => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return documentTypeNames.find((documentTypeName) => typeOf(documentTypeName).endings.includes(ending));
};

/** Returns the accepted types as text: 'PDF, JPEG picture, … or Excel workbook'. */
export const acceptedTypesText = (): string => {
  const labels = documentTypeNames.map((name) => typeOf(name).label);
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
};
