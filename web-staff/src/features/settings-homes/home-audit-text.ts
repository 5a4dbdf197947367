import type { AuditText } from '../../entities/audit/audit-text.ts';
import { detailFields, publicPageFields } from './home-field-sets.ts';

const numbering: Readonly<Record<string, string>> = {
  pattern: 'Pattern of case numbers',
  prefix: 'Prefix of case numbers',
  location_code: 'Location code of case numbers',
  padding: 'Number of digits',
  reset_yearly: 'Begins again with 1 every year',
  next_value: 'Next value',
};

/** How the history of a home reads. */
export const homeAuditText: AuditText = {
  fieldOf: (name) =>
    [...detailFields, ...publicPageFields].find((field) => field.name === name) ??
    (numbering[name] ? { label: numbering[name], kind: 'text' } : undefined),
};
