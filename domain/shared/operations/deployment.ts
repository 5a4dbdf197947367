/** Paths that each site may call, in CloudFront's notation. */
export const apiPaths = {
  staff: ['/api/*'],
  intake: ['/api/forms/public/*', '/api/common/*'],
} as const;

/** Days that the event bus archives events, the limit of a replay. */
export const archivedDays = 90;

/** Longer than the archive, so that a replay of its oldest events emails no family twice. */
export const effectRetentionDays = archivedDays + 30;

/** Maximum bytes of path and query: a Chinese search of 100 characters exceeds the 2,048 of AWS's own rule. */
export const requestSizes = { path: 1024, query: 6000 } as const;

/** Window in which the firewalls count calls of one address. */
export const firewallSeconds = 300;

/** User pool calls per address; several offices may share one and sign in at the same time (docs/decisions/0029). */
export const signInLimits = { InitiateAuth: 150, ForgotPassword: 20 } as const;

/** functions/platform/store/keys.ts documents the keys and indexes. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Each index has the keys `<name>pk` and `<name>sk`. */
  indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
  /** Attributes projected into every index. */
  projected: ['row'],
  streamView: 'NEW_IMAGE',
  /** Attribute with the second at which DynamoDB deletes an item. */
  expiry: 'expires_at',
} as const;

export type IndexName = (typeof tableShape.indexes)[number];

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
