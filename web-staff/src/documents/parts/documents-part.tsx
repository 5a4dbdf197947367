import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { IconCamera, IconCheck, IconDots, IconDownload, IconPrinter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '#domain/documents/document.rules.ts';
import type { Document } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { type DocumentKind, documentKindLabels, documentTypeNames, typeOf } from '#domain/documents/document-type.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { useApi } from '../../api/api-context.ts';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { paths } from '../../paths.ts';
import { pricesInForceQuery } from '../../statements/price-lists/queries.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { Chip } from '../../ui/chip.tsx';
import { downloadFromUrl } from '../../ui/download.ts';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastError, toastFailure, toastSuccess, toastUndoable } from '../../ui/feedback/toasts.tsx';
import { FileList, type ListedFile } from '../../ui/file-list.tsx';
import { IconButton } from '../../ui/gated-button.tsx';
import { useFocusAfterBusy, usePreserveFocus } from '../../ui/preserve-focus.ts';
import {
  useDeleteDocument,
  useDocumentChange,
  useDocumentLink,
  useDocumentsZip,
  useRestoreDocument,
} from '../mutations.ts';
import { watchedDocumentsQuery } from '../queries.ts';
import { DocumentEditor } from './document-editor.tsx';
import { DocumentPreview } from './document-preview.tsx';
import classes from './documents.module.css';
import { usePrint } from './paper-button.tsx';
import { type Upload, Uploads } from './uploads.ts';

interface PapersMenuProps {
  caseId: string;
  homeId: string;
  unlabeled: readonly string[];
}

const PapersMenu = ({ caseId, homeId, unlabeled }: PapersMenuProps) => {
  const papers = {
    worksheet: usePrint('worksheet'),
    labels: usePrint('labels'),
    case: usePrint('case'),
    priceList: usePrint('priceList'),
  };
  const lists = useQuery(pricesInForceQuery(useApi(), homeId, useTodayAt(homeId)));
  const isMaking = Object.values(papers).some(({ isPending }) => isPending);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          ref={useFocusAfterBusy(isMaking)}
          variant="default"
          loading={isMaking}
          leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
        >
          Print
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => papers.worksheet.mutate({ id: caseId })}>Permit and certificate worksheet</Menu.Item>
        <Menu.Item onClick={() => papers.labels.mutate({ id: caseId })}>Envelope labels</Menu.Item>
        {unlabeled.length > 0 && (
          <Menu.Item component={Link} to={`${paths.case(caseId)}?section=informant&field=next_of_kins`}>
            No address for a label: {unlabeled.join(', ')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => papers.case.mutate({ id: caseId })}>Full case file</Menu.Item>
        {lists.data?.lists.map(({ id, caption }) => (
          <Menu.Item key={id} onClick={() => papers.priceList.mutate({ id, homeId, caseId })}>
            {caption} for this family
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

interface DocumentActionsProps {
  document: Document;
  /** Takes the focus when it is rendered, after its editor closes or it is restored. */
  autoFocus: boolean;
  onOpen: () => void;
  onDownload: () => void;
  onEdit: () => void;
  onNewVersion: () => void;
  onDelete: () => void;
}

const DocumentActions = ({
  document,
  autoFocus,
  onOpen,
  onDownload,
  onEdit,
  onNewVersion,
  onDelete,
}: DocumentActionsProps) => {
  const { file_name, state, can_preview, is_made, added_by } = document;
  const viewer = actorOf(useCurrentUser());
  const isReady = state === 'ready';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} aria-label={`Actions for ${file_name}`} autoFocus={autoFocus}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isReady && can_preview && <Menu.Item onClick={onOpen}>Open</Menu.Item>}
        {isReady && <Menu.Item onClick={onDownload}>Download</Menu.Item>}
        {state !== 'refused' && <Menu.Item onClick={onEdit}>Rename…</Menu.Item>}
        {isReady && !is_made && <Menu.Item onClick={onNewVersion}>Upload a new version…</Menu.Item>}
        {isAllowed(viewer, 'document:delete', { addedBy: added_by }) && (
          <Menu.Item color="red" onClick={onDelete}>
            {state === 'refused' ? 'Remove from the list' : 'Delete'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

const known = new Map<string, Uploads>();

const useUploads = (caseId: string) => {
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

const UploadActions = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => {
  const { key, name, state } = upload;
  if (state === 'sending' || state === 'waiting') return null;
  return (
    <>
      {state === 'failed' && (
        <Button variant="default" onClick={() => uploads.retry(key)}>
          Try again
        </Button>
      )}
      <IconButton icon={IconX} label={`Dismiss ${name}`} onClick={() => uploads.dismiss(key)} />
    </>
  );
};

/** It belongs to the list, because a deleted row cannot show a toast. `onBack` runs before a document is restored. */
const useDocumentDeletion = (caseId: string, onBack: (id: string) => void) => {
  const deletion = useDeleteDocument(caseId);
  const restoring = useRestoreDocument(caseId);
  const bringBack = (id: string) => {
    onBack(id);
    restoring.mutateAsync(id).then(() => toastSuccess('Document restored'), toastFailure);
  };
  return ({ id, file_name }: Document): void => {
    deletion.mutateAsync(id).then(() => toastUndoable(`${file_name} deleted.`, () => bringBack(id)), toastFailure);
  };
};

const accept = documentTypeNames.flatMap((name) => [name, ...typeOf(name).endings.map((one) => `.${one}`)]).join(',');
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const states = { uploading: 'uploading', checking: 'checking', ready: 'ready', refused: 'refused' } as const;

const aboutDocument = ({ kind, content_type, size, revision, added_by_name, created_at, description }: Document) =>
  [
    documentKindLabels[kind],
    content_type && typeOf(content_type).label,
    formatBytes(size),
    revision > 1 && `version ${revision}`,
    `${added_by_name}, ${new Date(created_at).toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}`,
    description,
  ]
    .filter(Boolean)
    .join(' · ');

const listedDocument = (document: Document): ListedFile => ({
  id: document.id,
  name: document.file_name,
  about: aboutDocument(document),
  state: states[document.state],
  ...(document.note ? { reason: document.note } : {}),
});

const listedUpload = ({ key, name, size, state, progress, reason }: Upload): ListedFile => ({
  id: key,
  name,
  about: formatBytes(size),
  state: state === 'failed' || state === 'refused' ? 'refused' : 'uploading',
  ...(reason ? { reason } : {}),
  ...(state === 'sending' ? { progress } : {}),
});

interface ExpectedProps {
  caseId: string;
  expected: readonly DocumentKind[];
  documents: readonly Document[];
}

/** Which expected papers the case has. */
const Expected = ({ caseId, expected, documents }: ExpectedProps) => {
  const maySend = useCan()('signature:send');
  const kinds = new Set(documents.filter(({ state }) => state !== 'refused').map(({ kind }) => kind));
  return (
    <ul className={classes.expected} aria-label="Expected documents">
      {expected.map((kind) => (
        <li key={kind}>
          {kinds.has(kind) ? (
            <Chip tone="ok">
              {documentKindLabels[kind]} <IconCheck size={14} stroke={2} role="img" aria-label="on file" />
            </Chip>
          ) : (
            <>
              <Chip tone="warn">{documentKindLabels[kind]} missing</Chip>
              {kind === 'authorization' && maySend && (
                <Anchor component={Link} to={paths.signatureNew(caseId)} inherit>
                  Request signatures
                </Anchor>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

interface DocumentsPartProps {
  caseId: string;
  homeId: string;
  expected?: readonly DocumentKind[];
  unlabeled?: readonly string[];
}

export const DocumentsPart = ({ caseId, homeId, expected = [], unlabeled = [] }: DocumentsPartProps) => {
  const query = useQuery(watchedDocumentsQuery(useApi(), caseId));
  const { list: uploads, uploads: store } = useUploads(caseId);
  const link = useDocumentLink();
  const zip = useDocumentsZip(caseId);
  const [editing, setEditing] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const doneEditing = () => {
    setEdited(editing);
    setEditing(undefined);
  };
  const [shown, setShown] = useState<Document>();
  const versionOf = useRef<string>(undefined);
  const picker = useRef<HTMLInputElement>(null);
  const part = usePreserveFocus<HTMLElement>();
  const remove = useDocumentDeletion(caseId, setEdited);
  if (!query.data) return <QueryState query={query} title="Failed to load documents" rows={3} lines={2} />;
  const { results, total_bytes } = query.data;
  // The uploads already show the documents that this page sends.
  const documents = results.filter(({ state }) => state !== 'uploading');
  const kept = documents.filter(({ state }) => state !== 'refused').length;
  const byId = new Map(documents.map((one) => [one.id, one]));
  const uploadOf = new Map(uploads.map((one) => [one.key, one]));
  const download = async (id: string) => {
    try {
      downloadFromUrl(await link.mutateAsync({ id, disposition: 'attachment' }));
    } catch {
      toastError(documentMessages.downloadFailed);
    }
  };
  const downloadAll = async () => {
    try {
      downloadFromUrl(await zip.mutateAsync());
    } catch (error) {
      toastError(error instanceof Error ? error.message : documentMessages.zipFailed);
    }
  };
  const open = (one: Document | undefined) => {
    if (one?.can_preview) setShown(one);
    else if (one) void download(one.id);
  };
  return (
    <section ref={part} tabIndex={-1} className={classes.part} aria-label="Case documents">
      <div className={classes.tools}>
        <span className={classes.total}>
          {kept === 0
            ? 'No documents yet'
            : `${kept === 1 ? '1 document' : `${kept} documents`} · ${formatBytes(total_bytes)}`}
        </span>
        <Button component="label" variant="default" leftSection={<IconCamera {...icon} />} className={classes.photo}>
          Take a photo
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => {
              store.add([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
        </Button>
        <PapersMenu caseId={caseId} homeId={homeId} unlabeled={unlabeled} />
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          disabled={!documents.some(({ state }) => state === 'ready')}
          loading={zip.isPending}
          onClick={() => void downloadAll()}
        >
          Download all (ZIP)
        </Button>
      </div>
      {expected.length > 0 && <Expected caseId={caseId} expected={expected} documents={documents} />}
      <FileList
        files={[...uploads.map(listedUpload), ...documents.map(listedDocument)]}
        accept={accept}
        hint="PDF, images, Word or Excel, up to 25 MB each"
        onAdd={(files) => store.add(files)}
        onOpen={({ id }) => open(byId.get(id))}
        opens={({ id }) => byId.get(id)?.state === 'ready'}
        editor={({ id }) => {
          const document = byId.get(id);
          return document && editing === id ? <DocumentEditor document={document} onDone={doneEditing} /> : undefined;
        }}
        actions={({ id }) => {
          const [document, upload] = [byId.get(id), uploadOf.get(id)];
          if (upload) return <UploadActions upload={upload} uploads={store} />;
          return (
            document && (
              <DocumentActions
                document={document}
                autoFocus={edited === id}
                onOpen={() => open(document)}
                onDownload={() => void download(id)}
                onEdit={() => setEditing(id)}
                onNewVersion={() => {
                  versionOf.current = id;
                  picker.current?.click();
                }}
                onDelete={() => remove(document)}
              />
            )
          );
        }}
      />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="New version"
        accept={accept}
        onChange={(event) => {
          store.add([...(event.currentTarget.files ?? [])].slice(0, 1), versionOf.current);
          event.currentTarget.value = '';
        }}
      />
      {shown && (
        <DocumentPreview
          document={shown}
          onDownload={() => void download(shown.id)}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  );
};
