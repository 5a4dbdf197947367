import { type FormEvent, useRef, useState } from 'react';
import { codeText, isReference } from '#domain/families/family-code.ts';
import { t } from './language.ts';

interface StatusEntryProps {
  /** From the link of a mail; '' where both are typed. */
  reference: string;
  /** What came of the last try. */
  problem: string | undefined;
  busy: boolean;
  onEnter: (reference: string, code: string) => void;
}

/** Asks for the reference and the code that stand in the mail or on paper. */
export function StatusEntry({ reference, problem, busy, onEnter }: StatusEntryProps) {
  const [lacking, setLacking] = useState<'reference' | 'code'>();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const text = (name: string) => String(entered.get(name) ?? '').trim();
    const missing = isReference(text('reference')) ? (text('code') ? undefined : 'code') : 'reference';
    setLacking(missing);
    if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
    else if (!busy) onEnter(text('reference').toUpperCase(), codeText(text('code')));
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="entry">
      <h1>{t('See how things stand')}</h1>
      <p className="lede">
        {t('Your reference and your code stand in our mail to you, or on the paper that we gave you.')}
      </p>
      <EntryField
        name="reference"
        label="Reference"
        help="Such as R-7K3M-9QTX"
        value={reference}
        error={lacking === 'reference' ? 'Please enter the reference as it stands in the mail' : undefined}
      />
      <EntryField
        name="code"
        label="Code"
        help="Ten letters and digits"
        value=""
        error={lacking === 'code' ? 'Please enter the code' : undefined}
      />
      <p role="alert" className="entry-problem">
        {problem && t(problem)}
      </p>
      <button type="submit" className="button button-primary" aria-disabled={busy || undefined}>
        {t(busy ? 'Looking…' : 'Show how things stand')}
      </button>
    </form>
  );
}

interface EntryFieldProps {
  name: string;
  label: string;
  help: string;
  value: string;
  error: string | undefined;
}

function EntryField({ name, label, help, value, error }: EntryFieldProps) {
  return (
    <div className={error ? 'field-wrong' : undefined}>
      <label htmlFor={name} className="label">
        {t(label)}
      </label>
      <p className="help" id={`${name}-help`}>
        {t(help)}
      </p>
      <input
        id={name}
        name={name}
        defaultValue={value}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby={error ? `${name}-help ${name}-error` : `${name}-help`}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p className="message" id={`${name}-error`}>
          {t(error)}
        </p>
      )}
    </div>
  );
}
