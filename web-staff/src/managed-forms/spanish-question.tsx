import { Textarea, TextInput } from '@mantine/core';
import type { DraftErrors, QuestionRow } from './form-draft.ts';
import classes from './forms.module.css';
import { hasChoices } from './question-kinds.ts';

interface SpanishQuestionProps {
  row: QuestionRow;
  /** Its place among the questions, from 0. */
  at: number;
  faults: DraftErrors;
  onChange: (change: Partial<QuestionRow['spanish']>) => void;
}

/** The Spanish words of a question; what is left empty stays English. */
export const SpanishQuestion = ({ row: { kind, help, spanish }, at, faults, onChange }: SpanishQuestionProps) => (
  <div className={classes.spanish}>
    <TextInput
      label={`Question ${at + 1} in Spanish`}
      maxLength={200}
      value={spanish.label}
      error={faults[`questions.${at}.spanish.label`]}
      onChange={({ currentTarget: { value } }) => onChange({ label: value })}
    />
    {hasChoices(kind) && (
      <Textarea
        label="Choices in Spanish, in the same order"
        autosize
        minRows={2}
        value={spanish.choices}
        error={faults[`questions.${at}.spanish.options`]}
        onChange={({ currentTarget: { value } }) => onChange({ choices: value })}
      />
    )}
    {help.trim() !== '' && (
      <TextInput
        label="Help in Spanish"
        maxLength={300}
        value={spanish.help}
        error={faults[`questions.${at}.spanish.help`]}
        onChange={({ currentTarget: { value } }) => onChange({ help: value })}
      />
    )}
  </div>
);
