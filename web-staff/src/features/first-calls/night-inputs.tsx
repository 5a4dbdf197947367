import { type HTMLInputTypeAttribute, useId } from 'react';
import type { Answers } from './night-call.ts';
import classes from './night-page.module.css';
import type { Night } from './use-night-call.ts';

/** Sets answers; whoever says something knows it after all. */
export const useAnswers = ({ call, change }: Night, question: string) => ({
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
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
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
