import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#domain/imports/import-run.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { FileDrop } from '../ui/file-list.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import classes from './imports.module.css';
import { type Failed, type MatchedFile, matchZip, removeUploadedFiles, sendFiles } from './zip-documents.ts';

interface Matched {
  zip: File;
  files: MatchedFile[];
}

/** Imports a ZIP of documents whose folders or file names begin with case numbers. */
export const DocumentsCard = () => {
  const call = useApi();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [matched, setMatched] = useState<Matched>();
  const run = () => {
    running.current?.abort();
    running.current = new AbortController();
    setProgress(undefined);
    return { signal: running.current.signal, onProgress: (done: number, all: number) => setProgress({ done, all }) };
  };
  const match = useMutation({
    mutationFn: async (zip: File) => ({ zip, files: await matchZip(call, zip, run()) }),
    onSuccess: setMatched,
  });
  const send = useMutation({
    mutationFn: ({ zip, files }: Matched) => sendFiles(call, zip, files, run()),
  });
  const takeBack = useMutation({
    mutationFn: ({ zip, paths }: { zip: File; paths: ReadonlySet<string> }) =>
      removeUploadedFiles(call, zip, paths, run()),
  });
  const isBusy = match.isPending || send.isPending || takeBack.isPending;
  const problem = takeBack.error ?? send.error ?? match.error;
  return (
    <>
      <p className={classes.text}>
        Put the documents in a ZIP file, with one folder per case or with file names that start with the case number,
        such as WA-2019-0001 Permit.pdf. You can review the matches before anything is uploaded.
      </p>
      {isBusy ? (
        <>
          <ProgressBar
            label={match.isPending ? 'Checking files' : send.isPending ? 'Adding the documents' : 'Removing documents'}
            percent={progress ? Math.floor((progress.done / progress.all) * 100) : 0}
          />
          <p className={classes.dim}>Keep this page open. If you close it, choose the same file again to resume.</p>
        </>
      ) : takeBack.data ? (
        <RemovalSummary {...takeBack.data} />
      ) : send.data && matched ? (
        <Sent
          matched={matched}
          failed={send.data}
          onTakeBack={(paths) => takeBack.mutate({ zip: matched.zip, paths })}
        />
      ) : matched ? (
        <Files
          matched={matched}
          onSend={() => send.mutate(matched)}
          onTakeBack={(paths) => takeBack.mutate({ zip: matched.zip, paths })}
        />
      ) : (
        <FileDrop accept=".zip,application/zip" hint="ZIP, up to 4 GB" onAdd={([file]) => file && match.mutate(file)} />
      )}
      {problem && !isBusy && (
        <Notice tone="problem" title="This file cannot be used">
          {messageOf(problem)}
        </Notice>
      )}
      {matched && !isBusy && (
        <Button
          variant="subtle"
          mt="sm"
          onClick={() => {
            setMatched(undefined);
            send.reset();
            takeBack.reset();
          }}
        >
          Choose another file
        </Button>
      )}
    </>
  );
};

type OnTakeBack = (paths: ReadonlySet<string>) => void;

interface TakeBackButtonProps {
  paths: ReadonlySet<string>;
  count: number;
  onTakeBack: OnTakeBack;
}

const TakeBackButton = ({ paths, count, onTakeBack }: TakeBackButtonProps) => {
  const verb = `Remove ${counted(count, 'document')}`;
  return (
    <ConfirmButton
      ask={{
        title: 'Remove these documents?',
        confirmLabel: verb,
        danger: true,
        action: () => onTakeBack(paths),
        text: 'They will be removed from their cases. You can restore each one from its case for 30 days.',
      }}
    >
      {verb}
    </ConfirmButton>
  );
};

const NotDone = ({ title, failed }: { title: string; failed: readonly Failed[] }) =>
  failed.length > 0 && (
    <Notice tone="problem" title={`${counted(failed.length, 'file')} ${title}`}>
      {failed.map(({ name, why }) => `${name}: ${why}`).join(' · ')}
    </Notice>
  );

const RemovalSummary = ({ removedCount, failed }: { removedCount: number; failed: readonly Failed[] }) => (
  <>
    <p className={classes.text} role="status">
      {counted(removedCount, 'document')} removed. You can restore each one from its case for 30 days.
    </p>
    <NotDone title="not removed" failed={failed} />
  </>
);

interface SentProps {
  matched: Matched;
  failed: readonly Failed[];
  onTakeBack: OnTakeBack;
}

const Sent = ({ matched, failed, onTakeBack }: SentProps) => {
  const sent = matched.files.filter(({ why }) => why === undefined);
  const added = sent.length - failed.length;
  return (
    <>
      <p className={classes.text} role="status">
        {counted(added, 'document')} added. You can open them after the virus scan.
      </p>
      <NotDone title="not added" failed={failed} />
      {added > 0 && (
        <TakeBackButton paths={new Set(sent.map(({ entry }) => entry.path))} count={added} onTakeBack={onTakeBack} />
      )}
    </>
  );
};

const maxListed = 200;

interface FilesProps {
  matched: Matched;
  onSend: () => void;
  onTakeBack: OnTakeBack;
}

const Files = ({ matched: { files }, onSend, onTakeBack }: FilesProps) => {
  const present = new Set(files.flatMap(({ entry, present }) => (present ? [entry.path] : [])));
  const coming = files.filter(({ why }) => why === undefined);
  const cases = new Set(coming.map(({ case: of }) => of?.id)).size;
  const inOrder = files.toSorted((a, b) => Number(a.why === undefined) - Number(b.why === undefined));
  return (
    <>
      <p className={classes.text} role="status">
        {counted(coming.length, 'document')} for {counted(cases, 'case')},{' '}
        {counted(files.length - coming.length, 'file')} skipped.
      </p>
      <Group gap="xs">
        <DisabledReasonButton reason={coming.length === 0 ? 'No files to add' : undefined} onClick={onSend}>
          Add {counted(coming.length, 'document')}
        </DisabledReasonButton>
        {present.size > 0 && <TakeBackButton paths={present} count={present.size} onTakeBack={onTakeBack} />}
      </Group>
      <ul className={classes.rows} aria-label="Files in the ZIP">
        {inOrder.slice(0, maxListed).map(({ entry, case: of, why }) => (
          <li key={entry.path} className={classes.row}>
            <div className={classes.about}>
              <strong>{entry.path}</strong>
              {of && (
                <Link className={classes.link} to={paths.case(of.id)}>
                  {of.case_number}, {of.name}
                </Link>
              )}
              {why && <span className={classes.text}>{why}</span>}
            </div>
          </li>
        ))}
      </ul>
      {files.length > maxListed && <p className={classes.dim}>And {counted(files.length - maxListed, 'file')} more.</p>}
    </>
  );
};
