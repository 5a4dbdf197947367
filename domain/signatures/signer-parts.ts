/** Connects a person of a case with a role of a template. */
export const signerParts = ['authorizing_agent', 'co_signer', 'witness', 'funeral_director', 'signer'] as const;
export type SignerPart = (typeof signerParts)[number];

export const signerPartLabels: Record<SignerPart, string> = {
  authorizing_agent: 'Authorizing agent',
  co_signer: 'Co-signer',
  witness: 'Witness',
  funeral_director: 'Funeral director',
  signer: 'Signer',
};

/** Returns the part of a template's role by its name; the first role is the family's by default. */
export const partOfRole = (role: string, at: number): SignerPart => {
  const name = role.toLowerCase();
  if (/director|funeral home|embalmer|staff|firm/.test(name)) return 'funeral_director';
  if (/witness|notary/.test(name)) return 'witness';
  if (/co-?\s?sign|second/.test(name)) return 'co_signer';
  if (/agent|kin|informant|purchaser|family|customer|authori/.test(name)) return 'authorizing_agent';
  return at === 0 ? 'authorizing_agent' : 'signer';
};
