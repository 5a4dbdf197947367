import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { QuestionKind } from '#domain/managed-forms/form-questions.ts';
import { maxQuestions } from '#domain/managed-forms/managed-form.schema.ts';
import { IconButton } from '../ui/gated-button.tsx';
import { type DraftErrors, emptyQuestion, hasChoices, type QuestionRow, questionKindOptions } from './form-draft.ts';
import classes from './forms.module.css';

interface SpanishQuestionProps {
  row: QuestionRow;
  at: number;
  errors: DraftErrors;
  onChange: (change: Partial<QuestionRow['spanish']>) => void;
}

const SpanishQuestion = ({ row: { kind, help, spanish }, at, errors, onChange }: SpanishQuestionProps) => (
  <div className={classes.spanish}>
    <TextInput
      label={`Question ${at + 1} in Spanish`}
      maxLength={200}
      value={spanish.label}
      error={errors[`questions.${at}.spanish.label`]}
      onChange={({ currentTarget: { value } }) => onChange({ label: value })}
    />
    {hasChoices(kind) && (
      <Textarea
        label="Choices in Spanish, in the same order"
        autosize
        minRows={2}
        value={spanish.choices}
        error={errors[`questions.${at}.spanish.options`]}
        onChange={({ currentTarget: { value } }) => onChange({ choices: value })}
      />
    )}
    {help.trim() !== '' && (
      <TextInput
        label="Help in Spanish"
        maxLength={300}
        value={spanish.help}
        error={errors[`questions.${at}.spanish.help`]}
        onChange={({ currentTarget: { value } }) => onChange({ help: value })}
      />
    )}
  </div>
);

interface QuestionsEditorProps {
  rows: readonly QuestionRow[];
  errors: DraftErrors;
  inSpanish: boolean;
  onChange: (rows: readonly QuestionRow[]) => void;
}

export const QuestionsEditor = ({ rows, errors, inSpanish, onChange }: QuestionsEditorProps) => {
  const write = (key: string, change: Partial<QuestionRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const swap = (at: number, by: number) => {
    const next = [...rows];
    const [one, other] = [next[at], next[at + by]];
    if (!one || !other) return;
    next[at] = other;
    next[at + by] = one;
    onChange(next);
  };
  return (
    <>
      {rows.length === 0 && <p className={classes.quiet}>No custom questions.</p>}
      <ol className={classes.rows}>
        {rows.map((row, at) => (
          <li key={row.key} className={classes.row}>
            <div className={classes.line}>
              <TextInput
                className={classes.wide}
                label={`Question ${at + 1}`}
                maxLength={200}
                value={row.label}
                error={errors[`questions.${at}.label`]}
                onChange={({ currentTarget: { value } }) => write(row.key, { label: value })}
              />
              <NativeSelect
                label="Answer"
                aria-label={`Answer type for question ${at + 1}`}
                data={[...questionKindOptions]}
                value={row.kind}
                onChange={({ currentTarget: { value } }) => write(row.key, { kind: value as QuestionKind })}
              />
            </div>
            {hasChoices(row.kind) && (
              <Textarea
                label="Choices (one per line)"
                autosize
                minRows={2}
                value={row.choices}
                error={errors[`questions.${at}.options`]}
                onChange={({ currentTarget: { value } }) => write(row.key, { choices: value })}
              />
            )}
            <TextInput
              label="Help under the question (optional)"
              maxLength={300}
              value={row.help}
              error={errors[`questions.${at}.help`]}
              onChange={({ currentTarget: { value } }) => write(row.key, { help: value })}
            />
            {inSpanish && (
              <SpanishQuestion
                row={row}
                at={at}
                errors={errors}
                onChange={(change) => write(row.key, { spanish: { ...row.spanish, ...change } })}
              />
            )}
            <div className={classes.tools}>
              <Checkbox
                label="An answer is required"
                checked={row.required}
                onChange={({ currentTarget: { checked } }) => write(row.key, { required: checked })}
              />
              <span className={classes.moves}>
                <IconButton
                  icon={IconArrowUp}
                  disabled={at === 0}
                  label={`Move question ${at + 1} up`}
                  onClick={() => swap(at, -1)}
                />
                <IconButton
                  icon={IconArrowDown}
                  disabled={at === rows.length - 1}
                  label={`Move question ${at + 1} down`}
                  onClick={() => swap(at, 1)}
                />
                <IconButton
                  icon={IconTrash}
                  color="gray"
                  label={`Remove question ${at + 1}`}
                  onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                />
              </span>
            </div>
          </li>
        ))}
      </ol>
      {rows.length < maxQuestions && (
        <Button variant="default" onClick={() => onChange([...rows, emptyQuestion()])}>
          Add a question
        </Button>
      )}
    </>
  );
};
