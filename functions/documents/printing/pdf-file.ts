import type { Paper } from '#domain/documents/printing/paper.ts';
import type { FileWritten } from '#domain/shared/contract/answers.ts';
import { type PaperSize, pdfOf } from '#functions/platform/adapters/pdf/pdf-of.ts';

/** The answer that a paper is sent as. */
export const pdfFile = async (
  name: string,
  paper: Paper,
  size?: PaperSize,
): Promise<FileWritten<'application/pdf'>> => ({
  type: 'application/pdf',
  name,
  content: await pdfOf(paper, size),
});
