/** For how many days the event bus keeps every event: so far back a replay may reach. */
export const archivedDays = 90;

/**
 * For how many days it is remembered that an effect was carried out. Longer than the archive, so that a replay of its
 * oldest events, even one that takes weeks, sends no mail to a family a second time.
 */
export const effectKeptDays = archivedDays + 30;
