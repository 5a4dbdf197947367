import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { FileProblem } from '#domain/imports/file-table.ts';
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
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { FileDrop } from '../ui/file-list.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards } from '../ui/page/settings-card.tsx';
import { DiscardButton } from './discard-button.tsx';
import { ImportLines } from './import-lines.tsx';
import { dayOf, pendingTables, readFile, stateTones, tableTypes } from './import-steps.ts';
import classes from './imports.module.css';
import { importKeys } from './keys.ts';
import { importQuery } from './queries.ts';

const UndoButton = ({ one, onUndo }: { one: Import; onUndo: () => void }) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Undo this import
      </Button>
      <ConfirmModal
        opened={asking}
        title="Undo this import?"
        confirmLabel={`Undo ${counted(one.brought, nounOf[one.kind])}`}
        danger
        onConfirm={() => {
          setAsking(false);
          onUndo();
        }}
        onClose={() => setAsking(false)}
      >
        {one.kind === 'cases'
          ? 'Cases that were changed, or that have documents or payments, are kept. See the lines for details.'
          : 'Customers who were changed or are linked to a case are kept. See the lines for details.'}
      </ConfirmModal>
    </>
  );
};

interface BringInCardProps {
  one: Import;
  onRun: (bringDoubtful: boolean) => void;
  onUndo: () => void;
}

const ImportCard = ({ one, onRun, onUndo }: BringInCardProps) =>
  one.state === 'ready' ? <Ready one={one} onRun={onRun} /> : <Brought one={one} onUndo={onUndo} />;

const nothingNew = { customers: 'No new customers in this file', cases: 'No new cases in this file' } as const;
const shares = {
  customers: 'a phone number, an email address, or a name and ZIP code with an existing customer',
  cases: 'the name and a date of birth or death with an existing case',
} as const;
const everybodySees = {
  customers: 'Everyone in your organization will see them. You can undo the import for 30 days.',
  cases:
    'Everyone in your organization will see them. Next of kin become customers. You can undo the import for 30 days.',
} as const;

const Ready = ({ one, onRun }: Omit<BringInCardProps, 'onUndo'>) => {
  const [doubtful, setDoubtful] = useState(false);
  const [asking, setAsking] = useState(false);
  const { counts } = one;
  const coming = counts.new + (doubtful ? counts.doubtful : 0);
  const verb = `Import ${counted(coming, nounOf[one.kind])}`;
  return (
    <SettingsCard
      title="Import preview"
      actions={
        <>
          <DisabledReasonButton
            reason={coming === 0 ? nothingNew[one.kind] : undefined}
            onClick={() => setAsking(true)}
          >
            {verb}
          </DisabledReasonButton>
          <DiscardButton one={one} />
        </>
      }
    >
      <p className={classes.text} role="status">
        {importSentence(one)} Existing records will not change. See below for lines that cannot be imported.
      </p>
      {counts.doubtful > 0 && (
        <Checkbox
          mt="md"
          label={`Also import ${counted(counts.doubtful, 'possible duplicate')} that share ${shares[one.kind]}`}
          checked={doubtful}
          onChange={({ currentTarget: { checked } }) => setDoubtful(checked)}
        />
      )}
      <ConfirmModal
        opened={asking}
        title={`${verb}?`}
        confirmLabel={verb}
        onConfirm={() => {
          setAsking(false);
          onRun(doubtful);
        }}
        onClose={() => setAsking(false)}
      >
        {everybodySees[one.kind]}
      </ConfirmModal>
    </SettingsCard>
  );
};

/** From this many records on, lists and search lag a minute or more. */
const slowFrom = 1000;

const Brought = ({ one, onUndo }: Omit<BringInCardProps, 'onRun'>) => {
  const { state, brought, run_at, run_by_name, undone_at, undone_by_name, undoable_until } = one;
  const isOpen = state === 'done' && brought > 0 && (undoable_until ?? '') > new Date().toISOString();
  return (
    <SettingsCard
      title={state === 'undone' ? 'Undone' : 'Imported'}
      actions={isOpen && <UndoButton one={one} onUndo={onUndo} />}
    >
      <p className={classes.text} role="status">
        {importSentence(one)}
      </p>
      {isOpen && brought > slowFrom && (
        <p className={classes.text}>The list of {one.kind} and search may take a while to update.</p>
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

interface WorkingCardProps {
  one: Import;
  busy: boolean;
  onGoOn: () => void;
  onUndo: () => void;
}

const ImportProgressCard = ({ one, busy, onGoOn, onUndo }: WorkingCardProps) => {
  const { state, line_count } = one;
  const done = doneOf(one);
  const title = titleOf(one);
  return (
    <SettingsCard
      title={title}
      actions={
        !busy && (
          <>
            <Button onClick={onGoOn}>Continue</Button>
            {state === 'running' && <UndoButton one={one} onUndo={onUndo} />}
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
      // Also after an interruption, because earlier steps are done.
      if (last && workedStates.includes(last.state)) void readAgain(client, `${last.kind}.imported`);
    }
  };
  return { busy, start };
};

const UploadCard = ({ one, onTable }: { one: Import; onTable: () => void }) => {
  const read = useMutation({
    mutationFn: async (file: File) => {
      const table = await readFile(file, one.headings);
      if (table.fingerprint !== one.fingerprint)
        throw new FileProblem(
          `This is not the same file as ${one.file_name}, or it has changed. Choose the original file.`,
        );
      pendingTables.set(one.id, table);
    },
    onSuccess: onTable,
  });
  return (
    <SettingsCard title="Upload incomplete" actions={<DiscardButton one={one} />}>
      <p className={classes.text}>{importSentence(one)} Choose the same file again to resume.</p>
      <FileDrop accept={tableTypes} hint={one.file_name} onAdd={([file]) => file && read.mutate(file)} />
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
  const found = useQuery(importQuery(call, id));
  const one = found.data;
  useDocumentTitle(one?.file_name ?? 'Import records');
  if (one) return <ImportView key={id} one={one} />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return <RowsSkeleton rows={4} height={96} lines={2} />;
};

const ImportView = ({ one }: { one: Import }) => {
  const call = useApi();
  const work = useImportWork();
  const { state, received, line_count } = one;
  const isHere = received === line_count;
  const look = () =>
    work.start(async (run) => {
      const table = pendingTables.get(one.id);
      const all = table && !isHere ? await sendTable(call, one, table, run) : one;
      pendingTables.delete(one.id);
      await continueImport(call, 'look', all, run);
    });
  // The preview changes nothing, so it starts without a confirmation.
  const begin = useEffectEvent(() => {
    if (state === 'looking' || (state === 'receiving' && (isHere || pendingTables.has(one.id)))) void look();
  });
  useEffect(() => begin(), []);
  const isComing = state === 'receiving' && !isHere;
  const isLookedAt = !['receiving', 'looking', 'discarding'].includes(state);
  return (
    <>
      <PageHeader
        title={one.file_name}
        badge={<Chip tone={stateTones[state]}>{stateLabels[state]}</Chip>}
        lead={`Uploaded by ${one.begun_by_name} on ${dayOf(one.begun_at)}.`}
        back={{ to: paths.imports, label: 'Import records' }}
      />
      <SettingsCards>
        {isComing && !work.busy ? (
          <UploadCard one={one} onTable={look} />
        ) : work.busy || ['receiving', 'looking', 'running', 'undoing'].includes(state) ? (
          <ImportProgressCard
            one={one}
            busy={work.busy}
            onGoOn={() =>
              isLookedAt
                ? void work.start((run) => continueImport(call, state === 'undoing' ? 'undo' : 'run', one, run))
                : void look()
            }
            onUndo={() => void work.start((run) => continueImport(call, 'undo', one, run))}
          />
        ) : (
          <ImportCard
            one={one}
            onRun={(bring_doubtful) =>
              void work.start((run) => continueImport(call, 'run', { ...one, bring_doubtful }, run))
            }
            onUndo={() => void work.start((run) => continueImport(call, 'undo', one, run))}
          />
        )}
        {isLookedAt && !work.busy && <ImportLines one={one} />}
      </SettingsCards>
    </>
  );
};
