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

export const dayKeys = {
  all: ['day'],
  cases: ['day', 'case'],
  ofCase: (caseId: string) => ['day', 'case', caseId],
  schedules: ['day', 'schedule'],
  schedule: (query: object) => ['day', 'schedule', query],
  resources: ['day', 'resources'],
  allShifts: ['day', 'shifts'],
  shifts: (query: object) => ['day', 'shifts', query],
} as const;
