import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes } from '#domain/documents/document.rules.ts';
import type { Document } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { typeOf } from '#domain/documents/document-type.ts';
import { useApi } from '../api/api-context.ts';
import { useDocumentLink } from '../documents/mutations.ts';
import { DocumentPreview } from '../documents/parts/document-preview.tsx';
import { reportPapersQuery } from '../documents/queries.ts';
import { downloadFromUrl } from '../ui/download.ts';
import { ErrorState } from '../ui/feedback/states.tsx';
import { toastError } from '../ui/feedback/toasts.tsx';
import { FileList } from '../ui/file-list.tsx';
import { SectionCard } from '../ui/page/section-card.tsx';
import { exactTime } from '../ui/time/time-text.ts';

const about = ({ content_type, size, created_at }: Document): string =>
  [content_type && typeOf(content_type).label, formatBytes(size), exactTime(created_at)].filter(Boolean).join(' · ');

export const FamilyPapers = ({ submissionId }: { submissionId: string }) => {
  const query = useQuery(reportPapersQuery(useApi(), submissionId));
  const link = useDocumentLink();
  const [open, setOpen] = useState(true);
  const [shown, setShown] = useState<Document>();
  if (query.isError && !query.data)
    return <ErrorState title="Failed to load documents" error={query.error} onRetry={() => void query.refetch()} />;
  const papers = query.data?.results ?? [];
  if (papers.length === 0) return null;
  const download = async (id: string) => {
    try {
      downloadFromUrl(await link.mutateAsync({ id, disposition: 'attachment' }));
    } catch {
      toastError(documentMessages.downloadFailed);
    }
  };
  const look = (id: string) => {
    const paper = papers.find((one) => one.id === id);
    if (paper?.can_preview) setShown(paper);
    else void download(id);
  };
  const [first] = papers;
  return (
    <SectionCard
      id="family-papers"
      title="Documents from the family"
      summary={papers.length === 1 ? first?.file_name : `${papers.length} documents`}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <FileList
        files={papers.map((one) => ({
          id: one.id,
          name: one.file_name,
          about: about(one),
          state: one.state,
          ...(one.note ? { reason: one.note } : {}),
        }))}
        onOpen={({ id }) => look(id)}
        opens={({ state }) => state === 'ready'}
      />
      {shown && (
        <DocumentPreview
          document={shown}
          onDownload={() => void download(shown.id)}
          onClose={() => setShown(undefined)}
        />
      )}
    </SectionCard>
  );
};
