import { useEffect, useState } from 'react';
import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import type { IntakeFormApi } from './controls.tsx';

/**
 * One tick that fills fields from others. While it is ticked they follow their sources; whoever edits a filled field
 * by hand unticks it and keeps what was typed.
 */
export function Shortcut({ shortcut, form }: { shortcut: IntakeShortcut; form: IntakeFormApi }) {
  const [ticked, setTicked] = useState(false);

  useEffect(() => {
    if (!ticked) return;
    const copies = Object.entries(shortcut.copies) as [IntakeFieldName, IntakeFieldName][];
    const copyAll = () => {
      for (const [target, source] of copies) {
        if (form.getValues(target) !== form.getValues(source)) {
          form.setValue(target, form.getValues(source), { shouldDirty: true });
        }
      }
    };
    copyAll();
    return form.subscribe({
      formState: { values: true },
      callback: ({ name, type: typed }) => {
        if (copies.some(([, source]) => source === name)) copyAll();
        else if (typed && copies.some(([target]) => target === name)) setTicked(false);
      },
    });
  }, [ticked, shortcut, form]);

  return (
    <label className="choice shortcut">
      <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
      <span>{shortcut.label}</span>
    </label>
  );
}
