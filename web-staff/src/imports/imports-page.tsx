import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type ImportKind, importKinds } from '#domain/imports/column-labels.ts';
import type { FileTable, HeadingChoice } from '#domain/imports/file-table.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Import, NewImport } from '#domain/imports/import.schema.ts';
import { importSentence, stateLabels } from '#domain/imports/import-run.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { FileDrop } from '../ui/file-list.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards } from '../ui/page/settings-card.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { dayOf, pendingTables, readFile, stateTones, tableTypes } from './import-steps.ts';
import classes from './imports.module.css';
import { importKeys } from './keys.ts';
import { MatchColumns } from './match-columns.tsx';
import { importsQuery } from './queries.ts';

export const ImportsPage = () => {
  useDocumentTitle('Import records');
  const call = useApi();
  const imports = useQuery(importsQuery(call));
  return (
    <>
      <PageHeader
        title="Import records"
        lead="Import customers, cases and documents from another system. You can preview every line first and undo the import for 30 days."
      />
      {imports.data ? (
        <SettingsCards>
          <NewFile earlier={imports.data} />
          <PastImports imports={imports.data} />
        </SettingsCards>
      ) : (
        <QueryState query={imports} rows={4} height={96} lines={2} />
      )}
    </>
  );
};

const kindTexts: Record<ImportKind, { name: string; text: string }> = {
  customers: {
    name: 'Customers',
    text: 'Export your customers as a table with one row per customer and a heading row. First and last name are required.',
  },
  cases: {
    name: 'Cases',
    text: 'Export your cases as a table with one row per case and a heading row. Case number and the deceased’s last name are required. The next of kin becomes a customer. Cases without a status are imported as completed.',
  },
};

const NewFile = ({ earlier }: { earlier: readonly Import[] }) => {
  const [content, setContent] = useState<ImportKind | 'documents'>('customers');
  const kind = content === 'documents' ? 'cases' : content;
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [chosen, setChosen] = useState<{ file: File; table: FileTable }>();
  const read = useMutation({
    mutationFn: async ({ file, headings }: { file: File; headings?: HeadingChoice }) => ({
      file,
      table: await readFile(file, headings),
    }),
    onSuccess: setChosen,
  });
  const begin = useMutation({
    mutationFn: ({ table, columns }: { table: FileTable; columns: NewImport['columns'] }) => {
      const { fileName: file_name, fingerprint, headings, lines } = table;
      const body = { kind, file_name, fingerprint, headings, columns, line_count: lines.length };
      return call(importEndpoints.begin, { body }, { idempotencyKey: keyFor(body) });
    },
    onSuccess: (newImport, { table }) => {
      pendingTables.set(newImport.id, table);
      client.setQueryData(importKeys.one(newImport.id), newImport);
      void navigate(paths.import(newImport.id));
    },
    onError: toastFailure,
  });
  if (chosen) {
    const { file, table } = chosen;
    return (
      <MatchColumns
        key={table.headingRow}
        kind={kind}
        table={table}
        earlier={earlier}
        busy={begin.isPending || read.isPending}
        problem={read.isError ? messageOf(read.error) : undefined}
        onChoose={(headings) => read.mutate({ file, headings })}
        onDone={(columns) => begin.mutate({ table, columns })}
        onCancel={() => {
          setChosen(undefined);
          read.reset();
        }}
      />
    );
  }
  return (
    <SettingsCard title="New import">
      <fieldset className={classes.filters} aria-label="What are you importing?">
        {([...importKinds, 'documents'] as const).map((option) => (
          <Button
            key={option}
            variant={option === content ? 'light' : 'default'}
            aria-pressed={option === content}
            onClick={() => setContent(option)}
          >
            {option === 'documents' ? 'Documents' : kindTexts[option].name}
          </Button>
        ))}
      </fieldset>
      {content === 'documents' ? (
        <DocumentsCard />
      ) : (
        <TableFile
          kind={content}
          isReading={read.isPending}
          problem={read.isError ? messageOf(read.error) : undefined}
          onFile={(file) => read.mutate({ file })}
        />
      )}
    </SettingsCard>
  );
};

interface TableFileProps {
  kind: ImportKind;
  isReading: boolean;
  problem: string | undefined;
  onFile: (file: File) => void;
}

const TableFile = ({ kind, isReading, problem, onFile }: TableFileProps) => (
  <>
    <p className={classes.text}>{kindTexts[kind].text}</p>
    <FileDrop
      accept={tableTypes}
      hint="CSV, up to 50 MB and 100,000 rows. From Excel, save the sheet as CSV UTF-8. The file is read on your computer."
      onAdd={([file]) => file && onFile(file)}
    />
    {isReading && (
      <p className={classes.dim} role="status">
        Reading the file…
      </p>
    )}
    {problem && (
      <Notice tone="problem" title="This file cannot be read">
        {problem}
      </Notice>
    )}
  </>
);

const PastImports = ({ imports }: { imports: readonly Import[] }) => (
  <SettingsCard title="Past imports">
    {imports.length === 0 ? (
      <p className={classes.text}>No imports yet.</p>
    ) : (
      <ul className={classes.rows} aria-label="Past imports">
        {imports.map((pastImport) => (
          <li key={pastImport.id} className={classes.row}>
            <div className={classes.about}>
              <Link className={classes.link} to={paths.import(pastImport.id)}>
                {pastImport.file_name}
              </Link>
              <span className={classes.text}>{importSentence(pastImport)}</span>
              <span className={classes.dim}>
                {pastImport.begun_by_name}, {dayOf(pastImport.begun_at)}
              </span>
            </div>
            <Chip tone={stateTones[pastImport.state]}>{stateLabels[pastImport.state]}</Chip>
          </li>
        ))}
      </ul>
    )}
  </SettingsCard>
);
