import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { caseHeaders } from '#functions/cases/repository/cases.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentDocuments } from './shared/present-document.ts';

export const listDocuments = handler(
  documentEndpoints.list,
  { cases: caseHeaders, documents },
  async ({ query }, { db, now }) => {
    const [, all] = await Promise.all([db.cases.requireCore(query.case_id), db.documents.ofCase(query.case_id)]);
    return presentDocuments(all, now);
  },
);
