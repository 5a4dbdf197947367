import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';

/**
 * One tick that fills fields from others. While it is ticked they follow their sources, on whichever page those are
 * typed; a person who edits a filled field by hand unticks it and keeps what was typed.
 */
export function Shortcut({ shortcut, label }: { shortcut: IntakeShortcut; label: string }) {
  const store = useFormStore();
  const ticked = useFormSnapshot((snapshot) => snapshot.ticked.has(shortcut));
  return (
    <label className="choice choice-wide shortcut">
      <input type="checkbox" checked={ticked} onChange={(event) => store.tick(shortcut, event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
