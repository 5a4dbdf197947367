import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { FileProblem } from '#domain/imports/file-table.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Import } from '#domain/imports/import.schema.ts';
import {
  continueImport,
  counted,
  type ImportRun,
  importSentence,
  nounOf,
  sendTable,
  stateLabels,
} from '#domain/imports/import-run.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { readAgain } from '../api/cache.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { FileDrop } from '../ui/file-list.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards } from '../ui/page/settings-card.tsx';
import { ImportLines } from './import-lines.tsx';
import { dayOf, pendingTables, readFile, stateTones, tableTypes } from './import-steps.ts';
import classes from './imports.module.css';
import { importKeys } from './keys.ts';
import { importQuery } from './queries.ts';

const DiscardButton = ({ importRecord: { id, file_name } }: { importRecord: Import }) => {
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const discard = async () => {
    await call(importEndpoints.discard, { params: { id } });
    client.removeQueries({ queryKey: importKeys.one(id) });
    void client.invalidateQueries({ queryKey: importKeys.list });
    toastSuccess(`${file_name} discarded`);
    void navigate(paths.imports);
  };
  const text = 'Nothing has been imported. Your file is not affected.';
  return (
    <ConfirmButton
      ask={{ title: `Discard ${file_name}?`, confirmLabel: 'Discard', danger: true, action: discard, text }}
    >
      Discard
    </ConfirmButton>
  );
};

const keptTexts = {
  cases: 'Cases that were changed, or that have documents or payments, are kept. See the lines for details.',
  customers: 'Customers who were changed or are linked to a case are kept. See the lines for details.',
} as const;

const UndoButton = ({ importRecord: { kind, brought }, onUndo }: { importRecord: Import; onUndo: () => void }) => (
  <ConfirmButton
    ask={{
      title: 'Undo this import?',
      confirmLabel: `Undo ${counted(brought, nounOf[kind])}`,
      danger: true,
      action: onUndo,
      text: keptTexts[kind],
    }}
  >
    Undo this import
  </ConfirmButton>
);

interface ImportCardProps {
  importRecord: Import;
  onRun: (bringDoubtful: boolean) => void;
  onUndo: () => void;
}

const ImportCard = ({ importRecord, onRun, onUndo }: ImportCardProps) =>
  importRecord.state === 'ready' ? (
    <ImportPreview importRecord={importRecord} onRun={onRun} />
  ) : (
    <ImportResult importRecord={importRecord} onUndo={onUndo} />
  );

const nothingNew = { customers: 'No new customers in this file', cases: 'No new cases in this file' } as const;
const sharedValueTexts = {
  customers: 'a phone number, an email address, or a name and ZIP code with an existing customer',
  cases: 'the name and a date of birth or death with an existing case',
} as const;
const visibilityTexts = {
  customers: 'Everyone in your organization will see them. You can undo the import for 30 days.',
  cases:
    'Everyone in your organization will see them. Next of kin become customers. You can undo the import for 30 days.',
} as const;

const ImportPreview = ({ importRecord, onRun }: Omit<ImportCardProps, 'onUndo'>) => {
  const [doubtful, setDoubtful] = useState(false);
  const { counts } = importRecord;
  const importCount = counts.new + (doubtful ? counts.doubtful : 0);
  const verb = `Import ${counted(importCount, nounOf[importRecord.kind])}`;
  return (
    <SettingsCard
      title="Import preview"
      actions={
        <>
          <ConfirmButton
            variant="filled"
            reason={importCount === 0 ? nothingNew[importRecord.kind] : undefined}
            ask={{
              title: `${verb}?`,
              confirmLabel: verb,
              text: visibilityTexts[importRecord.kind],
              action: () => onRun(doubtful),
            }}
          >
            {verb}
          </ConfirmButton>
          <DiscardButton importRecord={importRecord} />
        </>
      }
    >
      <p className={classes.text} role="status">
        {importSentence(importRecord)} Existing records will not change. See below for lines that cannot be imported.
      </p>
      {counts.doubtful > 0 && (
        <Checkbox
          mt="md"
          label={`Also import ${counted(counts.doubtful, 'possible duplicate')} that share ${sharedValueTexts[importRecord.kind]}`}
          checked={doubtful}
          onChange={({ currentTarget: { checked } }) => setDoubtful(checked)}
        />
      )}
    </SettingsCard>
  );
};

/** From this many records on, lists and search lag a minute or more. */
const slowFrom = 1000;

const ImportResult = ({ importRecord, onUndo }: Omit<ImportCardProps, 'onRun'>) => {
  const { state, brought, run_at, run_by_name, undone_at, undone_by_name, undoable_until } = importRecord;
  const isOpen = state === 'done' && brought > 0 && (undoable_until ?? '') > new Date().toISOString();
  return (
    <SettingsCard
      title={state === 'undone' ? 'Undone' : 'Imported'}
      actions={isOpen && <UndoButton importRecord={importRecord} onUndo={onUndo} />}
    >
      <p className={classes.text} role="status">
        {importSentence(importRecord)}
      </p>
      {isOpen && brought > slowFrom && (
        <p className={classes.text}>The list of {importRecord.kind} and search may take a while to update.</p>
      )}
      <p className={classes.dim}>
        {run_at && `Imported by ${run_by_name} on ${dayOf(run_at)}. `}
        {undone_at && `Undone by ${undone_by_name} on ${dayOf(undone_at)}. `}
        {isOpen && undoable_until && `It can be undone until ${dayOf(undoable_until)}.`}
      </p>
    </SettingsCard>
  );
};

const titleOf = ({ kind, state }: Import): string => {
  if (state === 'receiving') return 'Uploading';
  if (state === 'looking') return 'Checking lines';
  return state === 'undoing' ? `Undoing ${kind}` : `Importing ${kind}`;
};

const doneOf = ({ state, received, looked, gone_through, line_count }: Import): number => {
  if (state === 'receiving' && received < line_count) return received;
  return state === 'receiving' || state === 'looking' ? looked : gone_through;
};

interface ImportProgressCardProps {
  importRecord: Import;
  busy: boolean;
  onGoOn: () => void;
  onUndo: () => void;
}

const ImportProgressCard = ({ importRecord, busy, onGoOn, onUndo }: ImportProgressCardProps) => {
  const { state, line_count } = importRecord;
  const done = doneOf(importRecord);
  const title = titleOf(importRecord);
  return (
    <SettingsCard
      title={title}
      actions={
        !busy && (
          <>
            <Button onClick={onGoOn}>Continue</Button>
            {state === 'running' && <UndoButton importRecord={importRecord} onUndo={onUndo} />}
          </>
        )
      }
    >
      <ProgressBar label={title} percent={Math.floor((done / line_count) * 100)} />
      <p className={classes.text} role="status">
        {done.toLocaleString('en-US')} of {counted(line_count, 'line')}.
      </p>
      <p className={classes.dim}>
        {busy
          ? 'Keep this page open. If you close it, you can continue from here later.'
          : 'Paused. Your progress is saved.'}
      </p>
    </SettingsCard>
  );
};

const workedStates: readonly Import['state'][] = ['running', 'done', 'undoing', 'undone'];

/** Runs steps of an import while the page is open; leaving stops the work. */
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
    const onProgress = (progress: Import) => {
      last = progress;
      client.setQueryData(importKeys.one(progress.id), progress);
    };
    try {
      await work({ signal: run.signal, onProgress });
    } catch (error) {
      if (!run.signal.aborted) toastFailure(error);
    } finally {
      if (!run.signal.aborted) setBusy(false);
      void readAgain(client, 'import.changed');
      // Also after an interruption, because earlier steps are done.
      if (last && workedStates.includes(last.state)) void readAgain(client, `${last.kind}.imported`);
    }
  };
  return { busy, start };
};

const UploadCard = ({ importRecord, onTable }: { importRecord: Import; onTable: () => void }) => {
  const read = useMutation({
    mutationFn: async (file: File) => {
      const table = await readFile(file, importRecord.headings);
      if (table.fingerprint !== importRecord.fingerprint)
        throw new FileProblem(
          `This is not the same file as ${importRecord.file_name}, or it has changed. Choose the original file.`,
        );
      pendingTables.set(importRecord.id, table);
    },
    onSuccess: onTable,
  });
  return (
    <SettingsCard title="Upload incomplete" actions={<DiscardButton importRecord={importRecord} />}>
      <p className={classes.text}>{importSentence(importRecord)} Choose the same file again to resume.</p>
      <FileDrop accept={tableTypes} hint={importRecord.file_name} onAdd={([file]) => file && read.mutate(file)} />
      {read.isError && (
        <Notice tone="problem" title="Cannot resume with this file">
          {messageOf(read.error)}
        </Notice>
      )}
    </SettingsCard>
  );
};

/** Sends and previews the lines automatically; a user starts the run and the undo. */
export const ImportPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const query = useQuery(importQuery(call, id));
  const importRecord = query.data;
  useDocumentTitle(importRecord?.file_name ?? 'Import records');
  if (importRecord) return <ImportView key={id} importRecord={importRecord} />;
  return <QueryState query={query} rows={4} height={96} lines={2} />;
};

const ImportView = ({ importRecord }: { importRecord: Import }) => {
  const call = useApi();
  const work = useImportWork();
  const { state, received, line_count } = importRecord;
  const isUploaded = received === line_count;
  const checkLines = () =>
    work.start(async (run) => {
      const table = pendingTables.get(importRecord.id);
      const all = table && !isUploaded ? await sendTable(call, importRecord, table, run) : importRecord;
      pendingTables.delete(importRecord.id);
      await continueImport(call, 'look', all, run);
    });
  // The preview changes nothing, so it starts without a confirmation.
  const begin = useEffectEvent(() => {
    if (state === 'looking' || (state === 'receiving' && (isUploaded || pendingTables.has(importRecord.id))))
      void checkLines();
  });
  useEffect(() => begin(), []);
  const isUploading = state === 'receiving' && !isUploaded;
  const isChecked = !['receiving', 'looking', 'discarding'].includes(state);
  return (
    <>
      <PageHeader
        title={importRecord.file_name}
        badge={<Chip tone={stateTones[state]}>{stateLabels[state]}</Chip>}
        lead={`Uploaded by ${importRecord.begun_by_name} on ${dayOf(importRecord.begun_at)}.`}
        back={{ to: paths.imports, label: 'Import records' }}
      />
      <SettingsCards>
        {isUploading && !work.busy ? (
          <UploadCard importRecord={importRecord} onTable={checkLines} />
        ) : work.busy || ['receiving', 'looking', 'running', 'undoing'].includes(state) ? (
          <ImportProgressCard
            importRecord={importRecord}
            busy={work.busy}
            onGoOn={() =>
              isChecked
                ? void work.start((run) =>
                    continueImport(call, state === 'undoing' ? 'undo' : 'run', importRecord, run),
                  )
                : void checkLines()
            }
            onUndo={() => void work.start((run) => continueImport(call, 'undo', importRecord, run))}
          />
        ) : (
          <ImportCard
            importRecord={importRecord}
            onRun={(bring_doubtful) =>
              void work.start((run) => continueImport(call, 'run', { ...importRecord, bring_doubtful }, run))
            }
            onUndo={() => void work.start((run) => continueImport(call, 'undo', importRecord, run))}
          />
        )}
        {isChecked && !work.busy && <ImportLines importRecord={importRecord} />}
      </SettingsCards>
    </>
  );
};
