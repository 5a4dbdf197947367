/** Own calendars and the list of them, and whose account it is: nobody's private calendar is looked into. */
const needed = ['calendar.app.created', 'calendar.calendarlist.readonly'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** What Google asks somebody about who connects their calendar. */
export const googleScopes: readonly string[] = [...needed, 'openid', 'email'];

/** Whether everything that the product works with was allowed: single boxes can be unticked. */
export const hasScopes = (granted: string): boolean => needed.every((scope) => granted.split(' ').includes(scope));
