import { type ChangeEvent, type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { endOfNextYear, lastDayNamed, withCentury } from '#domain/shared/values/calendar-date.ts';
import { parsePastedDate } from '#domain/shared/values/pasted-date.ts';
import { currentLanguage, t } from '../language.ts';
import type { ControlProps } from './controls.tsx';
import { fieldId } from './focus-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';

/** Digits only; each part may be empty. */
interface TypedDate {
  month: string;
  day: string;
  year: string;
}

/** Returns '' for nothing, YYYY-MM-DD for a complete day, else the typed parts. */
const fromTypedDate = ({ month, day, year }: TypedDate): string => {
  if (!month && !day && !year) return '';
  const whole = month && day && year.length === 4;
  return whole ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`;
};

const toTypedDate = (value: string): TypedDate => {
  const [year = '', month = '', day = ''] = value.split('-');
  return { month, day, year };
};

const parts = [
  { part: 'month', label: 'Month', placeholder: 'MM', length: 2 },
  { part: 'day', label: 'Day', placeholder: 'DD', length: 2 },
  { part: 'year', label: 'Year', placeholder: 'YYYY', length: 4 },
] as const;

/** Typed, because no one wants to page back 89 years. Two digits move on; a day of death needs no year. */
export function DateControl({ field, required, invalid, describedBy }: ControlProps) {
  const store = useFormStore();
  // A home's own question has no value before it is answered.
  const storedValue = useFormSnapshot(({ values }) => String(values[field.name] ?? ''));
  const [typed, setTyped] = useState<TypedDate>(() => toTypedDate(storedValue));
  // For example a restored draft.
  const shownDate = fromTypedDate(typed) === storedValue ? typed : toTypedDate(storedValue);
  const box = useRef<HTMLDivElement>(null);
  const isOfLife = field.name.startsWith('date_of_');

  const [isUnread, setIsUnread] = useState(false);
  const take = (next: TypedDate) => {
    setIsUnread(false);
    setTyped(next);
    store.enter(field.name, fromTypedDate(next));
  };
  const focus = (index: number) => {
    const input = box.current?.querySelectorAll('input')[index];
    input?.focus();
    // A year that was filled in is overwritten by typing.
    input?.select();
  };
  const latest = (): string => {
    const { today } = store.get();
    return isOfLife ? today : endOfNextYear(today);
  };
  const withYear = (next: TypedDate): TypedDate => {
    const { month, day, year } = next;
    if (!month || !day) return next;
    if (field.name === 'date_of_death' && !year)
      return { ...next, year: lastDayNamed(month, day, store.get().today).slice(0, 4) };
    const whole = withCentury(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, latest());
    return year.length === 2 ? { ...next, year: whole.slice(0, whole.indexOf('-')) } : next;
  };
  const change = (index: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const { part, length } = parts[index] ?? parts[0];
    const digits = event.target.value.replace(/\D/g, '').slice(0, length);
    const grew = digits.length > shownDate[part].length;
    const next = { ...shownDate, [part]: digits };
    // A slash after one digit ends the part.
    const isEnded = grew ? digits.length === length : /\d[/.\- ]$/.test(event.target.value);
    // The year must be on the page before it is selected.
    flushSync(() => take(isEnded && part === 'day' ? withYear(next) : next));
    if (isEnded) focus(index + 1);
  };
  const paste = (event: ClipboardEvent<HTMLDivElement>) => {
    const text = event.clipboardData.getData('text').trim();
    const pastedDate = parsePastedDate(text, latest(), currentLanguage());
    const isPart = event.target instanceof HTMLInputElement && text.length < event.target.maxLength;
    if (!pastedDate && isPart && /^\d*$/.test(text)) return;
    event.preventDefault();
    setIsUnread(!pastedDate);
    if (!pastedDate) return;
    take(toTypedDate(pastedDate));
    focus(2);
  };
  const goBack = (index: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Backspace' || event.currentTarget.value !== '' || index === 0) return;
    event.preventDefault();
    focus(index - 1);
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (box.current?.contains(relatedTarget)) return;
    const next = withYear(shownDate);
    if (next !== shownDate) take(next);
    store.visit(field.name);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes no part in the subgrid that aligns the fields of a row
    <div
      ref={box}
      className="date"
      role="group"
      aria-labelledby={`${fieldId(field.name)}-label`}
      aria-describedby={describedBy}
      onPaste={paste}
      onBlur={leave}
    >
      {parts.map(({ part, label, placeholder, length }, index) => (
        <label key={part} className={`date-${part}`}>
          {t(label)}
          <input
            id={index === 0 ? fieldId(field.name) : undefined}
            name={`${field.name}-${part}`}
            value={shownDate[part]}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t(placeholder)}
            maxLength={length + 1}
            enterKeyHint="next"
            aria-required={required || undefined}
            aria-invalid={invalid || undefined}
            onChange={change(index)}
            onKeyDown={goBack(index)}
          />
        </label>
      ))}
      {isUnread && (
        <p className="message date-unread" role="alert">
          {t('The pasted date could not be read. Type the month, day and year.')}
        </p>
      )}
    </div>
  );
}
