/** What has to be done by a day, in the order of a case's life. */
export const duties = [
  'first_notice',
  'certifier',
  'pending_cause',
  'filing',
  'fetal_death_report',
  'amendment',
  'permit',
  'permit_return',
  'permit_expiry',
  'va_claim',
] as const;
/** What holds until an instant, or from one on; nobody is reminded of it, the case shows it. */
const limits = ['cremation_wait', 'preservation'] as const;
export const deadlineKinds = [...duties, ...limits] as const;
export type DeadlineKind = (typeof deadlineKinds)[number];
export type Duty = (typeof duties)[number];

export const deadlineLabels: Readonly<Record<DeadlineKind, string>> = {
  first_notice: 'First notice of death',
  certifier: 'Medical certification',
  pending_cause: 'Pending cause of death',
  filing: 'Filing the certificate',
  fetal_death_report: 'Fetal death report',
  amendment: 'Amendment of the certificate',
  permit: 'Permit before disposition',
  permit_return: 'Return of the permit',
  permit_expiry: 'Permit expires',
  va_claim: 'VA burial claim',
  cremation_wait: 'Wait before cremation',
  preservation: 'Refrigeration or embalming',
};

export const isDuty = (kind: string): kind is Duty => (duties as readonly string[]).includes(kind);
