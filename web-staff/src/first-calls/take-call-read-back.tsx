import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { notKnown, readBack } from './read-back.ts';
import classes from './take-call-page.module.css';
import { SaveStatus } from './take-call-whereabouts.tsx';
import type { Night } from './use-first-call-draft.ts';

interface ReadBackProps {
  night: Night;
  news: ReactNode;
  /** Back to the answers, and to the one that was tapped. */
  onCorrect: (question?: string) => void;
  onLeave: () => void;
}

/** The sentences that are read aloud; every answer in them leads back to its question. */
export const TakeFirstCallReadBack = ({ night, news, onCorrect, onLeave }: ReadBackProps) => {
  const { call, clock, sending, locked, isKept, isKeeping, send, finish } = night;
  // It waits once it is on this device, not before: a page that is closed now would lose the last word.
  const isWaiting = call.ready && !isKeeping && (sending === 'waiting' || night.standstill !== undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const to = call.answers.kin_first_name;
  const open = notKnown(call);
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <button type="button" className={classes.square} aria-label="Back to the answers" onClick={() => onCorrect()}>
          <IconArrowLeft size={20} stroke={1.8} aria-hidden />
        </button>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          Read this to {to || 'the caller'}
        </h1>
        <SaveStatus night={night} />
      </div>
      <div className={classes.scroll}>
        {news}
        <div className={classes.sentences}>
          {readBack(call, clock()).map((pieces) => (
            <p key={pieces.map((piece) => (typeof piece === 'string' ? piece : piece.question)).join()}>
              {pieces.map((piece) =>
                typeof piece === 'string' ? (
                  piece
                ) : (
                  // A link, since a button cannot run on from one line to the next.
                  <Link
                    key={piece.question}
                    to={`#${piece.question}`}
                    className={classes.spoken}
                    data-question={piece.question}
                    onClick={(event) => {
                      event.preventDefault();
                      onCorrect(piece.question);
                    }}
                  >
                    {piece.answer}
                  </Link>
                ),
              )}
            </p>
          ))}
        </div>
        <p className={classes.small}>
          {open.length > 0 && `Not known yet: ${open.join(', ')}. It can be added to the sheet. `}
          Tap any bold word to correct it.
        </p>
        {isWaiting && !night.standstill && (
          <p className={classes.waiting} role="status">
            {isKept && 'Saved on this device. '}
            {locked
              ? 'It is sent as soon as you have signed in again; until then nobody else can see these answers.'
              : 'It is sent as soon as there is a signal; until then nobody else can see these answers.'}
          </p>
        )}
      </div>
      <div className={classes.bottom}>
        {isWaiting ? (
          <>
            {locked ? (
              <Link className={classes.primary} to={paths.signIn}>
                Sign in and send it
              </Link>
            ) : (
              <button type="button" className={classes.primary} onClick={() => void send()}>
                Try again now
              </button>
            )}
            <button type="button" className={classes.secondary} onClick={onLeave}>
              Close, and send it later
            </button>
          </>
        ) : (
          <>
            <button type="button" className={classes.primary} disabled={call.ready} onClick={() => void finish()}>
              <IconCheck size={20} stroke={2} aria-hidden /> {call.ready ? 'Saving…' : 'Right, save'}
            </button>
            <button type="button" className={classes.secondary} onClick={() => onCorrect()}>
              Correct something
            </button>
          </>
        )}
      </div>
    </div>
  );
};
