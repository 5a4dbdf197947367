import type { Key } from './table.ts';

/** Over how many index partitions unsent events are spread. */
export const unsentShards = 16;

/** Keys that are looked up before an organization is known, and what belongs to nobody. */
export const sharedKeys = {
  subject: (sub: string): Key => ({ pk: `SUB#${sub}`, sk: 'SUB' }),
  slug: (slug: string): Key => ({ pk: `SLUG#${slug}`, sk: 'SLUG' }),
  addressLook: (look: string): Key => ({ pk: `LOOK#${look}`, sk: 'LOOK' }),
  /** An address of that look that an operator allows another organization. */
  allowedAddress: (look: string, slug: string): Key => ({ pk: `LOOK#${look}`, sk: `ALLOWED#${slug}` }),
  homeCard: (homeId: string): Key => ({ pk: `CARD#${homeId}`, sk: 'CARD' }),
  openForm: (homeId: string, slug: string): Key => ({ pk: `CARD#${homeId}`, sk: `FORM#${slug}` }),
  formVersion: (homeId: string, formId: string, number: number): Key => ({
    pk: `CARD#${homeId}`,
    sk: `FORMVERSION#${formId}#${String(number).padStart(4, '0')}`,
  }),
  reportStatus: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'STATUS' }),
  reportProgress: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'PROGRESS' }),
  familyView: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'FAMILYVIEW' }),
  /** What a family said of the facts that it was sent. */
  familyAnswer: (reference: string, revision: number): Key => ({ pk: `STATUS#${reference}`, sk: `REVIEW#${revision}` }),
  reportDraft: (id: string): Key => ({ pk: `REPORTDRAFT#${id}`, sk: 'REPORTDRAFT' }),
  publicIdempotency: (hash: string): Key => ({ pk: `PUBLIC#IDEMPOTENCY#${hash}`, sk: 'IDEMPOTENCY' }),
  invite: (tokenHash: string): Key => ({ pk: `INVITE#${tokenHash}`, sk: 'INVITE' }),
  feedAddress: (tokenHash: string): Key => ({ pk: `FEED#${tokenHash}`, sk: 'FEED' }),
  rate: (limit: string, caller: string, window: string): Key => ({ pk: `RATE#${limit}#${caller}`, sk: window }),
  webhook: (token: string): Key => ({ pk: `WEBHOOK#${token}`, sk: 'WEBHOOK' }),
  unsentEvents: (shard: number): string => `OUTBOX#UNSENT#${shard.toString(16)}`,
  poisonEvents: 'OUTBOX#POISON',
  documentsDue: 'DOCUMENTS#DUE',
  envelopesOpen: 'ENVELOPES#OPEN',
  /** Where the next run of reminders goes on. */
  envelopesReminded: { pk: 'ENVELOPES#REMINDED', sk: 'PLACE' } as Key,
  organizations: 'ORGANIZATIONS',
  /** Names nobody: anybody may ask for it. */
  health: { pk: 'HEALTH', sk: 'HEALTH' } as Key,
} as const;
