import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  type ColumnName,
  columnsOf,
  dayColumns,
  type ImportKind,
  labelOf,
  lackingColumn,
} from '#domain/imports/column-labels.ts';
import {
  type DayOrder,
  type FileWord,
  hasWords,
  type ImportHome,
  importedDay,
  optionsOf,
  orderedDay,
  wordKey,
  wordsToMap,
} from '#domain/imports/column-values.ts';
import { type FileTable, samplesOf } from '#domain/imports/file-table.ts';
import type { Import, NewImport } from '#domain/imports/import.schema.ts';
import { counted } from '#domain/imports/import-run.ts';
import {
  type ColumnReading,
  holdsSocialSecurityNumbers,
  isOrderOpen,
  matchColumns,
  proposedReadings,
  ssnColumn,
} from '#domain/imports/match-columns.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { dayOf } from './import-steps.ts';
import classes from './imports.module.css';

interface ColumnReadingFieldsProps {
  heading: string;
  field: ColumnName;
  values: readonly string[];
  homes: readonly ImportHome[];
  reading: ColumnReading;
  onChange: (reading: ColumnReading) => void;
}

const ColumnReadingFields = (props: ColumnReadingFieldsProps) => {
  if (dayColumns.includes(props.field)) return <DayOrderField {...props} />;
  return hasWords(props.field) ? <WordFields {...props} /> : null;
};

const DayOrderField = ({ heading, values, reading, onChange }: ColumnReadingFieldsProps) => {
  const example = useMemo(
    () => (isOrderOpen(values) ? values.find((text) => orderedDay(text)?.isOpen)?.trim() : undefined),
    [values],
  );
  if (example === undefined) return null;
  const dayIn = (order: DayOrder) => formatDate(importedDay(example, { order, century: ([any]) => any }) ?? '');
  return (
    <div className={classes.reading}>
      <NativeSelect
        label={`In ${heading}, ${example} is`}
        value={reading.day_order ?? 'month_first'}
        onChange={({ currentTarget: { value } }) => onChange({ ...reading, day_order: value as DayOrder })}
        data={[
          { value: 'month_first', label: `${dayIn('month_first')} (month first)` },
          { value: 'day_first', label: `${dayIn('day_first')} (day first)` },
        ]}
      />
    </div>
  );
};

/** Marks a word without a meaning; the meaning '' leaves a word out. */
const inNotes = 'in notes';
const shownAtFirst = 12;
/** A longer text is a remark, and no word of a list. */
const maxWordLength = 60;

const WordFields = ({ heading, field, values, homes, reading, onChange }: ColumnReadingFieldsProps) => {
  const words = useMemo(
    () => wordsToMap(field, values, homes).filter(({ word }) => word.length <= maxWordLength),
    [field, values, homes],
  );
  const [shown, setShown] = useState<'unknown' | 'all'>('unknown');
  const options = optionsOf(field, homes);
  const chosenMeanings = reading.values ?? {};
  const knownWords = words.filter(({ value }) => value !== undefined);
  const unknownWords = words.filter(({ value }) => value === undefined);
  const meaningOf = ({ word, value }: FileWord) => chosenMeanings[wordKey(word)] ?? value ?? inNotes;
  const choose = (word: string, value: string) => {
    const { [wordKey(word)]: _old, ...otherMeanings } = chosenMeanings;
    onChange({ ...reading, values: value === inNotes ? otherMeanings : { ...otherMeanings, [wordKey(word)]: value } });
  };
  const labelIn = (word: FileWord) => options.find(({ value }) => value === meaningOf(word))?.label ?? 'left out';
  const summary = knownWords
    .filter((word) => wordKey(word.word) !== wordKey(labelIn(word)))
    .slice(0, 8)
    .map((word) => `${word.word} = ${labelIn(word)}`)
    .join(' · ');
  if (unknownWords.length === 0 && !summary && shown !== 'all') return null;
  const listed = shown === 'all' ? [...unknownWords, ...knownWords] : unknownWords.slice(0, shownAtFirst);
  return (
    <fieldset className={classes.reading} aria-label={`Words of ${heading}`}>
      {unknownWords.length > 0 && (
        <p className={classes.text}>
          {counted(unknownWords.length, 'word')} of the other system {unknownWords.length === 1 ? 'is' : 'are'} not
          known here. Say what {unknownWords.length === 1 ? 'it means' : 'each means'}.
        </p>
      )}
      {shown === 'unknown' && summary && <p className={classes.dim}>Read as: {summary}</p>}
      {listed.length > 0 && (
        <ul className={classes.words}>
          {listed.map((word) => (
            <li key={wordKey(word.word)} className={classes.word}>
              <span>
                <strong>{word.word}</strong> <span className={classes.dim}>{counted(word.count, 'line')}</span>
              </span>
              <NativeSelect
                aria-label={`${word.word} means`}
                value={meaningOf(word)}
                onChange={({ currentTarget: { value } }) => choose(word.word, value)}
                data={[
                  ...(word.value === undefined ? [{ value: inNotes, label: 'Keep in the notes' }] : []),
                  { value: '', label: 'Skip' },
                  ...options.map(({ value, label }) => ({ value, label })),
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {shown === 'unknown' && words.length > listed.length && (
        <Button variant="default" mt="xs" onClick={() => setShown('all')}>
          {unknownWords.length > listed.length ? `Show all ${words.length} words` : 'Change what words mean'}
        </Button>
      )}
    </fieldset>
  );
};

interface MatchColumnsProps {
  kind: ImportKind;
  table: FileTable;
  earlier: readonly Import[];
  busy: boolean;
  problem: string | undefined;
  onChoose: (headingRow: number) => void;
  onDone: (columns: NewImport['columns']) => void;
  onCancel: () => void;
}

const skipOption = { value: '', label: 'Skip' };

export const MatchColumns = ({
  kind,
  table,
  earlier,
  busy,
  problem,
  onChoose,
  onDone,
  onCancel,
}: MatchColumnsProps) => {
  const [columns] = useState(() => samplesOf(table));
  const [matched] = useState(() => matchColumns(columns, earlier, kind));
  const [fields, setFields] = useState(matched.fields);
  const earlierImport = earlier.find((candidate) => candidate === matched.asBefore);
  // A field chosen for another column moves there.
  const choose = (at: number, field: ColumnName | '') =>
    setFields(fields.map((current, place) => (place === at ? field : field && current === field ? '' : current)));
  const homes = useLocations();
  const valuesOf = useMemo(
    () => columns.map((_, at) => table.lines.map(({ values }) => values[at] ?? '')),
    [columns, table],
  );
  const proposed = useMemo(
    () =>
      proposedReadings(
        fields.map((field, at) => ({ field, values: valuesOf[at] ?? [] })),
        matched.asBefore?.columns,
      ),
    [fields, valuesOf, matched],
  );
  // The user's choices, each valid for the field that it was made for.
  const [chosenReadings, setChosenReadings] = useState<Readonly<Record<string, ColumnReading>>>({});
  const keyOf = (at: number) => `${at}/${fields[at]}`;
  const readingOf = (at: number): ColumnReading => chosenReadings[keyOf(at)] ?? proposed[at] ?? {};
  const chosen = columns.flatMap(({ heading }, at) =>
    fields[at] ? [{ field: fields[at], heading, ...readingOf(at) }] : [],
  );
  const missingColumn = lackingColumn(kind, fields);
  const isSecret = useMemo(
    () => columns.map(({ heading, samples }) => holdsSocialSecurityNumbers(heading, samples)),
    [columns],
  );
  const [withSsn, setWithSsn] = useState(false);
  const importSsn = (isWanted: boolean) => {
    setWithSsn(isWanted);
    const at = isWanted ? ssnColumn(columns) : -1;
    setFields(fields.map((field, place) => (place === at ? 'ssn' : field === 'ssn' ? '' : field)));
  };
  const choicesOf = (at: number): readonly ColumnName[] =>
    isSecret[at] ? (withSsn ? ['ssn'] : []) : columnsOf[kind].filter((field) => field !== 'ssn');
  return (
    <SettingsCard
      title={`Columns in ${table.fileName}`}
      actions={
        <>
          <DisabledReasonButton
            loading={busy}
            reason={missingColumn && `Choose the column for ${labelOf(kind, missingColumn).toLowerCase()}`}
            onClick={() => onDone(chosen)}
          >
            Review rows
          </DisabledReasonButton>
          <Button variant="default" onClick={onCancel}>
            Choose another file
          </Button>
        </>
      }
    >
      <p className={classes.text}>
        {counted(table.lines.length, 'line')}. Match each column. Skipped columns stay on your computer.
        {earlierImport && ` Using the same matches as ${earlierImport.file_name} on ${dayOf(earlierImport.begun_at)}.`}
      </p>
      <div className={classes.choices}>
        <NativeSelect
          label="Headings are in"
          disabled={busy}
          value={String(table.headingRow)}
          onChange={({ currentTarget: { value } }) => onChoose(Number(value))}
          data={table.topRows.map(({ row, text }) => ({ value: String(row), label: `Row ${row}: ${text}` }))}
        />
      </div>
      {problem && (
        <Notice tone="problem" title="This cannot be read">
          {problem}
        </Notice>
      )}
      {table.encoding && (
        <Notice tone="info">
          The file is not UTF-8 and was read as {table.encoding}. Check that accented characters look right.
        </Notice>
      )}
      {isSecret.includes(true) && (
        <Notice
          tone="warning"
          title={withSsn ? 'Social Security numbers are imported' : 'Social Security numbers are not imported'}
        >
          {withSsn
            ? 'The numbers of the chosen column leave your computer for their cases, where they are kept encrypted and each look at one is on record. Delete the file once the import is done.'
            : `${columns.flatMap(({ heading }, at) => (isSecret[at] ? heading : [])).join(', ')} stays on your computer. Enter Social Security numbers in each case, where they are encrypted.`}
          {kind === 'cases' && (
            <Checkbox
              mt="sm"
              label="Import the Social Security numbers of the deceased"
              checked={withSsn}
              onChange={({ currentTarget: { checked } }) => importSsn(checked)}
            />
          )}
        </Notice>
      )}
      <ul className={classes.columns} aria-label="Columns in the file">
        {columns.map(({ heading, samples }, at) => (
          <li key={heading} className={classes.column}>
            <div className={classes.about}>
              <strong>{heading}</strong>
              <span className={classes.dim}>
                {isSecret[at] ? 'Not shown' : samples.slice(0, 3).join(' · ').slice(0, 120) || 'Empty column'}
              </span>
            </div>
            <NativeSelect
              aria-label={`${heading} holds`}
              disabled={choicesOf(at).length === 0}
              value={fields[at] ?? ''}
              onChange={(event) => choose(at, event.currentTarget.value as ColumnName | '')}
              data={[skipOption, ...choicesOf(at).map((value) => ({ value, label: labelOf(kind, value) }))]}
            />
            {fields[at] && (
              <ColumnReadingFields
                key={fields[at]}
                heading={heading}
                field={fields[at]}
                values={valuesOf[at] ?? []}
                homes={homes}
                reading={readingOf(at)}
                onChange={(reading) => setChosenReadings({ ...chosenReadings, [keyOf(at)]: reading })}
              />
            )}
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
};
