import { Button, FileButton, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import type { Document } from '#domain/documents/document.schema.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { documentKeys } from '../documents/keys.ts';
import { refusedForSize, sendForm } from '../documents/parts/uploads.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ErrorState, QueryState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './case-care.module.css';

const shownSeconds = 30;
const checkingMs = 2_000;

/** Kept apart from every other document: it is shown after a press, for some seconds, and each look is recorded. */
export const IdentificationPhotos = ({ caseId }: { caseId: string }) => {
  const canAdd = useCan()('care:move');
  const call = useApi();
  const client = useQueryClient();
  const queryKey = [...documentKeys.ofCase(caseId), 'identification'];
  const query = useQuery({
    ...callQuery(call, documentEndpoints.list, { query: { case_id: caseId, kind: 'identification_photo' } }, queryKey),
    refetchInterval: ({ state }) => (state.data?.results.some((one) => one.state === 'checking') ? checkingMs : false),
  });
  const [shown, setShown] = useState<Document>();
  const adding = useMutation({
    mutationFn: async (file: File) => {
      const refused = refusedForSize(file.size);
      if (refused) throw new Error(refused);
      const body = { case_id: caseId, file_name: file.name, size: file.size, kind: 'identification_photo' } as const;
      const { id } = await call(documentEndpoints.begin, { body }, { idempotencyKey: crypto.randomUUID() });
      await sendForm(await call(documentEndpoints.uploadForm, { params: { id } }), file, () => undefined);
      return call(documentEndpoints.complete, { params: { id } });
    },
    onSuccess: () => toastSuccess('Photo added'),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const photos = query.data?.results ?? [];
  return (
    <section className={classes.panel} aria-labelledby="care-photo">
      <h2 id="care-photo">Identification photo</h2>
      <div className={classes.papers}>
        <p className={classes.rule}>
          Kept apart: in no archive by default, no download of documents, no family page, no print.
        </p>
        {!query.data && <QueryState query={query} rows={1} />}
        {photos.map((photo) => (
          <span key={photo.id} className={classes.photo}>
            <span className={classes.dim}>
              Added <TimeAgo at={photo.created_at} />
              {photo.added_by_name && ` by ${photo.added_by_name}`}
            </span>
            {photo.state === 'ready' ? (
              <Button variant="default" onClick={() => setShown(photo)}>
                Show for {shownSeconds} seconds
              </Button>
            ) : (
              <span>{photo.state === 'checking' ? 'Checking…' : photo.note}</span>
            )}
          </span>
        ))}
        {query.data && photos.length === 0 && <p className={classes.rule}>None yet.</p>}
        {canAdd && (
          <FileButton accept="image/*" capture="environment" onChange={(file) => file && adding.mutate(file)}>
            {(props) => (
              <Button {...props} variant="subtle" loading={adding.isPending}>
                Add a photo
              </Button>
            )}
          </FileButton>
        )}
      </div>
      {shown && <Look photo={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
};

const Look = ({ photo: { id }, onClose }: { photo: Document; onClose: () => void }) => {
  const { mutate, data, isError, error } = useChange(
    async (call, wanted: string) => (await call(documentEndpoints.look, { params: { id: wanted } })).download_url,
    undefined,
    { gcTime: 0 },
  );
  useEffect(() => mutate(id), [mutate, id]);
  useEffect(() => {
    const timer = setTimeout(onClose, shownSeconds * 1000);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <Modal opened onClose={onClose} title="Identification photo" size="lg" centered>
      {isError && <ErrorState error={error} onRetry={() => mutate(id)} />}
      {!data && !isError && <RowsSkeleton rows={6} />}
      {data && <img className={classes.picture} alt="The deceased" src={data} referrerPolicy="no-referrer" />}
    </Modal>
  );
};
