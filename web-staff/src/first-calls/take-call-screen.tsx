import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { firstCallErrors } from '#domain/first-calls/first-call.rules.ts';
import type { MergeConflict } from '#domain/shared/forms/entries-merge.ts';
import { paths } from '../paths.ts';
import type { DevicePerson } from '../session/device/device-person.ts';
import { lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { valueText } from '../ui/fields/field-list.tsx';
import { isSettled, labelOfAnswer, questionOfError, questions, spokenTime } from './first-call-text.ts';
import { deleteOfflineCall, type FirstCallDraft } from './parts/offline-calls.ts';
import { changedNames, type MergedChanges, sheetOf } from './sync-call.ts';
import classes from './take-call-page.module.css';
import { SaveStatus, TakeFirstCallQuestion, TakeFirstCallReadBack } from './take-call-read-back.tsx';
import { type DraftCall, useDraftCall } from './use-draft-call.ts';

const conflict = () => import('../ui/record-form/conflict-dialog.tsx');
const ConflictDialog = lazyDialog(async () => (await conflict()).ConflictDialog);

const FirstCallNotices = ({ draftCall, onDiscard }: { draftCall: DraftCall; onDiscard: () => void }) => {
  const { standstill, mergedChanges, call, locations, isSaved } = draftCall;
  const named = (collision: MergeConflict): MergeConflict => {
    const nameOf = (value: unknown) => locations.find(({ id }) => id === value)?.name ?? '';
    const { field, mine, theirs } = collision;
    return field.kind === 'reference' ? { ...collision, mine: nameOf(mine), theirs: nameOf(theirs) } : collision;
  };
  const unsent = changedNames(call).flatMap((name) => labelOfAnswer[name] ?? []);
  return (
    <div role="status" className={classes.news}>
      {!isSaved && (
        <p>This device cannot save the call. Keep this page open until it is sent, or write the answers down.</p>
      )}
      {mergedChanges.map((news, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: news are only ever added at the end
        <p key={at}>{mergedText({ ...news, accepted: news.accepted.map(named) })}</p>
      ))}
      {standstill?.kind === 'contested' && (
        <Contested draftCall={draftCall} by={standstill.by} collisions={standstill.contested.map(named)} />
      )}
      {standstill?.kind === 'closed' && (
        <>
          <p>
            This call was converted to case {standstill.current.case_number}. Not in the case:{' '}
            {unsent.join(', ') || 'nothing'}. Add it to the case, then discard this call.
          </p>
          <div className={classes.choices}>
            <Link className={classes.choice} to={paths.case(standstill.current.case_id ?? '')}>
              Open the case
            </Link>
            <button type="button" className={classes.choice} onClick={onDiscard}>
              Discard this call
            </button>
          </div>
        </>
      )}
      {standstill?.kind === 'gone' && (
        <>
          <p>Someone deleted this first-call sheet. Your answers are still here.</p>
          <div className={classes.choices}>
            <button type="button" className={classes.choice} onClick={() => void draftCall.createAgain()}>
              Save as a new sheet
            </button>
            <button type="button" className={classes.choice} onClick={onDiscard}>
              Discard this call
            </button>
          </div>
        </>
      )}
    </div>
  );
};

const mergedText = ({ by, accepted }: MergedChanges): string => {
  const changes = accepted
    .filter(({ field }) => field.name !== 'kin_customer')
    .map(({ field, theirs }) =>
      theirs ? `${field.label} to ${valueText(field, theirs)}` : `${field.label} to (empty)`,
    );
  return changes.length ? `${by} also changed ${changes.join(', ')}. Your sheet includes those changes.` : '';
};

const Contested = ({
  draftCall,
  by,
  collisions,
}: {
  draftCall: DraftCall;
  by: string;
  collisions: readonly MergeConflict[];
}) => {
  const [choosing, setChoosing] = useState(true);
  return (
    <>
      <p>
        {by} entered something different for: {collisions.map(({ field }) => field.label).join(', ')}. Nothing more will
        be sent until you choose.
      </p>
      <div className={classes.choices}>
        <button type="button" className={classes.choice} onClick={() => setChoosing(true)}>
          Choose the correct answers
        </button>
      </div>
      {choosing && (
        <ConflictDialog
          collisions={collisions}
          by={by}
          busy={draftCall.sending === 'sending'}
          onResolve={(choices) => void draftCall.choose(choices)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
};

const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;

export interface TakeFirstCallOptions {
  taker: DevicePerson;
  /** No user is signed in: answers stay on this device. */
  locked?: boolean;
  onLeave: () => void;
  onSaved: (id: string) => void;
}

/** One screen for a call at night: eight answers, read back before saving. */
export const TakeFirstCallScreen = ({ start, ...options }: TakeFirstCallOptions & { start: FirstCallDraft }) => {
  const { taker, locked = false, onLeave, onSaved } = options;
  const draftCall = useDraftCall({
    taker,
    start,
    locked,
    onSaved,
    onRefused: (error) => {
      toastFailure(error);
      setStep('asking');
    },
  });
  const { call, clock } = draftCall;
  const [step, setStep] = useState<'asking' | 'reading'>(start.ready ? 'reading' : 'asking');
  const [open, setOpen] = useState<string | undefined>(
    () => questions.find((question) => !isSettled(call, question))?.id ?? questions.at(-1)?.id,
  );
  const [leftQuestions, setLeftQuestions] = useState<ReadonlySet<string>>(new Set());

  const { today } = clock();
  const sheet = sheetOf(call, { by: '', at: clock(new Date(call.startedAt)).at, today });
  const errors = Object.entries(firstCallErrors(sheet, { today, stage: 'draft', clock: draftCall.homeClock }));
  const errorOf = (id: string) => errors.find(([path]) => questionOfError(path)?.id === id)?.[1][0];
  const settled = questions.filter((question) => isSettled(call, question)).length;

  const openQuestion = (id: string | undefined) => {
    if (open) setLeftQuestions(new Set([...leftQuestions, open]));
    setOpen(id);
  };
  const read = () => {
    const wrong = questions.find(({ id }) => errorOf(id));
    if (wrong) {
      setLeftQuestions(new Set(questions.map(({ id }) => id)));
      return setOpen(wrong.id);
    }
    setStep('reading');
  };
  const next = (id: string) => {
    // The first Next shows a wrong answer, the second one leaves it for later.
    if (errorOf(id) && !leftQuestions.has(id)) return setLeftQuestions(new Set([...leftQuestions, id]));
    const open = questions.filter((question) => question.id !== id && !isSettled(call, question));
    if (open.length === 0) return read();
    const at = questions.findIndex((question) => question.id === id);
    openQuestion(open.find((question) => questions.indexOf(question) > at)?.id);
  };
  const correct = (id?: string) => {
    if (call.ready) draftCall.change({ ...call, ready: false });
    setStep('asking');
    if (id) setOpen(id);
  };
  const discard = () => void deleteOfflineCall(taker.id, call).then(onLeave);

  const news = <FirstCallNotices draftCall={draftCall} onDiscard={discard} />;
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
        <TakeFirstCallReadBack draftCall={draftCall} news={news} onCorrect={correct} onLeave={onLeave} />
      ) : (
        <div className={classes.screen}>
          <div className={classes.top}>
            <button type="button" className={classes.square} aria-label="Close and save" onClick={onLeave}>
              <IconX {...icon} />
            </button>
            <h1 className={classes.title}>First call</h1>
            <SaveStatus draftCall={draftCall} />
          </div>
          <div className={classes.scroll}>
            {news}
            <div className={classes.meta}>
              <span>{spokenTime(clock(new Date(call.startedAt)).time)}</span>
              <Location draftCall={draftCall} />
              <span>
                {settled} of {questions.length}
              </span>
            </div>
            {questions.map((question, index) => (
              <TakeFirstCallQuestion
                key={question.id}
                number={index + 1}
                question={question}
                draftCall={draftCall}
                open={open === question.id}
                error={leftQuestions.has(question.id) ? errorOf(question.id) : undefined}
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

/** One home leaves nothing to choose (D2 §2). */
const Location = ({ draftCall: { call, change, locations, home } }: { draftCall: DraftCall }) =>
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
