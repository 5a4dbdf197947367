import type { FileWritten } from '#domain/shared/contract/answers.ts';
import { documentsRead } from '#functions/documents/repository/documents.ts';
import { type Printed, printed } from '#functions/documents/repository/print-sources.ts';
import { isKept, madeDocumentId } from '#functions/documents/shared/generated-document.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { pdfFile } from '../pdf-file.ts';
import { printoutKey } from './kept-as.ts';
import { type PrintRequest, preparePaper } from './prepare-paper.ts';

/** What every handler needs that prints of a case. */
export const printing = { printed, documents: documentsRead };

interface Context {
  db: { printed: Printed; documents: ReturnType<typeof documentsRead.in> };
  work: Work<never, 'paper.printed'>;
  actor: Actor;
}

/**
 * Answers a paper as a PDF. Where the case does not hold it as it says now, it is announced that it was printed, and a
 * worker keeps it among the documents.
 */
export const printPaper = async (
  { db, work, actor }: Context,
  asked: PrintRequest,
): Promise<FileWritten<'application/pdf'>> => {
  const { name, paper, caseId } = await preparePaper(db.printed, asked);
  if (caseId === undefined) return pdfFile(name, paper);
  const id = madeDocumentId({ organizationId: actor.organizationId, caseId, ...printoutKey(asked, paper) });
  const [file, kept] = await Promise.all([pdfFile(name, paper), db.documents.find(id)]);
  if (!isKept(kept)) work.announce('paper.printed', caseId, { ...asked, case_id: caseId });
  return work.finish(file);
};
