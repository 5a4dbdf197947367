import { useEffect, useState } from 'react';
import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import { useFormStore } from './form-store.ts';

/**
 * One tick that fills fields from others. While it is ticked they follow their sources; whoever edits a filled field
 * by hand unticks it and keeps what was typed.
 */
export function Shortcut({ shortcut }: { shortcut: IntakeShortcut }) {
  const store = useFormStore();
  const [ticked, setTicked] = useState(false);

  useEffect(() => {
    if (!ticked) return;
    const copies = Object.entries(shortcut.copies) as [IntakeFieldName, IntakeFieldName][];
    const copyAll = () => {
      const { values } = store.get();
      const behind = copies.filter(([target, source]) => values[target] !== values[source]);
      if (behind.length > 0) store.fill(Object.fromEntries(behind.map(([target, source]) => [target, values[source]])));
    };
    copyAll();
    return store.onEntry((name) => {
      if (copies.some(([, source]) => source === name)) copyAll();
      else if (name === undefined || copies.some(([target]) => target === name)) setTicked(false);
    });
  }, [ticked, shortcut, store]);

  return (
    <label className="choice shortcut">
      <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
      <span>{shortcut.label}</span>
    </label>
  );
}
