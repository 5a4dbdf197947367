import { IconArrowLeft, IconCheck, IconCloudOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import classes from './night-page.module.css';
import { notKnown, readBack } from './read-back.ts';
import type { Night } from './use-night-call.ts';

interface ReadBackProps {
  night: Night;
  onBack: () => void;
  onCorrect: (question: string) => void;
  onLeave: () => void;
}

/** The sentences that are read aloud; every answer in them leads back to its question. */
export const NightReadBack = ({ night, onBack, onCorrect, onLeave }: ReadBackProps) => {
  const { call, clock, sending, isOnline, send } = night;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const to = call.answers.kin_first_name;
  const open = notKnown(call);
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <button type="button" className={classes.square} aria-label="Back to the answers" onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.8} aria-hidden />
        </button>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          Read this to {to || 'the caller'}
        </h1>
        {!isOnline && (
          <span className={classes.chip}>
            <IconCloudOff size={16} stroke={1.8} aria-hidden /> Offline
          </span>
        )}
      </div>
      <div className={classes.scroll}>
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
        {sending === 'waiting' && (
          <p className={classes.waiting} role="status">
            Saved on this device. It is sent as soon as there is a signal; until then nobody else can see these answers.
          </p>
        )}
      </div>
      <div className={classes.bottom}>
        {sending === 'waiting' ? (
          <>
            <button type="button" className={classes.primary} onClick={() => void send()}>
              Try again now
            </button>
            <button type="button" className={classes.secondary} onClick={onLeave}>
              Close, and send it later
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              className={classes.primary}
              disabled={sending === 'sending'}
              onClick={() => void send()}
            >
              <IconCheck size={20} stroke={2} aria-hidden /> {sending === 'sending' ? 'Saving…' : 'Right, save'}
            </button>
            <button type="button" className={classes.secondary} onClick={onBack}>
              Correct something
            </button>
          </>
        )}
      </div>
    </div>
  );
};
