/** What is cached of the calendar: everything stands under `all`. */
export const calendarKeys = {
  all: ['calendar'],
  overview: (query: object) => ['calendar', 'overview', query],
  events: (query: object) => ['calendar', 'events', query],
} as const;
