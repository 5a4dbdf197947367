import { tagText } from './tag-code.ts';

/** In the order of columns on the board. */
export const placeKinds = [
  'cooler',
  'prep_room',
  'chapel',
  'vehicle',
  'crematory',
  'cemetery',
  'another_firm',
  'family',
  'other',
] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** `found`: was elsewhere than recorded. `cremated` and `parted` end a subject and begin others; `closed` ends it. */
export const entryKinds = ['moved', 'found', 'released', 'cremated', 'parted', 'closed'] as const;
export type EntryKind = (typeof entryKinds)[number];

export const entryKindLabels: Readonly<Record<EntryKind, string>> = {
  moved: 'Moved',
  found: 'Found elsewhere',
  released: 'Released',
  cremated: 'Cremated',
  parted: 'Divided',
  closed: 'Closed',
};

/** How the tag was read. */
export const readings = ['scan', 'letters', 'not_read'] as const;
export const signers = ['gave', 'took', 'witness'] as const;
export type SignerOfEntry = (typeof signers)[number];

export const maxParts = 20;

/** Where a subject is in its life: `expected` before the first entry, `released` once off the board, `ended` for good. */
export const subjectStates = ['expected', 'in_care', 'released', 'ended'] as const;

export const effectDecisions = ['stays', 'return', 'with_cremation'] as const;
export type EffectDecision = (typeof effectDecisions)[number];

export const custodyMessages = {
  ahead: 'The time cannot be in the future',
  longAgo: 'Check the year',
  before: 'The time cannot be before the last entry',
  alreadyThere: 'The record already says so',
  closedPlace: 'This place is no longer in use',
  ended: 'The last entry has ended this record',
  needsPlace: 'Choose a place',
  needsReason: 'Say why the record was wrong',
  needsName: 'Enter who it is',
  needsTwo: 'A release needs two people',
  needsThird: 'The witness must be a third person',
  needsTag: 'A release needs the tag: scan it or type its ten letters',
  needsSignature: 'The receiver signs, or a witness is named',
  needsBoth: 'The law of this state asks the giver and the receiver to sign',
  neverTaken: 'Record first how they came into your care',
  notOurs: 'This place is not yours: record a release',
  isOurs: 'This place is yours: record a move',
  notThisTag: (tag: string) => `This is not the tag of this person: it ends in ${tagText(tag).slice(-3)}`,
  notACrematory: 'They are not at a crematory by the record',
  onlyBody: 'Only a body is cremated',
  onlyRemains: 'Only cremated remains are divided',
  parts: 'Divide them into 2 to 20 parts',
  stillHere: 'They are still at one of your places by the record',
  notCremated: 'They are at a crematory by the record: record the cremation',
  noDisposition: 'Record the release or the disposition first',
  notFollowing: 'The record has changed since: look at the current entry',
  notCorrectable: 'There is no such entry',
} as const;
