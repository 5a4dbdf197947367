import { IconArrowLeft, IconCheck, IconCloudOff, IconQuestionMark } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { paths } from '../paths.ts';
import {
  type Answers,
  isSettled,
  localTimeText,
  longDate,
  nameOf,
  placeOf,
  type Question,
  questions,
  relationshipOf,
  spokenTime,
} from './first-call-text.ts';
import type { FirstCallDraft } from './parts/offline-calls.ts';
import { TakeFirstCallControls } from './take-call-controls.tsx';
import classes from './take-call-page.module.css';
import type { DraftCall } from './use-draft-call.ts';

interface TakeFirstCallQuestionProps {
  number: number;
  question: Question;
  draftCall: DraftCall;
  open: boolean;
  error: string | undefined;
  onOpen: () => void;
  onNext: () => void;
}

/** A question with its answer on one line, or with its controls. */
export const TakeFirstCallQuestion = ({
  number,
  question,
  draftCall,
  open,
  error,
  onOpen,
  onNext,
}: TakeFirstCallQuestionProps) => {
  const { call, change, clock } = draftCall;
  const label = useId();
  const panel = useRef<HTMLFormElement>(null);
  const { id, fields } = question;
  const isUnknown = call.unknown.includes(id);
  const answer = question.answer(call.answers, clock().today);
  const settled = isSettled(call, question);

  // A question opened by a tap or by the previous answer is focused.
  useEffect(() => {
    if (!open) return;
    // A button would be pressed by the Space or Enter that someone typed ahead.
    const field = panel.current?.querySelector<HTMLElement>('input, select') ?? panel.current;
    // An opening dialog focuses this element instead of its close button.
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
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onNext();
  };
  // A browser submits a form by Enter in an input, and not in a select.
  const submitFromSelect = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) submit(event);
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
          !error &&
          (answer ? (
            <IconCheck className={classes.check} size={22} stroke={2} aria-label="Answered" />
          ) : (
            <IconQuestionMark className={classes.toAsk} size={22} stroke={2} aria-label="Ask again" />
          ))}
        {error && !open && <span className={classes.wrong}>Check</span>}
      </button>
      {open && (
        <form
          ref={panel}
          className={classes.panel}
          tabIndex={-1}
          aria-labelledby={label}
          noValidate
          onSubmit={submit}
          onKeyDown={submitFromSelect}
        >
          {question.hint && <p className={classes.hint}>{question.hint}</p>}
          <TakeFirstCallControls question={question} draftCall={draftCall} onNext={onNext} />
          {error && (
            <p className={classes.error} role="alert">
              {error}
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

/** A question answered by one tap moves on at once. */
const isPicked = (id: string): boolean => id === 'pacemaker';

/** Whether the answers are on this device or also on the server. */
export const SaveStatus = ({
  draftCall: { isOnline, isSaved, isKeeping, sending, locked },
}: {
  draftCall: DraftCall;
}) => {
  const isAway = !isOnline || locked || sending === 'waiting';
  const placeText = isSaved ? 'on this device' : 'not saved';
  if (!isAway && isSaved) return sending === 'sent' ? <span className={classes.sent}>Draft saved</span> : null;
  return (
    <span className={classes.chip} role="status" aria-busy={isKeeping}>
      <IconCloudOff size={16} stroke={1.8} aria-hidden />{' '}
      {isAway && isOnline ? 'Not sent' : isAway ? 'Offline' : 'Online'} · {placeText}
    </span>
  );
};

type Piece = string | { answer: string; question: string };

interface Now {
  /** In the home's time zone. */
  today: string;
  time: string;
  yesterday: string;
}

const answered = (question: string, answer: string): Piece => ({ question, answer });

/** 'tonight at 2:50 AM', 'last night at …', 'today at …', 'on Oct 28, 2025'. */
export const spokenDeath = ({ date_of_death: day = '', time_of_death: time = '' }: Answers, now: Now): string => {
  const isNight = now.time < '08:00';
  const when =
    day === now.today
      ? isNight && time < '06:00'
        ? 'tonight'
        : 'today'
      : day === now.yesterday
        ? isNight && time >= '18:00'
          ? 'last night'
          : 'yesterday'
        : `on ${formatDate(day)}`;
  return time ? `${when} at ${spokenTime(time)}` : when;
};

/** '904 · 555 · 01 · 71', and a foreign number '+52 · 55 · 1234 · 5678'. */
export const spokenNumber = (phone: string): string => {
  const written = formatPhone(phone);
  if (/^\+(?!1\b)/.test(written)) return written.split(' ').join(' · ');
  const digits = phone.replace(/\D/g, '').slice(-10);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 8), digits.slice(8)].filter(Boolean).join(' · ');
};

const minutesBetween = (from: string, to: string): number => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

const spokenArrival = (at: string, { today, time }: Now): Piece[] => {
  const minutes = minutesBetween(`${today}T${time}`, at);
  if (minutes <= 5) return ['We are ', answered('arrival', 'on our way'), ' to you now.'];
  const hourHint = minutes >= 50 && minutes <= 70 ? 'in about one hour, ' : '';
  return [`We will be there `, answered('arrival', `${hourHint}near ${localTimeText(at, today)}`), '.'];
};

/** Returns the sentences that are read to the caller before saving. Unknown answers are omitted. */
export const readBack = ({ answers }: FirstCallDraft, now: Now): Piece[][] => {
  const name = nameOf({ answers });
  const { date_of_birth: born, date_of_death: died, kin_phone: phone, removal_expected_at: arrival } = answers;
  const { contact_person: person, death_location_phone: there } = answers;
  const place = placeOf(answers);
  const nextOfKin = [answers.kin_first_name, answers.kin_last_name].filter(Boolean).join(' ');
  const relationship = relationshipOf(answers.kin_relationship).toLowerCase();
  // It would be odd to say "brother or sister" or "other" aloud.
  const relation = /\bor\b|^other\b/.test(relationship) ? '' : relationship;
  const death: Piece[] = [
    ...(name ? [answered('name', name)] : ['Someone']),
    ...(born ? [', born ', answered('born', longDate(born)), ','] : []),
    ...(died ? [' died ', answered('died', spokenDeath(answers, now))] : [' has died']),
    ...(place ? [died ? ' at ' : '. We will come to ', answered('place', place)] : []),
    '.',
  ];
  const contact = [person, there && spokenNumber(there)].filter(Boolean).join(', ');
  const reach: Piece[] = contact ? ['The contact there is ', answered('place', contact), '.'] : [];
  const family: Piece[] = [
    ...(nextOfKin ? ['The next of kin is ', answered('kin', relation ? `${nextOfKin}, ${relation}` : nextOfKin)] : []),
    ...(nextOfKin && phone ? [', and the number to call is '] : phone ? ['The number to call is '] : []),
    ...(phone ? [answered('phone', spokenNumber(phone))] : []),
    ...(nextOfKin || phone ? ['.'] : []),
  ];
  const { has_pacemaker: paced } = answers;
  const pacemaker: Piece[] = paced
    ? ['There is ', answered('pacemaker', paced === 'yes' ? 'a pacemaker' : 'no pacemaker'), '. ']
    : [];
  return [
    death,
    reach,
    family,
    [...pacemaker, ...(arrival ? spokenArrival(arrival, now) : []), ' Is that all correct?'],
  ].filter((pieces) => pieces.length > 0);
};

export const notKnown = (call: FirstCallDraft): string[] =>
  questions.filter(({ fields }) => !fields.some((name) => call.answers[name])).map(({ label }) => label.toLowerCase());

interface ReadBackProps {
  draftCall: DraftCall;
  news: ReactNode;
  onCorrect: (question?: string) => void;
  onLeave: () => void;
}

/** Every answer in the sentences leads back to its question. */
export const TakeFirstCallReadBack = ({ draftCall, news, onCorrect, onLeave }: ReadBackProps) => {
  const { call, clock, sending, locked, isSaved, isKeeping, send, finish } = draftCall;
  // Shown only once it is stored on this device, because closing the page would lose the last answer.
  const isWaiting = call.ready && !isKeeping && (sending === 'waiting' || draftCall.standstill !== undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const open = notKnown(call);
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <button type="button" className={classes.square} aria-label="Back to the answers" onClick={() => onCorrect()}>
          <IconArrowLeft size={20} stroke={1.8} aria-hidden />
        </button>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          Read this back to the caller
        </h1>
        <SaveStatus draftCall={draftCall} />
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
                  // A link, because a button cannot wrap across lines.
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
          Tap a bold word to correct it.
        </p>
        {isWaiting && !draftCall.standstill && (
          <p className={classes.waiting} role="status">
            {isSaved && 'Saved on this device. '}
            {locked
              ? 'It will be sent when you sign in again. Until then, no one else can see it.'
              : 'It will be sent when you are back online. Until then, no one else can see it.'}
          </p>
        )}
      </div>
      <div className={classes.bottom}>
        {isWaiting ? (
          <>
            {locked ? (
              <Link className={classes.primary} to={paths.signIn}>
                Sign in and send
              </Link>
            ) : (
              <button type="button" className={classes.primary} onClick={() => void send()}>
                Try again now
              </button>
            )}
            <button type="button" className={classes.secondary} onClick={onLeave}>
              Close and send later
            </button>
          </>
        ) : (
          <>
            <button type="button" className={classes.primary} disabled={call.ready} onClick={() => void finish()}>
              <IconCheck size={20} stroke={2} aria-hidden /> {call.ready ? 'Saving…' : 'All correct, save'}
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
