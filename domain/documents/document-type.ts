/** A type of file that a case takes: its endings, the first of them the usual one, and how people call it. */
interface FileType {
  endings: readonly [string, ...string[]];
  label: string;
  /** Browsers show it in the page. */
  shown?: true;
  /** It unpacks to a picture, so that its width and height are looked at. */
  picture?: true;
  /** It is a ZIP inside, so that what it unpacks to is looked at. */
  packed?: true;
}

/** What a case takes, by the type that its content has; never by its name. */
export const documentTypes = {
  'application/pdf': { endings: ['pdf'], label: 'PDF', shown: true },
  'image/jpeg': { endings: ['jpg', 'jpeg'], label: 'JPEG picture', shown: true, picture: true },
  'image/png': { endings: ['png'], label: 'PNG picture', shown: true, picture: true },
  'image/webp': { endings: ['webp'], label: 'WebP picture', shown: true, picture: true },
  'image/heic': { endings: ['heic'], label: 'HEIC picture', picture: true },
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

/** What is known of a type. */
export const typeOf = (name: DocumentType): FileType => documentTypes[name];

/** The type that a file's name speaks of, for a first word before anything is sent; undefined for none that a case takes. */
export const typeByName = (name: string): DocumentType | undefined => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return documentTypeNames.find((one) => typeOf(one).endings.includes(ending));
};

/** The types as people read them: 'PDF, JPEG picture, … or Excel workbook'. */
export const typesInWords = (): string => {
  const labels = documentTypeNames.map((name) => typeOf(name).label);
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
};
