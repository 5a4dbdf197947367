import { type HTMLInputTypeAttribute, type RefObject, useId, useRef } from 'react';
import { spokenOf } from '#domain/shared/values/date-time.ts';
import { wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { useDayEntry } from '../ui/fields/date-field.tsx';
import { halvesToAsk, timeTexts } from '../ui/fields/half-of-day.ts';
import { useTyped } from '../ui/fields/typed-controls.tsx';
import { type Answers, hasOneLetter } from './first-call-text.ts';
import classes from './take-call-page.module.css';
import type { DraftCall } from './use-draft-call.ts';

export const useAnswers = ({ call, change }: DraftCall, question: string) => ({
  answers: call.answers,
  set: (answers: Answers) =>
    change({
      ...call,
      answers: { ...call.answers, ...answers } as Record<string, string>,
      unknown: call.unknown.filter((id) => id !== question),
    }),
});

interface LineProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
  type?: HTMLInputTypeAttribute;
  inputMode?: 'tel' | 'text';
  max?: string;
  maxLength?: number;
}

export const Line = ({ label, value = '', onChange, type = 'text', inputMode, max, maxLength }: LineProps) => {
  const id = useId();
  const { pasteError, complete, onPaste, onKeyDown, take } = useDayEntry({ label, value, onDay: onChange, max });
  const isDate = type === 'date';
  return (
    <div className={classes.line}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        inputMode={inputMode}
        max={max}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize={type === 'text' ? 'words' : 'off'}
        {...(isDate && { onPaste, onKeyDown, onBlur: complete })}
        onChange={(event) => take(event.currentTarget.value)}
      />
      {pasteError && (
        <p role="alert" className={classes.error}>
          {pasteError}
        </p>
      )}
    </div>
  );
};

interface AnswerLineProps extends Omit<LineProps, 'value' | 'onChange'> {
  draftCall: DraftCall;
  question: string;
  name: string;
  /** Answers that the typed one changes. */
  clears?: Answers;
}

/** A line that holds one answer. */
export const AnswerLine = ({ draftCall, question, name, clears, ...line }: AnswerLineProps) => {
  const { answers, set } = useAnswers(draftCall, question);
  return <Line {...line} value={answers[name]} onChange={(value) => set({ ...clears, [name]: value })} />;
};

export const Choice = ({
  children,
  pressed,
  onClick,
}: {
  children: string;
  pressed?: boolean;
  onClick: () => void;
}) => (
  <button type="button" className={classes.choice} aria-pressed={pressed ?? false} onClick={onClick}>
    {children}
  </button>
);

export const WholeName = ({
  of,
  answers,
  onChange,
}: {
  of: 'deceased' | 'kin';
  answers: Answers;
  onChange: (whole: string) => void;
}) => {
  if (!hasOneLetter(answers, of)) return null;
  const isWhole = answers[`${of}_whole_name`] === 'true';
  return (
    <div className={classes.choices}>
      <Choice pressed={isWhole} onClick={() => onChange(isWhole ? '' : 'true')}>
        {wholeNameLabel}
      </Choice>
    </div>
  );
};

interface TimeLineProps extends Pick<LineProps, 'label' | 'value' | 'onChange'> {
  input?: RefObject<HTMLInputElement | null>;
}

/** Asks for AM or PM if the typed time has neither. */
export const TimeLine = ({ label, value = '', onChange, input: given }: TimeLineProps) => {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = given ?? own;
  const typed = useTyped({ value, onChange, ...timeTexts });
  const halves = halvesToAsk(value);
  const choose = (time: string) => {
    onChange(time);
    input.current?.focus();
  };
  return (
    <div className={classes.line}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        value={typed.value}
        maxLength={12}
        placeholder="h:mm AM"
        autoComplete="off"
        onChange={(event) => typed.onChange(event.currentTarget.value)}
        onBlur={typed.onBlur}
      />
      {halves && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be another box around the field
        <div className={classes.choices} role="group" aria-label={`Is ${spokenOf(value)} AM or PM?`}>
          {halves.map((half) => (
            <Choice key={half.time} onClick={() => choose(half.time)}>
              {half.label}
            </Choice>
          ))}
        </div>
      )}
    </div>
  );
};
