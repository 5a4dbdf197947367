import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ColumnName } from '#domain/imports/column-labels.ts';
import { type Import, type ImportLine, outcomes } from '#domain/imports/import.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { joinSentences } from '#domain/shared/values/text.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { download } from '../ui/download.ts';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { lineWords, omittedValues, outcomeWords, rejectedLines } from './import-steps.ts';
import classes from './imports.module.css';
import { importLinesQuery, type LineFilter } from './queries.ts';

export const ImportLines = ({ importRecord }: { importRecord: Import }) => {
  const call = useApi();
  const [filter, setFilter] = useState<LineFilter>('');
  const lines = useInfiniteQuery(importLinesQuery(call, importRecord.id, filter));
  const shown = lines.data?.pages.flatMap(({ results }) => results) ?? [];
  const filters: (readonly [LineFilter, string, number?])[] = [
    ['', 'All'],
    ...outcomes.map((outcome) => [outcome, outcomeWords[outcome], importRecord.counts[outcome]] as const),
    ['with_notes', 'Values left out', importRecord.counts.with_notes],
  ];
  return (
    <SettingsCard title="Lines">
      <fieldset className={classes.filters} aria-label="Filter lines">
        {filters.map(([kind, words, count]) => (
          <Button
            key={kind}
            variant={kind === filter ? 'light' : 'default'}
            aria-pressed={kind === filter}
            onClick={() => setFilter(kind)}
          >
            {count === undefined ? words : `${words} ${count.toLocaleString('en-US')}`}
          </Button>
        ))}
      </fieldset>
      <div className={classes.saves}>
        {importRecord.counts.refused > 0 && (
          <SaveButton importRecord={importRecord} read={rejectedLines} fileName="rejected">
            Lines that can't be imported as CSV
          </SaveButton>
        )}
        {importRecord.counts.with_notes > 0 && (
          <SaveButton importRecord={importRecord} read={omittedValues} fileName="left-out">
            Values left out as CSV
          </SaveButton>
        )}
      </div>
      {lines.isError ? (
        <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />
      ) : lines.data ? (
        <>
          <ul className={classes.rows} aria-label="Lines in the file">
            {shown.map((line) => (
              <Line key={line.line} line={line} importRecord={importRecord} />
            ))}
          </ul>
          {shown.length === 0 && !lines.hasNextPage && <p className={classes.text}>No lines to show.</p>}
          {lines.hasNextPage && (
            <Button
              variant="default"
              mt="md"
              loading={lines.isFetchingNextPage}
              onClick={() => void lines.fetchNextPage()}
            >
              More lines
            </Button>
          )}
        </>
      ) : (
        <RowsSkeleton rows={6} height={64} lines={2} />
      )}
    </SettingsCard>
  );
};

interface SaveButtonProps {
  importRecord: Import;
  read: (call: Call, importRecord: Import) => Promise<Blob>;
  fileName: string;
  children: string;
}

const SaveButton = ({ importRecord, read, fileName, children }: SaveButtonProps) => {
  const call = useApi();
  const save = useMutation({
    mutationFn: async () =>
      download(await read(call, importRecord), `${fileName}-${importRecord.file_name.replace(/\.\w+$/, '')}.csv`),
    onError: toastFailure,
  });
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {children}
    </Button>
  );
};

const days: Partial<Record<ColumnName, string>> = {
  created_at: 'since',
  date_of_birth: 'born',
  date_of_death: 'died',
  service_date: 'service',
};

/** Returns a readable value; none for the name, shown above, and for a home, known only by id. */
const shownValue = (field: ColumnName, value: string, isRead: boolean): string | [] => {
  if (!value || (isRead && field === 'funeral_home')) return [];
  if (field.endsWith('_name') && !field.startsWith('kin_')) return [];
  if (isRead && (field === 'phone' || field === 'kin_phone')) return formatPhone(value);
  return isRead && days[field] ? `${days[field]} ${formatDate(value)}` : value;
};

const Line = ({ line, importRecord }: { line: ImportLine; importRecord: Import }) => {
  const { text, tone } = lineWords(line);
  const isRead = line.outcome !== 'refused';
  const values = importRecord.columns
    .flatMap(({ field }, at) => shownValue(field, line.values[at] ?? '', isRead))
    .join(' · ');
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <span>
          <strong>{line.name || 'No name'}</strong> <span className={classes.dim}>line {line.line}</span>
        </span>
        {values && <span className={classes.dim}>{values.slice(0, 200)}</span>}
        {line.why.length > 0 && <span className={classes.text}>{joinSentences(line.why)}</span>}
        {line.notes.length > 0 && (
          <ul className={classes.notes} aria-label="Values left out">
            {line.notes.map((note) => (
              <li key={note}>{joinSentences([note])}</li>
            ))}
          </ul>
        )}
        {line.case && (
          <Link className={classes.link} to={paths.case(line.case.id)}>
            Open {line.case.name}
          </Link>
        )}
        {line.customer && (
          <Link className={classes.link} to={paths.customer(line.customer.id)}>
            Open {line.customer.name}
          </Link>
        )}
      </div>
      <Chip tone={tone}>{text}</Chip>
    </li>
  );
};
