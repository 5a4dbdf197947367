/** What is cached of the calendar: everything stands under `all`. */
export const calendarKeys = {
  all: ['calendar'],
  overview: (query: object) => ['calendar', 'overview', query],
  /** Apart from `all`: no move of an event changes them. */
  feeds: ['calendar-feeds'],
  google: ['google-calendar', 'status'],
  suggestions: ['google-calendar', 'suggestions'],
  events: (query: object) => ['calendar', 'events', query],
} as const;
