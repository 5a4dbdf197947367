import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { caseHeaders } from '#functions/records/cases/cases.ts';
import { documents } from '#functions/records/documents/documents.ts';
import { presentDocuments } from './shared/present-document.ts';

export const listDocuments = handler(
  documentEndpoints.list,
  { cases: caseHeaders, documents },
  async ({ query }, { db, now }) => {
    const [, all] = await Promise.all([db.cases.requireCore(query.case_id), db.documents.ofCase(query.case_id)]);
    return presentDocuments(all, now);
  },
);
