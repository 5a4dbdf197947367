import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CertificateFact, FamilyReview } from '#domain/families/family-review.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { formatDate, localDay, withCentury } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { confirmFacts } from './calls.ts';
import { locale, t, translateMessage } from './language.ts';
import { reviewWords as words } from './review-words.ts';
import { CallLink } from './site-header.tsx';

/** “Mar 4, 2026” and “4:35 AM” in the page's language; undefined for other values. */
const momentText = (kind: CertificateFact['kind'], value: string): string | undefined => {
  const isDay = kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value);
  if (!isDay && !(kind === 'time' && /^\d\d:\d\d$/.test(value))) return undefined;
  if (locale() === 'en-US') return isDay ? formatDate(value) : formatTime(value);
  const at = new Date(isDay ? `${value}T12:00Z` : `1970-01-01T${value}Z`);
  const style = isDay ? ({ dateStyle: 'long' } as const) : ({ timeStyle: 'short' } as const);
  return at.toLocaleString(locale(), { ...style, timeZone: 'UTC' });
};

/** Returns a value as text: choices in the page's language, the family's words as they are. */
const shownFact = (fact: CertificateFact, value: string): string => {
  const chosen = fact.options.find((option) => option.value === value)?.label;
  const text = chosen ?? momentText(fact.kind, value);
  if (text !== undefined) return t(text);
  if (value !== fact.value) return value;
  // A list's answers are on one line.
  return fact.kind === 'words'
    ? fact.text
        .split(', ')
        .map((part) => t(part))
        .join(', ')
    : fact.text;
};

interface FactLineProps {
  fact: CertificateFact;
  corrected: string | undefined;
  isChanged: boolean;
  error: string | undefined;
  onCorrect: (value: string | undefined) => void;
}

/** A corrected line shows the old value struck out next to the new one. */
function FactLine({ fact, corrected, isChanged, error, onCorrect }: FactLineProps) {
  const [editing, setEditing] = useState(false);
  const isCorrected = corrected !== undefined;
  const note = isCorrected ? words.corrected : isChanged ? words.changed : '';
  const label = t(fact.label);
  const act = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) act.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const before = shownFact(fact, fact.value) || t(words.notGiven);
  return (
    <div className={isCorrected || isChanged ? 'line line-mine' : 'line'}>
      <dt>
        {label}
        {note && ` · ${t(note)}`}
      </dt>
      {editing ? (
        <dd>
          <FactEditor
            fact={fact}
            value={corrected ?? fact.value}
            onDone={(value) => {
              setEditing(false);
              if (value !== undefined) onCorrect(value);
            }}
          />
        </dd>
      ) : (
        <>
          <dd>
            {isCorrected && (
              <>
                <del>
                  <span className="hidden-text">{t(words.was)} </span>
                  {before}
                </del>{' '}
              </>
            )}
            <b>
              {isCorrected && <span className="hidden-text">{t(words.isNow)} </span>}
              {corrected === undefined ? before : shownFact(fact, corrected) || t(words.notGiven)}
            </b>
            {error && <span className="line-error">{translateMessage(error)}</span>}
          </dd>
          <dd className="line-act">
            <button
              type="button"
              ref={act}
              className="link"
              onClick={() => (isCorrected && !error ? onCorrect(undefined) : setEditing(true))}
            >
              {t(isCorrected && !error ? words.undo : fact.value ? words.change : words.add)}
              <span className="hidden-text"> {label}</span>
            </button>
          </dd>
        </>
      )}
    </div>
  );
}

interface FactEditorProps {
  fact: CertificateFact;
  value: string;
  onDone: (value: string | undefined) => void;
}

function FactEditor({ fact, value, onDone }: FactEditorProps) {
  const [text, setText] = useState(fact.kind === 'words' ? shownFact(fact, value) : value);
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => control.current?.focus(), []);
  // Unchanged words are no correction.
  const done = () => {
    const typed = fact.kind === 'date' ? withCentury(text, localDay(new Date())) : text.trim();
    onDone(fact.kind === 'words' && typed === shownFact(fact, fact.value) ? fact.value : typed);
  };
  const shared = {
    ref: control,
    'aria-label': t(fact.label),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => setText(event.target.value),
    onKeyDown: (event: { key: string; preventDefault: () => void }) => {
      if (event.key === 'Escape') onDone(undefined);
      if (event.key !== 'Enter') return;
      event.preventDefault();
      done();
    },
  };
  return (
    <>
      {fact.kind === 'choice' ? (
        <select {...shared} value={text}>
          {[{ value: '', label: t(words.notGiven) }, ...fact.options].map((option) => (
            <option key={option.value} value={option.value}>
              {t(option.label)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={fact.kind === 'date' || fact.kind === 'time' ? fact.kind : 'text'}
          value={text}
          maxLength={300}
        />
      )}
      <span className="line-buttons">
        <button type="button" className="button button-secondary" onClick={done}>
          {t(words.keep)}
        </button>
        <button type="button" className="button button-quiet" onClick={() => onDone(undefined)}>
          {t(words.cancel)}
        </button>
      </span>
    </>
  );
}

interface FactListsProps {
  facts: readonly CertificateFact[];
  hint?: string;
  children: (fact: CertificateFact) => ReactNode;
}

interface ReviewPageProps {
  access: { reference: string; code: string };
  review: FamilyReview;
  name: string | null;
  phone: string | null;
  onBack: () => void;
  /** Called after a confirmation, here or elsewhere, to read again. */
  onConfirmed: () => void;
}

/** The lines as they will be printed: read, corrected, confirmed, then locked. */
export function ReviewPage(props: ReviewPageProps) {
  const { review, name, onBack } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const isConfirmed = review.confirmed !== null;
  // Also if the pressed button disappeared with the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page becomes another one
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isConfirmed]);
  return (
    <>
      {review.informant && <p className="soft small">{words.forInformant(review.informant)}</p>}
      <h1 ref={heading} tabIndex={-1}>
        {words.title(name)}
      </h1>
      {review.confirmed ? <Confirmed review={review} confirmed={review.confirmed} /> : <Open {...props} />}
      <div className="actions block print-never">
        <button type="button" className="button button-quiet" onClick={onBack}>
          {t(words.back)}
        </button>
      </div>
    </>
  );
}

/** Lines without a value are listed apart, because among them a wrong letter is easily missed. */
function FactLists({ facts, hint, children }: FactListsProps) {
  const filled = facts.filter(({ value }) => value !== '');
  const missing = facts.filter(({ value }) => value === '');
  return (
    <>
      {filled.length > 0 && <dl className="lines">{filled.map(children)}</dl>}
      {missing.length > 0 && (
        <section className="block">
          <h2>{t(words.missingTitle)}</h2>
          {hint && <p>{hint}</p>}
          <dl className="lines">{missing.map(children)}</dl>
        </section>
      )}
    </>
  );
}

function Confirmed({ review, confirmed }: { review: FamilyReview; confirmed: NonNullable<FamilyReview['confirmed']> }) {
  const corrected = new Map(confirmed.corrections.map(({ id, value }) => [id, value]));
  const at = new Date(confirmed.at).toLocaleString(locale(), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <>
      <section className="panel locked">
        <h2>{t(words.lockedTitle)}</h2>
        <p>{words.lockedBy(confirmed.name, at)}</p>
      </section>
      <p>{t(words.lockedText)}</p>
      <FactLists facts={review.facts.map((fact) => ({ ...fact, value: corrected.get(fact.id) ?? fact.value }))}>
        {(fact) => (
          <div key={fact.id} className="line">
            <dt>{t(fact.label)}</dt>
            <dd>
              <b>{shownFact(fact, fact.value) || t(words.notGiven)}</b>
              {corrected.has(fact.id) && <span className="soft small"> {t(words.correctedByYou)}</span>}
            </dd>
          </div>
        )}
      </FactLists>
      <div className="actions block print-never">
        <button type="button" className="button button-secondary" onClick={() => window.print()}>
          {t(words.print)}
        </button>
      </div>
    </>
  );
}

function Open({ access, review, phone, onConfirmed }: ReviewPageProps) {
  const [corrections, setCorrections] = useState<Record<string, string>>({});
  const [agreed, setAgreed] = useState(false);
  const [name, setName] = useState(review.informant);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  // The page refreshes while it is open: corrections stay, and must be confirmed again.
  const [read, setRead] = useState({ revision: review.revision, isNewer: false });
  if (read.revision !== review.revision) {
    setRead({ revision: review.revision, isNewer: true });
    setAgreed(false);
    const currentValues = new Map(review.facts.map(({ id, value }) => [id, value]));
    setCorrections((previous) =>
      Object.fromEntries(
        Object.entries(previous).filter(([id, value]) => currentValues.has(id) && currentValues.get(id) !== value),
      ),
    );
  }
  const corrected = review.facts.filter(({ id }) => id in corrections);
  const set = (fact: CertificateFact, value: string | undefined) => {
    const { [fact.id]: _before, ...rest } = corrections;
    setCorrections(value === undefined || value === fact.value ? rest : { ...rest, [fact.id]: value });
    setErrors(({ [fact.id]: _gone, ...otherErrors }) => otherErrors);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!agreed || !name.trim()) return setProblem(words.agreeFirst);
    setSending(true);
    setProblem(undefined);
    const payload = Object.entries(corrections).map(([id, value]) => ({ id, value }));
    try {
      await confirmFacts(access.reference, access.code, {
        revision: review.revision,
        name: name.trim(),
        agreed: true as const,
        corrections: payload,
      });
      onConfirmed();
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 409) return onConfirmed();
      const fields = status === 400 && error instanceof ApiError ? Object.entries(error.body) : [];
      setErrors(
        Object.fromEntries(
          fields.map(([field, messages]) => [field, String(Array.isArray(messages) ? messages[0] : messages)]),
        ),
      );
      setProblem(status === 400 ? words.wrong : words.failed);
    } finally {
      setSending(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p>{t(words.intro)}</p>
      {review.changed.length > 0 && <p className="note">{t(words.changedSince)}</p>}
      <div role="status">{read.isNewer && <p className="note">{t(words.changedNow)}</p>}</div>
      <FactLists facts={review.facts} hint={t(words.missingText)}>
        {(fact) => (
          <FactLine
            key={fact.id}
            fact={fact}
            corrected={corrections[fact.id]}
            isChanged={review.changed.includes(fact.id)}
            error={errors[fact.id]}
            onCorrect={(value) => set(fact, value)}
          />
        )}
      </FactLists>
      <section className="panel block" aria-live="polite">
        <h2>{words.counted(corrected.length, review.facts.length)}</h2>
        {corrected.length > 0 && (
          <p>
            {corrected
              .map((fact) => `${t(fact.label)}: ${shownFact(fact, corrections[fact.id] ?? '') || t(words.notGiven)}.`)
              .join(' ')}{' '}
            {t(words.takeOver)}
          </p>
        )}
      </section>
      <div className="actions block">
        <label className="entry-name">
          <span className="label">{t(words.yourName)}</span>
          <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="name" maxLength={100} />
        </label>
        <label className="choice">
          <input
            type="checkbox"
            checked={agreed}
            onChange={(event) => {
              setAgreed(event.target.checked);
              setProblem(undefined);
            }}
          />
          <span>{words.agree(name.trim())}</span>
        </label>
        <p role="alert" className="entry-problem">
          {problem && t(problem)}
        </p>
        <button type="submit" className="button button-primary" aria-disabled={sending || undefined}>
          {t(sending ? words.sending : words.confirm)}
        </button>
        {phone && <CallLink phone={phone}>{t(words.notSure)}</CallLink>}
      </div>
    </form>
  );
}
