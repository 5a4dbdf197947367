import { deletedDays, maxDocuments } from './document.rules.ts';
import { acceptedTypesText } from './document-type.ts';

/** Why a file is refused after it was looked at. */
export const rejectionMessages = {
  malware: 'A virus was found in this file. It was not kept. Do not open it on your computer.',
  type: `This is not a file that a case takes. Send a ${acceptedTypesText()}.`,
  empty: 'This file is empty.',
  size: 'This file is larger than 25 MB.',
  pixels: 'This picture has more than 50 million pixels. Take it at a lower resolution and send it again.',
  unreadable: 'This file is damaged and cannot be read. Save it anew and send it again.',
  unpacked: 'This file unpacks to more than a document needs. It was not kept.',
  unscannable: 'This file could not be checked for viruses, such as one with a password. It was not kept.',
} as const;
export type RejectionReason = keyof typeof rejectionMessages;
export const rejectionReasons = Object.keys(rejectionMessages) as [RejectionReason, ...RejectionReason[]];

/** Why a PDF that is kept can be neither shown nor signed. */
export const pdfFlaws = {
  password: 'This PDF needs a password. Save a copy without one and upload it.',
  damaged: 'This PDF is damaged or not complete. Save it again, check that it opens, and upload it.',
} as const;
export type PdfFlaw = keyof typeof pdfFlaws;

/** Documents of a case: why not, and how far. */
export const documentMessages = {
  checking: 'Being checked for viruses. It can be opened when that is done.',
  heldLong: 'The check for viruses takes longer than usual. It is asked for again by itself; the file is kept safe.',
  uploading: 'Not uploaded completely yet.',
  notClean: 'This document cannot be opened before it is checked.',
  notArrived: 'The file has not arrived. Send it again.',
  notUploading: 'This document was uploaded already.',
  wrongSize: 'The file is not the one that was announced. Send it again.',
  tooMany: `A case holds at most ${maxDocuments} documents. Delete some first.`,
  tooMuch: 'A case holds at most 10 GB of documents. Delete some first.',
  tooManyDeleted: `The deleted documents of this case take up too much room. Each goes for good after ${deletedDays} days.`,
  caseNeeded: 'Save the case first to add documents.',
  othersDocument: 'Only those who work on cases delete what somebody else added.',
  notDeleted: 'This document is not deleted.',
  notShown: 'This type of file cannot be shown in the page. Download it instead.',
  noHeicPreview: 'A HEIC photo has no preview here. Click its name to download it; phones and computers open it.',
  nothingToZip: 'There is no document to download yet.',
  zipFailed: 'The ZIP file could not be made. Try again.',
  downloadFailed: 'Failed to download document',
} as const;
