import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Import } from '#domain/imports/import.schema.ts';
import { readAgain } from '../api/cache.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import type { ImportRun } from './import-steps.ts';
import { importKeys } from './keys.ts';

/** In these an import has brought records in, or taken some back. */
const workedStates: readonly Import['state'][] = ['running', 'done', 'undoing', 'undone'];

/** Work on an import that this page is doing: it goes on while the page is open, and stops where it is when it is left. */
export const useImportWork = () => {
  const client = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (work: (run: ImportRun) => Promise<unknown>): Promise<void> => {
    const run = new AbortController();
    running.current?.abort();
    running.current = run;
    setBusy(true);
    let last: Import | undefined;
    const onProgress = (so: Import) => {
      last = so;
      client.setQueryData(importKeys.one(so.id), so);
    };
    try {
      await work({ signal: run.signal, onProgress });
    } catch (error) {
      if (!run.signal.aborted) toastFailure(error);
    } finally {
      if (!run.signal.aborted) setBusy(false);
      void readAgain(client, 'import.changed');
      // Also where it was cut off: what it did until then is done.
      if (last && workedStates.includes(last.state)) void readAgain(client, `${last.kind}.imported`);
    }
  };
  return { busy, start };
};
