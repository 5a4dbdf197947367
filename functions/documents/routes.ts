import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { beginUpload, completeUpload, getUploadForm } from './begin-upload.ts';
import { deleteDocument, restoreDocument, updateDocument } from './change-document.ts';
import { listDocuments } from './list-documents.ts';
import { listReportPapers } from './list-report-papers.ts';
import { uploadDocument } from './upload-document.ts';
import { zipDocuments } from './zip-documents.ts';

export const documentRoutes = routesOf(documentEndpoints, {
  list: listDocuments,
  ofReport: listReportPapers,
  begin: beginUpload,
  uploadForm: getUploadForm,
  complete: completeUpload,
  upload: uploadDocument,
  update: updateDocument,
  delete: deleteDocument,
  restore: restoreDocument,
  zip: zipDocuments,
});
