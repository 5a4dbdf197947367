import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { submissionsRead } from '#functions/intake/repository/submissions.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentDocuments } from './shared/present-document.ts';

/** What a family sent with a report. Once that is a case, its papers are among those of the case. */
export const listReportPapers = handler(
  documentEndpoints.ofReport,
  { submissions: submissionsRead, documents },
  async ({ params: { id } }, { db, now }) => {
    const [, all] = await Promise.all([db.submissions.require(id), db.documents.ofCase(id)]);
    return presentDocuments(all, now);
  },
);
