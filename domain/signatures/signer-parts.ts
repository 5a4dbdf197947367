/** As what somebody signs: it leads from a person of a case to the role of a template. */
export const signerParts = ['authorizing_agent', 'co_signer', 'witness', 'funeral_director', 'signer'] as const;
export type SignerPart = (typeof signerParts)[number];

export const signerPartLabels: Record<SignerPart, string> = {
  authorizing_agent: 'Authorizing agent',
  co_signer: 'Co-signer',
  witness: 'Witness',
  funeral_director: 'Funeral director',
  signer: 'Signer',
};

/** As what the role of a template signs, by what it is called; the first of a template is the family's unless it says otherwise. */
export const partOfRole = (role: string, at: number): SignerPart => {
  const name = role.toLowerCase();
  if (/director|funeral home|embalmer|staff|firm/.test(name)) return 'funeral_director';
  if (/witness|notary/.test(name)) return 'witness';
  if (/co-?\s?sign|second/.test(name)) return 'co_signer';
  if (/agent|kin|informant|purchaser|family|customer|authori/.test(name)) return 'authorizing_agent';
  return at === 0 ? 'authorizing_agent' : 'signer';
};
