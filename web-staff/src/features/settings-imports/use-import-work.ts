import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Import } from '#domain/imports/import.schema.ts';
import { importKeys } from '../../entities/imports/keys.ts';
import { toastFailure } from '../../ui/toasts.tsx';
import type { ImportRun } from './import-work.ts';

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
    const onProgress = (so: Import) => client.setQueryData(importKeys.one(so.id), so);
    try {
      await work({ signal: run.signal, onProgress });
    } catch (error) {
      if (!run.signal.aborted) toastFailure(error);
    } finally {
      if (!run.signal.aborted) setBusy(false);
      void client.invalidateQueries({ queryKey: importKeys.all });
    }
  };
  return { busy, start };
};
