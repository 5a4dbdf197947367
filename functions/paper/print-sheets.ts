import { casePaper, casePaperFileName } from '#domain/paper/case-paper.ts';
import { firstCallPaper, firstCallPaperFileName } from '#domain/paper/first-call-paper.ts';
import { paperEndpoints } from '#domain/paper/paper.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { printed } from '#functions/records/printed.ts';
import { pdfFile } from './pdf-file.ts';

export const printFirstCall = handler(paperEndpoints.firstCall, { printed }, async ({ params }, { db }) => {
  const sheet = await db.printed.firstCall(params.id);
  return pdfFile(firstCallPaperFileName(sheet), firstCallPaper(sheet, await db.printed.home(sheet.funeral_home_id)));
});

export const printCase = handler(paperEndpoints.case, { printed }, async ({ params }, { db }) => {
  const [{ core, sections }, permits] = await Promise.all([db.printed.case(params.id), db.printed.permits(params.id)]);
  const home = await db.printed.home(core.funeral_home_id);
  return pdfFile(
    casePaperFileName(core.case_number),
    casePaper({ ...core, funeral_home_name: home.name }, sections, home, permits),
  );
});
