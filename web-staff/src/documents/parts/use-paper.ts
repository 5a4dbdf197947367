import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.ts';
import { download } from '../../ui/download.ts';
import { failureText, toastError, toastFailure, toastProgress, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { documentKeys } from '../keys.ts';
import type { PaperName, PaperOf } from './fetch-pdf.ts';

export type { PaperName, PaperOf };

/** What was printed is kept by then. */
const keptMs = 2_000;

/** Has a paper made of a record, and hands it to the browser as a PDF. */
export const usePrint = (name: PaperName) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (of: PaperOf) => {
      // Rows and words of all papers come when the first one is asked for.
      const { fetchPdf: askPaper, printTexts: paperWords } = await import('./fetch-pdf.ts');
      const said = paperWords[name];
      const done = toastProgress(said.making);
      const file = await askPaper[name](call, of)
        .catch((error: unknown) => {
          // Where the session has ended its own page says so.
          if (failureText(error)) toastError(said.failed);
          return undefined;
        })
        .finally(done);
      if (!file) return;
      download(file.content, file.name || said.fileName);
      toastSuccess(said.made);
      setTimeout(() => void client.invalidateQueries({ queryKey: documentKeys.all }), keptMs);
    },
    onError: toastFailure,
  });
};
