import { useEffect, useState } from 'react';
import type { FieldValue } from '#domain/forms/field.ts';
import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import { say } from '../language.ts';
import { useFormStore } from './form-store.ts';

type Filled = [target: IntakeFieldName, value: FieldValue];

/** What the shortcut makes of these values, field by field. */
const filledBy = ({ copies = {}, writes = {}, joins = {} }: IntakeShortcut, values: IntakeFormValues): Filled[] => {
  const valueIn = (name: string): FieldValue => values[name as IntakeFieldName];
  const joined = (parts: readonly (readonly string[])[]): string =>
    parts
      .map((names) => names.map(valueIn).filter(Boolean).join(' '))
      .filter(Boolean)
      .join(', ');
  return [
    ...Object.entries(copies).map(([target, source]) => [target, valueIn(source)]),
    ...Object.entries(writes).map(([target, value]) => [target, say(value)]),
    ...Object.entries(joins).map(([target, parts]) => [target, joined(parts)]),
  ] as Filled[];
};

const sourcesOf = ({ copies = {}, joins = {} }: IntakeShortcut): ReadonlySet<string> =>
  new Set([...Object.values(copies), ...Object.values(joins).flat(2)]);

/** Whether the fields say already what the shortcut would make of them: then it was ticked before. */
const says = (shortcut: IntakeShortcut, values: IntakeFormValues): boolean => {
  const filled = filledBy(shortcut, values);
  // A country says nothing: every address begins with the same one.
  const tells = ([target, value]: Filled) => value !== '' && !target.endsWith('_country');
  return filled.some(tells) && filled.every(([target, value]) => values[target] === value);
};

/**
 * One tick that fills fields from others. While it is ticked they follow their sources; whoever edits a filled field
 * by hand unticks it and keeps what was typed.
 */
export function Shortcut({ shortcut, label }: { shortcut: IntakeShortcut; label: string }) {
  const store = useFormStore();
  const [ticked, setTicked] = useState(() => says(shortcut, store.get().values));

  useEffect(() => {
    if (!ticked) return;
    const sources = sourcesOf(shortcut);
    const fillAll = () => {
      const { values } = store.get();
      const behind = filledBy(shortcut, values).filter(([target, value]) => values[target] !== value);
      if (behind.length > 0) store.fill(Object.fromEntries(behind));
    };
    fillAll();
    return store.onEntry((name) => {
      if (name !== undefined && sources.has(name)) fillAll();
      else if (name === undefined || filledBy(shortcut, store.get().values).some(([target]) => target === name))
        setTicked(false);
    });
  }, [ticked, shortcut, store]);

  return (
    <label className="choice choice-wide shortcut">
      <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
