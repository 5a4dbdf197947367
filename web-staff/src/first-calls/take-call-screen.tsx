import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { firstCallErrors } from '#domain/first-calls/first-call.rules.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { spokenTime } from './first-call-text.ts';
import type { DevicePerson } from './parts/device-person.ts';
import { deleteOfflineCall, type FirstCallDraft } from './parts/kept-calls.ts';
import { sheetOf } from './sheet-merge.ts';
import { isSettled, questionOfError, questions } from './take-call-call.ts';
import { FirstCallNotices } from './take-call-news.tsx';
import classes from './take-call-page.module.css';
import { TakeFirstCallQuestion } from './take-call-question.tsx';
import { TakeFirstCallReadBack } from './take-call-read-back.tsx';
import { SaveStatus } from './take-call-whereabouts.tsx';
import { type Night, useNightCall } from './use-first-call-draft.ts';

const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;

export interface TakeFirstCallOptions {
  taker: DevicePerson;
  /** Nobody is signed in: what is answered stays on this device until somebody is. */
  locked?: boolean;
  onLeave: () => void;
  onSaved: (id: string) => void;
}

/** One screen for a call in the night: eight answers, read back before it is done with. */
export const TakeFirstCallScreen = ({ start, ...options }: TakeFirstCallOptions & { start: FirstCallDraft }) => {
  const { taker, locked = false, onLeave, onSaved } = options;
  const night = useNightCall({
    ...{ taker, start, locked, onSaved },
    onRefused: (error) => {
      toastFailure(error);
      setStep('asking');
    },
  });
  const { call, clock } = night;
  const [step, setStep] = useState<'asking' | 'reading'>(start.ready ? 'reading' : 'asking');
  const [open, setOpen] = useState<string | undefined>(
    () => questions.find((question) => !isSettled(call, question))?.id ?? questions.at(-1)?.id,
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());

  const { today } = clock();
  const sheet = sheetOf(call, { by: '', at: clock(new Date(call.startedAt)).at, today });
  const faults = Object.entries(firstCallErrors(sheet, { today, stage: 'draft', clock: night.homeClock }));
  const faultOf = (id: string) => faults.find(([path]) => questionOfError(path)?.id === id)?.[1][0];
  const settled = questions.filter((question) => isSettled(call, question)).length;

  const openQuestion = (id: string | undefined) => {
    if (open) setLeft(new Set([...left, open]));
    setOpen(id);
  };
  const read = () => {
    const wrong = questions.find(({ id }) => faultOf(id));
    if (wrong) {
      setLeft(new Set(questions.map(({ id }) => id)));
      return setOpen(wrong.id);
    }
    setStep('reading');
  };
  const next = (id: string) => {
    const open = questions.filter((question) => question.id !== id && !isSettled(call, question));
    if (open.length === 0) return read();
    const at = questions.findIndex((question) => question.id === id);
    openQuestion(open.find((question) => questions.indexOf(question) > at)?.id);
  };
  /** Whatever was right before is read back again. */
  const correct = (id?: string) => {
    if (call.ready) night.change({ ...call, ready: false });
    setStep('asking');
    if (id) setOpen(id);
  };
  const discard = () => void deleteOfflineCall(taker.id, call).then(onLeave);

  const news = <FirstCallNotices night={night} onDiscard={discard} />;
  return (
    <Modal
      opened
      fullScreen
      onClose={onLeave}
      withCloseButton={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      title="First call"
      classNames={{ content: classes.night, header: classes.hidden, body: classes.body }}
    >
      {step === 'reading' ? (
        <TakeFirstCallReadBack night={night} news={news} onCorrect={correct} onLeave={onLeave} />
      ) : (
        <div className={classes.screen}>
          <div className={classes.top}>
            <button type="button" className={classes.square} aria-label="Close and keep the answers" onClick={onLeave}>
              <IconX {...icon} />
            </button>
            <h1 className={classes.title}>First call</h1>
            <SaveStatus night={night} />
          </div>
          <div className={classes.scroll}>
            {news}
            <div className={classes.meta}>
              <span>{spokenTime(clock(new Date(call.startedAt)).time)}</span>
              <Location night={night} />
              <span>
                {settled} of {questions.length}
              </span>
            </div>
            {questions.map((question, index) => (
              <TakeFirstCallQuestion
                key={question.id}
                number={index + 1}
                question={question}
                night={night}
                open={open === question.id}
                fault={left.has(question.id) ? faultOf(question.id) : undefined}
                onOpen={() => openQuestion(open === question.id ? undefined : question.id)}
                onNext={() => next(question.id)}
              />
            ))}
          </div>
          <div className={classes.bottom}>
            <button type="button" className={classes.primary} disabled={settled === 0} onClick={read}>
              Read back
            </button>
          </div>
        </div>
      )}
    </Modal>
  );
};

/** The home that the call is for; with one alone there is nothing to choose (D2 §2). */
const Location = ({ night: { call, change, locations, home } }: { night: Night }) =>
  locations.length < 2 ? (
    <span className={classes.place}>{home.name}</span>
  ) : (
    <select
      className={classes.location}
      aria-label="Location"
      value={call.location}
      onChange={(event) => change({ ...call, location: event.currentTarget.value })}
    >
      {locations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
