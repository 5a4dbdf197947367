import { deletedDays, maxDocuments } from './document.rules.ts';
import { acceptedTypesText } from './document-type.ts';

export const rejectionMessages = {
  malware: 'A virus was found in this file, so it was rejected. Do not open it on your computer.',
  type: `This file type is not accepted. Upload a ${acceptedTypesText()}.`,
  empty: 'This file is empty.',
  size: 'This file is larger than 25 MB.',
  pixels: 'This image is over 50 megapixels. Use a lower resolution and upload it again.',
  unreadable: 'This file is damaged. Save it again and re-upload.',
  unpacked: 'This file expands to an unsafe size and was rejected.',
  unscannable: 'This file could not be scanned for viruses (it may be password-protected) and was rejected.',
} as const;
export type RejectionReason = keyof typeof rejectionMessages;
export const rejectionReasons = Object.keys(rejectionMessages) as [RejectionReason, ...RejectionReason[]];

export const pdfFlaws = {
  password: 'This PDF needs a password. Save a copy without one and upload it.',
  damaged: 'This PDF is damaged or not complete. Save it again, check that it opens, and upload it.',
} as const;
export type PdfFlaw = keyof typeof pdfFlaws;

export const documentMessages = {
  checking: 'Scanning for viruses. You can open it when the scan is done.',
  heldLong: 'The virus scan is taking longer than usual. It will retry automatically.',
  uploading: 'Upload not complete.',
  notClean: 'You can open this document after the virus scan.',
  notArrived: 'The upload did not finish. Try again.',
  notUploading: 'This document was already uploaded.',
  wrongSize: 'The uploaded file does not match. Upload it again.',
  tooMany: `A case can have up to ${maxDocuments} documents. Delete some first.`,
  tooMuch: 'A case can have up to 10 GB of documents. Delete some first.',
  tooManyDeleted: `This case has too many deleted documents. They are permanently removed after ${deletedDays} days.`,
  caseNeeded: 'Save the case first to add documents.',
  othersDocument: 'You can only delete documents you added.',
  photoStays: 'An identification photo stays one, and no other document becomes one',
  notDeleted: 'This document is not deleted.',
  notShown: 'This file type cannot be previewed. Download it instead.',
  noHeicPreview: 'A HEIC photo has no preview here. Click its name to download it; phones and computers open it.',
  nothingToZip: 'No documents to download.',
  zipFailed: 'Could not create the ZIP file. Try again.',
  downloadFailed: 'Failed to download document',
} as const;
