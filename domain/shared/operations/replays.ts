/** Days that the event bus archives events, the limit of a replay. */
export const archivedDays = 90;

/** Longer than the archive, so that a replay of its oldest events emails no family twice. */
export const effectKeptDays = archivedDays + 30;
