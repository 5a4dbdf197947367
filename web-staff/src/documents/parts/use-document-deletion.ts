import type { Document } from '#domain/documents/document.schema.ts';
import { toastFailure, toastSuccess, toastUndoable } from '../../ui/feedback/toasts.tsx';
import { useDeleteDocument, useRestoreDocument } from '../mutations.ts';

/**
 * Deletes documents, with the way back in the toast. It belongs to the list: a row has gone before it can say anything.
 * `onBack` hears which one is about to come back.
 */
export const useDocumentDeletion = (caseId: string, onBack: (id: string) => void) => {
  const deletion = useDeleteDocument(caseId);
  const restoring = useRestoreDocument(caseId);
  const bringBack = (id: string) => {
    onBack(id);
    restoring.mutateAsync(id).then(() => toastSuccess('Document brought back'), toastFailure);
  };
  return ({ id, file_name }: Document): void => {
    deletion.mutateAsync(id).then(() => toastUndoable(`${file_name} deleted.`, () => bringBack(id)), toastFailure);
  };
};
