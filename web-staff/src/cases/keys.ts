export const caseKeys = {
  all: ['cases'],
  lists: ['cases', 'list'],
  list: (query: object) => ['cases', 'list', query],
  one: (id: string) => ['cases', 'one', id],
  statistics: (query: object) => ['cases', 'statistics', query],
  auditLog: (id: string) => ['cases', 'audit', id],
  /** Possible duplicates, returned when this case was opened. */
  alike: (id: string) => ['cases', 'alike', id],
  allDuplicates: ['cases', 'duplicates'],
  duplicates: (person: object) => ['cases', 'duplicates', person],
  queues: ['cases', 'queue'],
  presence: (id: string, section: string | null) => ['cases', 'presence', id, section],
  nextNumbers: ['cases', 'next-number'],
  nextNumber: (query: object) => ['cases', 'next-number', query],
  numberTaken: (number: string) => ['cases', 'number-taken', number],
} as const;
