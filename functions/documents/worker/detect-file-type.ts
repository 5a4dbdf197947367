import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { maxEntries, maxFileSize, maxPixels, maxUnpackedBytes } from '#domain/documents/document.rules.ts';
import type { RejectionReason } from '#domain/documents/document-messages.ts';
import { type DocumentType, isDocumentType, pdfBeginsWithin, typeOf } from '#domain/documents/document-type.ts';

/** So much of a file is looked at: phones put megabytes of depth before the size of a picture, and an archive ends with what it holds. */
export const headBytes = 8 * 1024 * 1024;
export const tailBytes = 512 * 1024;

export type Verdict = { type: DocumentType } | { refused: RejectionReason };

/** A file as far as it is looked at; of a short one head and tail are both the whole. */
interface Looked {
  head: Uint8Array;
  tail: Uint8Array;
  size: number;
}

const judgePicture = (head: Uint8Array): RejectionReason | undefined => {
  try {
    // A copy: the library reads beyond the end of a view.
    const { width, height } = imageSize(new Uint8Array(head));
    if (!width || !height) return 'unreadable';
    return width * height > maxPixels ? 'pixels' : undefined;
  } catch {
    return 'unreadable';
  }
};

const [endOfDirectory, entryOfDirectory, endOfLargeDirectory] = [0x06054b50, 0x02014b50, 0x06064b50];
const endLength = 22;
const entryLength = 46;

/**
 * Adds up what a ZIP says that it unpacks to, from the directory at its end. One whose end leads to no whole directory right
 * before it is none: another end in its comment would lead past what it holds.
 */
const judgePacked = ({ tail, size }: Looked): RejectionReason | undefined => {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
  let end = bytes.length - endLength;
  while (end >= 0 && bytes.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) return 'unreadable';
  const [count, length, from] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  // So large a directory belongs to no document of an office.
  let at = from - (size - bytes.length);
  if (count > maxEntries || at < 0 || at + length > end) return 'unpacked';
  const behind = at + length;
  const isWhole = behind === end || (behind + 4 <= end && bytes.readUInt32LE(behind) === endOfLargeDirectory);
  if (count === 0 || !isWhole) return 'unreadable';
  let unpacked = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== entryOfDirectory) return 'unreadable';
    unpacked += bytes.readUInt32LE(at + 24);
    at += entryLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (at !== behind) return 'unreadable';
  return unpacked > maxUnpackedBytes ? 'unpacked' : undefined;
};

/** Whether a PDF begins behind plain text, such as a scanner's words to a printer, that readers skip; a page or script is none. */
const isPdfBehindText = (head: Uint8Array): boolean => {
  const text = Buffer.from(head.subarray(0, pdfBeginsWithin)).toString('latin1');
  const before = text.slice(0, Math.max(0, text.indexOf('%PDF-')));
  return before !== '' && !/^#!|[<\0]/.test(before);
};

/**
 * What a file is by its content, and whether a case takes it (quality S-15). Its name and what its sender said of it count
 * for nothing; what is not known to be one of the types is refused, and so is what unpacks to too much.
 */
export const inspect = async (file: Looked): Promise<Verdict> => {
  const { head, size } = file;
  if (size === 0) return { refused: 'empty' };
  if (size > maxFileSize) return { refused: 'size' };
  const known = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? '';
  const mime = !known && isPdfBehindText(head) ? 'application/pdf' : known;
  // The parts of a HEIC file are said in several ways.
  const type = /^image\/hei[cf](-sequence)?$/.test(mime) ? 'image/heic' : mime;
  if (!isDocumentType(type)) return { refused: 'type' };
  const { picture, packed } = typeOf(type);
  const refused = picture ? judgePicture(head) : packed ? judgePacked(file) : undefined;
  return refused ? { refused } : { type };
};
