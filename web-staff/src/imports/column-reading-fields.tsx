import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ColumnName, dayColumns } from '#domain/imports/column-names.ts';
import { type ColumnReading, isOrderOpen } from '#domain/imports/column-readings.ts';
import {
  type DayOrder,
  type FileWord,
  hasWords,
  type ImportHome,
  optionsOf,
  orderedDay,
  wordKey,
  wordsToMap,
} from '#domain/imports/column-values.ts';
import { importedDay } from '#domain/imports/read-days.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { counted } from './import-text.ts';
import classes from './imports.module.css';

interface ColumnReadingFieldsProps {
  heading: string;
  field: ColumnName;
  values: readonly string[];
  homes: readonly ImportHome[];
  reading: ColumnReading;
  onChange: (reading: ColumnReading) => void;
}

/** What a person says of a column beside what it fills: what the words of a list mean, and in which order its days are. */
export const ColumnReadingFields = (props: ColumnReadingFieldsProps) => {
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

/** Stands for no meaning at all; a word that is left out has the meaning ''. */
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
  const given = reading.values ?? {};
  const known = words.filter(({ value }) => value !== undefined);
  const unknown = words.filter(({ value }) => value === undefined);
  const meaningOf = ({ word, value }: FileWord) => given[wordKey(word)] ?? value ?? inNotes;
  const choose = (word: string, value: string) => {
    const { [wordKey(word)]: _old, ...others } = given;
    onChange({ ...reading, values: value === inNotes ? others : { ...others, [wordKey(word)]: value } });
  };
  const labelIn = (word: FileWord) => options.find(({ value }) => value === meaningOf(word))?.label ?? 'left out';
  // A word that is the label itself needs no words.
  const summary = known
    .filter((word) => wordKey(word.word) !== wordKey(labelIn(word)))
    .slice(0, 8)
    .map((word) => `${word.word} = ${labelIn(word)}`)
    .join(' · ');
  // Words that are plain need no asking.
  if (unknown.length === 0 && !summary && shown !== 'all') return null;
  const listed = shown === 'all' ? [...unknown, ...known] : unknown.slice(0, shownAtFirst);
  return (
    <fieldset className={classes.reading} aria-label={`Words of ${heading}`}>
      {unknown.length > 0 && (
        <p className={classes.text}>
          {counted(unknown.length, 'word')} of the other system {unknown.length === 1 ? 'is' : 'are'} not known here.
          Say what {unknown.length === 1 ? 'it means' : 'each means'}.
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
                  { value: '', label: 'Leave out' },
                  ...options.map(({ value, label }) => ({ value, label })),
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {shown === 'unknown' && words.length > listed.length && (
        <Button variant="default" mt="xs" onClick={() => setShown('all')}>
          {unknown.length > listed.length ? `Show all ${words.length} words` : 'Change what words mean'}
        </Button>
      )}
    </fieldset>
  );
};
