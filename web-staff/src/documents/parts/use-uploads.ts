import { useEffect, useSyncExternalStore } from 'react';
import { useApi } from '../../api/api-context.ts';
import { useDocumentChange } from '../mutations.ts';
import { Uploads } from './uploads.ts';

/** By case: what is on its way goes on while nobody looks. */
const known = new Map<string, Uploads>();

/** The files of a case on their way. Whoever leaves the page meanwhile is asked first. */
export const useUploads = (caseId: string) => {
  const call = useApi();
  const changed = useDocumentChange(caseId);
  const uploads = known.get(caseId) ?? new Uploads(call, caseId);
  known.set(caseId, uploads);
  const list = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  const busy = uploads.isBusy();
  useEffect(() => {
    uploads.onDone = () => void changed();
  });
  useEffect(() => {
    if (!busy) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
  return { list, uploads };
};
