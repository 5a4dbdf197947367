import type { PaletteEntry } from './palette-entries.ts';

const maxRecent = 5;

/** What was chosen last comes first, each once. What does something is not remembered: it is no place to return to. */
export const remember = (recent: readonly PaletteEntry[], chosen: PaletteEntry): readonly PaletteEntry[] =>
  'to' in chosen ? [chosen, ...recent.filter(({ id }) => id !== chosen.id)].slice(0, maxRecent) : recent;
