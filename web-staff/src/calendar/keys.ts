export const calendarKeys = {
  all: ['calendar'],
  overviews: ['calendar', 'overview'],
  overview: (query: object) => ['calendar', 'overview', query],
  /** Outside `all`, because moving an event does not change them. */
  feeds: ['calendar-feeds'],
  google: ['google-calendar', 'status'],
  suggestions: ['google-calendar', 'suggestions'],
  allEvents: ['calendar', 'events'],
  events: (query: object) => ['calendar', 'events', query],
} as const;
