/** What the permit is called that lets remains be moved and laid to rest, in the words of the state; a state without an entry uses the general ones. */
const namesByState: Readonly<Record<string, readonly string[]>> = {
  AK: ['Burial-transit permit', 'Disinterment permit'],
  CA: ['Permit for disposition', 'Permit to remove cremated remains'],
  FL: ['Burial-transit permit', 'Cremation approval of the medical examiner'],
  KS: ['Coroner’s cremation permit'],
  MA: ['Disposition permit', 'Cremation certificate of the medical examiner'],
  MI: ['Burial-transit permit'],
  NV: ['Burial Transit Permit'],
  NY: ['Burial, cremation, natural organic reduction or transit permit'],
  OR: ['Disposition permit'],
  PA: ['Permit for disposal'],
  SC: ['Coroner’s cremation permit'],
  SD: ['Burial-transit permit', 'Coroner’s release'],
  TX: ['Burial-transit permit', 'Cremation authorization'],
  WA: ['Disposition permit'],
};

const anywhere = [
  'Burial-transit permit',
  'Cremation authorization',
  'Medical examiner release',
  'Out-of-state transit permit',
  'Cemetery opening permit',
  'Disinterment permit',
];

/** Names that are offered for a permit, by the code of the state: its own first, then those that any state may know. */
export function permitNames(state: string): string[] {
  return [...new Set([...(namesByState[state] ?? []), ...anywhere])];
}
