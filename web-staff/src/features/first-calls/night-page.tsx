import { Modal } from '@mantine/core';
import { IconCloudOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { firstCallFaults } from '#domain/first-calls/first-call.rules.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts.tsx';
import { spokenTime } from './first-call-text.ts';
import { keptCallQuery } from './kept-call.ts';
import { isSettled, type NightCall, questionOfFault, questions, sheetOf } from './night-call.ts';
import classes from './night-page.module.css';
import { NightQuestion } from './night-question.tsx';
import { NightReadBack } from './night-read-back.tsx';
import { type Night, useNightCall } from './use-night-call.ts';

const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;

/** One screen for a call in the night: eight answers, read back before anything is saved. */
export const NightPage = () => {
  useDocumentTitle('Take a call');
  const { id } = useCurrentUser();
  // Of storage that fails nothing is gone on with.
  const { data: unsent = null, isPending } = useQuery(keptCallQuery(id));
  return isPending ? null : <Questions unsent={unsent} />;
};

const Questions = ({ unsent }: { unsent: NightCall | null }) => {
  const navigate = useNavigate();
  const leave = () => void navigate(paths.firstCalls);
  const night = useNightCall({
    unsent,
    onSaved: (sheet) => {
      toastSuccess('First call saved');
      void navigate(paths.firstCall(sheet.id), { replace: true });
    },
    onRefused: (error) => {
      toastFailure(error);
      setStep('asking');
    },
  });
  const { call, clock, isOnline } = night;
  const [step, setStep] = useState<'asking' | 'reading'>('asking');
  const [open, setOpen] = useState<string | undefined>(
    () => questions.find((question) => !isSettled(call, question))?.id ?? questions.at(-1)?.id,
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());

  const { today } = clock();
  const sheet = sheetOf(call, { by: '', at: clock(new Date(call.startedAt)).at, today });
  const faults = Object.entries(firstCallFaults(sheet, { today, stage: 'draft' }));
  const faultOf = (id: string) => faults.find(([path]) => questionOfFault(path)?.id === id)?.[1][0];
  const settled = questions.filter((question) => isSettled(call, question)).length;

  const openQuestion = (id: string | undefined) => {
    if (open) setLeft(new Set([...left, open]));
    setOpen(id);
  };
  const next = (id: string) => {
    const rest = questions.slice(questions.findIndex((question) => question.id === id) + 1);
    openQuestion(rest.find((question) => !isSettled(call, question))?.id);
  };
  const correct = (id: string) => {
    setStep('asking');
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

  return (
    <Modal
      opened
      fullScreen
      onClose={leave}
      withCloseButton={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      title="First call"
      classNames={{ content: classes.night, header: classes.hidden, body: classes.body }}
    >
      {step === 'reading' ? (
        <NightReadBack night={night} onBack={() => setStep('asking')} onCorrect={correct} onLeave={leave} />
      ) : (
        <div className={classes.screen}>
          <div className={classes.top}>
            <button type="button" className={classes.square} aria-label="Close and keep the answers" onClick={leave}>
              <IconX {...icon} />
            </button>
            <h1 className={classes.title}>First call</h1>
            {!isOnline && (
              <span className={classes.chip} role="status">
                <IconCloudOff size={16} stroke={1.8} aria-hidden /> Offline · on this device
              </span>
            )}
          </div>
          <div className={classes.scroll}>
            <div className={classes.meta}>
              <span>{spokenTime(clock(new Date(call.startedAt)).time)}</span>
              <Location night={night} />
              <span>
                {settled} of {questions.length}
              </span>
            </div>
            {questions.map((question, index) => (
              <NightQuestion
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
