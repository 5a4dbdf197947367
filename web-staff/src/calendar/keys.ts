/** What is cached of the calendar: everything stands under `all`. */
export const calendarKeys = {
  all: ['calendar'],
  overviews: ['calendar', 'overview'],
  overview: (query: object) => ['calendar', 'overview', query],
  /** Apart from `all`: no move of an event changes them. */
  feeds: ['calendar-feeds'],
  google: ['google-calendar', 'status'],
  suggestions: ['google-calendar', 'suggestions'],
  allEvents: ['calendar', 'events'],
  events: (query: object) => ['calendar', 'events', query],
} as const;
