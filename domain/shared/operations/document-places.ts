/** S3 prefixes of documents, shared by grants, the bucket policy and the functions. */
export const documentPlaces = {
  /** Uploads that are not scanned yet; not readable. */
  quarantine: 'quarantine',
  clean: 'clean',
  zips: 'zips',
} as const;
export type DocumentPlace = keyof typeof documentPlaces;

/** Returns the S3 key of a document or archive. */
export const documentKey = (place: DocumentPlace, organizationId: string, id: string): string =>
  `${documentPlaces[place]}/${organizationId}/${id}`;

/** Returns the owner of a quarantine key; undefined for any other key. */
export const quarantined = (key: string): { organizationId: string; id: string } | undefined => {
  const [, organizationId, id] = /^quarantine\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return organizationId && id ? { organizationId, id } : undefined;
};

/** How long a form to upload and a link to download are valid (S-15, S-17). */
export const linkSeconds = 300;

/** GuardDuty's scan result, and the only value that permits reading. */
export const scanTag = 'GuardDutyMalwareScanStatus';
export const scannedClean = 'NO_THREATS_FOUND';
