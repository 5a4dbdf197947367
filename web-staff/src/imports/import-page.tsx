import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router';
import type { Import } from '#domain/imports/import.schema.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCards } from '../ui/page/settings-card.tsx';
import { ImportCard } from './import-card.tsx';
import { ImportLines } from './import-lines.tsx';
import { continueImport, sendTable } from './import-steps.ts';
import { dayOf, stateWords } from './import-text.ts';
import { pendingTables } from './pending-tables.ts';
import { ImportProgressCard } from './progress-card.tsx';
import { importQuery } from './queries.ts';
import { UploadCard } from './upload-card.tsx';
import { useImportWork } from './use-import-work.ts';

/** One file: its lines come and are looked at by themselves; bringing them in and taking them back is asked for. */
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
  // Looking changes nothing, so it needs no asking.
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
        badge={<Chip tone={stateWords[state].tone}>{stateWords[state].text}</Chip>}
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
