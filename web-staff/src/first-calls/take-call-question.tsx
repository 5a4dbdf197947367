import { IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { isSettled, type Question } from './take-call-call.ts';
import { TakeFirstCallControls } from './take-call-controls.tsx';
import classes from './take-call-page.module.css';
import type { Night } from './use-first-call-draft.ts';

interface TakeFirstCallQuestionProps {
  number: number;
  question: Question;
  night: Night;
  open: boolean;
  fault: string | undefined;
  onOpen: () => void;
  onNext: () => void;
}

/** A question: its answer on one line, or with what it is answered by. */
export const TakeFirstCallQuestion = ({
  number,
  question,
  night,
  open,
  fault,
  onOpen,
  onNext,
}: TakeFirstCallQuestionProps) => {
  const { call, change, clock } = night;
  const label = useId();
  const panel = useRef<HTMLFormElement>(null);
  const { id, fields } = question;
  const isUnknown = call.unknown.includes(id);
  const answer = question.answer(call.answers, clock().today);
  const settled = isSettled(call, question);

  // What was opened by a tap or by the answer before it can be typed into at once.
  useEffect(() => {
    if (!open) return;
    const field = panel.current?.querySelector<HTMLElement>('input, select, button');
    // The window that is just opening gives the focus to what asks for it, and otherwise to the button that closes it.
    if (field) field.dataset.autofocus = '';
    field?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  const nobodyKnows = () => {
    const answers = Object.fromEntries(
      Object.entries(call.answers).filter(([name]) => !(fields as readonly string[]).includes(name)),
    );
    change({ ...call, answers, unknown: [...new Set([...call.unknown, id])] });
    onNext();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onNext();
  };

  return (
    <section className={classes.question} data-open={open} aria-labelledby={label}>
      <button type="button" className={classes.row} aria-expanded={open} onClick={onOpen}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <span className={classes.words} id={label}>
          {open ? (
            <span className={classes.ask}>{question.ask}</span>
          ) : (
            <>
              <span className={settled ? classes.label : classes.ask}>{question.label}</span>
              {answer && <span className={classes.answer}>{answer}</span>}
              {!answer && isUnknown && <span className={classes.answer}>Not known</span>}
            </>
          )}
        </span>
        {settled &&
          !open &&
          !fault &&
          (answer ? (
            <IconCheck className={classes.check} size={22} stroke={2} aria-label="Answered" />
          ) : (
            <IconQuestionMark className={classes.toAsk} size={22} stroke={2} aria-label="To be asked again" />
          ))}
        {fault && !open && <span className={classes.wrong}>Check</span>}
      </button>
      {open && (
        <form ref={panel} className={classes.panel} noValidate onSubmit={submit}>
          {question.hint && <p className={classes.hint}>{question.hint}</p>}
          <TakeFirstCallControls question={question} night={night} onNext={onNext} />
          {fault && (
            <p className={classes.fault} role="alert">
              {fault}
            </p>
          )}
          <div className={classes.choices}>
            <button type="button" className={classes.choice} aria-pressed={isUnknown} onClick={nobodyKnows}>
              Not known
            </button>
            {!isPicked(id) && (
              <button type="submit" className={classes.choice}>
                Next
              </button>
            )}
          </div>
        </form>
      )}
    </section>
  );
};

/** Questions that are answered by one tap need no further one. */
const isPicked = (id: string): boolean => id === 'pacemaker';
