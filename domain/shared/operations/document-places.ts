/** Where files of documents lie in their bucket; grants, the bucket's own policy and the functions agree on it. */
export const documentPlaces = {
  /** What was handed in and is not known to be clean: nobody reads it before it was scanned. */
  quarantine: 'quarantine',
  /** What was scanned and looked at, and what the product made. */
  clean: 'clean',
  /** Files of all documents of a case, for a day. */
  zips: 'zips',
} as const;
export type DocumentPlace = keyof typeof documentPlaces;

/** The key of a file: its place, its organization, its document or archive. */
export const documentKey = (place: DocumentPlace, organizationId: string, id: string): string =>
  `${documentPlaces[place]}/${organizationId}/${id}`;

/** Whose file lies under a key of the quarantine; undefined for any other key. */
export const quarantined = (key: string): { organizationId: string; id: string } | undefined => {
  const [, organizationId, id] = /^quarantine\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return organizationId && id ? { organizationId, id } : undefined;
};

/** The tag in which GuardDuty says what its scan of an object found, and the one value under which it may be read. */
export const scanTag = 'GuardDutyMalwareScanStatus';
export const scannedClean = 'NO_THREATS_FOUND';
