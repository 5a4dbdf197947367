/** Where the value of a source is edited: a field of the case form, the home's record, or nowhere. */
export type SourceLocation = { at: 'case'; section: string; field: string } | { at: 'home' } | undefined;

const composed: Record<string, readonly [section: string, field: string]> = {
  'case.method': ['service', 'disposition_method'],
  'case.deceased_name': ['deceased', 'deceased_first_name'],
  'case.informant_name': ['informant', 'informant_name'],
  'case.informant_phone': ['informant', 'customer_phone'],
  'case.residence': ['demographics', 'home_address_street'],
  'signer.name': ['informant', 'informant_name'],
  'signer.relationship': ['informant', 'informant_relationship'],
  'signer.phone': ['informant', 'customer_phone'],
  'signer.email': ['informant', 'customer_email'],
};

/** Returns where a source's value is edited; undefined for values that are never missing. */
export const sourceLocation = (source: string): SourceLocation => {
  const known = composed[source];
  if (known) return { at: 'case', section: known[0], field: known[1] };
  const [group = '', name = ''] = source.split('.');
  if (group === 'home') return { at: 'home' };
  if (group === 'statement') return { at: 'case', section: 'servicesFees', field: '' };
  return group === 'case' || group === 'signer' || name === ''
    ? undefined
    : { at: 'case', section: group, field: name };
};
