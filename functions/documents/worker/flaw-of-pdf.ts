import type { PdfFlaw } from '#domain/documents/document-messages.ts';

/** A reader looks for the end of a file among so many bytes (ISO 32000-1, annex H). */
const endBytes = 1024;

/**
 * Why a whole PDF can be neither shown nor signed: it asks for a password before it opens, or it is cut off or unreadable. One
 * that opens without a password, whatever its owner permits, is none of these: DocuSeal opens it too.
 */
export const flawOfPdf = async (bytes: Uint8Array): Promise<PdfFlaw | undefined> => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = text.length;
  // Scanners fill the last block up.
  while (end > 0 && (text[end - 1] ?? 0) <= 0x20) end--;
  if (text.lastIndexOf('%%EOF') < end - endBytes) return 'damaged';
  // Only PDFs need it, and it takes as long to load as everything else here.
  const { getDocumentProxy } = await import('unpdf');
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const pages = document.numPages;
    await document.loadingTask.destroy();
    return pages > 0 ? undefined : 'damaged';
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'password' : 'damaged';
  }
};
