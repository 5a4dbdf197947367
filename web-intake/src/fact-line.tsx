import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { CertificateFact } from '#domain/families/family-review.schema.ts';
import { shownFact } from './fact-text.ts';
import { t, translateMessage } from './language.ts';
import { reviewWords as words } from './review-words.ts';

interface FactLineProps {
  fact: CertificateFact;
  /** What the family says instead. */
  corrected: string | undefined;
  /** It says something else than what was confirmed before. */
  isChanged: boolean;
  fault: string | undefined;
  onCorrect: (value: string | undefined) => void;
}

/** One line of the certificate: as it will be printed, or the old struck out beside the new. */
export function FactLine({ fact, corrected, isChanged, fault, onCorrect }: FactLineProps) {
  const [editing, setEditing] = useState(false);
  const isCorrected = corrected !== undefined;
  const note = isCorrected ? words.corrected : isChanged ? words.changed : '';
  const label = t(fact.label);
  // Whoever has answered goes on from the line, not from the top of the page.
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
            {fault && <span className="line-fault">{translateMessage(fault)}</span>}
          </dd>
          <dd className="line-act">
            <button
              type="button"
              ref={act}
              className="link"
              onClick={() => (isCorrected && !fault ? onCorrect(undefined) : setEditing(true))}
            >
              {t(isCorrected && !fault ? words.undo : fact.value ? words.change : words.add)}
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
  /** The new value; nothing where it stays. */
  onDone: (value: string | undefined) => void;
}

function FactEditor({ fact, value, onDone }: FactEditorProps) {
  const [text, setText] = useState(fact.kind === 'words' ? shownFact(fact, value) : value);
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => control.current?.focus(), []);
  // Words that stand as they stood correct nothing.
  const done = () =>
    onDone(fact.kind === 'words' && text.trim() === shownFact(fact, fact.value) ? fact.value : text.trim());
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
