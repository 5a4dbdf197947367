/**
 * Everything that an audit trail can say was done: the kind of record in whose trail it stands, and how people read it.
 * A row of the contract names the deeds that its handler records; nothing else can be recorded. What a `sealed` one says of
 * fields is about people: it rests under a key of the record, with which it can be forgotten (quality S-40). With one that
 * `begins` the record comes to be: nobody has made a key of it before.
 */
export const deeds = {
  'submission.received': { kind: 'SUBMISSION', label: 'Received from the family' },
  'submission.updated': { kind: 'SUBMISSION', label: 'Submission corrected', sealed: true },
  'submission.contacted': { kind: 'SUBMISSION', label: 'Family called back' },
  'submission.converted': { kind: 'SUBMISSION', label: 'Made into a case' },
  'submission.reverted': { kind: 'SUBMISSION', label: 'Its case was deleted' },
  'submission.deleted': { kind: 'SUBMISSION', label: 'Submission deleted' },
  'submission.forgotten': { kind: 'SUBMISSION', label: 'Forgotten: what its history said of people is gone' },
  'first-call.created': { kind: 'FIRSTCALL', label: 'First call recorded', sealed: true, begins: true },
  'first-call.updated': { kind: 'FIRSTCALL', label: 'First call changed', sealed: true },
  'first-call.converted': { kind: 'FIRSTCALL', label: 'Made into a case' },
  'first-call.reverted': { kind: 'FIRSTCALL', label: 'Its case was deleted' },
  'first-call.deleted': { kind: 'FIRSTCALL', label: 'First call deleted' },
  'first-call.forgotten': { kind: 'FIRSTCALL', label: 'Forgotten: what its history said of people is gone' },
  'case.created': { kind: 'CASE', label: 'Case opened' },
  'case.updated': { kind: 'CASE', label: 'Case changed', sealed: true },
  'case.activated': { kind: 'CASE', label: 'Case activated' },
  'case.completed': { kind: 'CASE', label: 'Case completed' },
  'case.cancelled': { kind: 'CASE', label: 'Case cancelled', sealed: true },
  'case.reopened': { kind: 'CASE', label: 'Case reopened' },
  'case.deleted': { kind: 'CASE', label: 'Case deleted', sealed: true },
  'case.forgotten': { kind: 'CASE', label: 'Forgotten: what its history said of people is gone' },
  'case.exported': { kind: 'EXPORT', label: 'Cases exported' },
  'case.customer_changed': { kind: 'CASE', label: 'Customer of the case changed' },
  'ssn.revealed': { kind: 'CASE', label: 'Social Security Number shown' },
  'ssn.reveal_refused': { kind: 'CASE', label: 'Social Security Number asked for and refused' },
  'payment.recorded': { kind: 'CASE', label: 'Payment recorded', sealed: true },
  'payment.corrected': { kind: 'CASE', label: 'Payment corrected', sealed: true },
  'payment.voided': { kind: 'CASE', label: 'Payment voided', sealed: true },
  'payment.refunded': { kind: 'CASE', label: 'Payment refunded', sealed: true },
  'payment.reversed': { kind: 'CASE', label: 'Payment reversed', sealed: true },
  'payment.check_number_revealed': { kind: 'CASE', label: 'Check number shown' },
  'payment.check_number_refused': { kind: 'PAYMENT', label: 'Check number asked for and refused' },
  'statement.finalized': { kind: 'CASE', label: 'Statement finalized', sealed: true },
  'statement.accepted': { kind: 'CASE', label: 'Statement accepted', sealed: true },
  'assignment.recorded': { kind: 'CASE', label: 'Insurance assignment recorded', sealed: true },
  'assignment.changed': { kind: 'CASE', label: 'Insurance assignment changed', sealed: true },
  'assignment.policy_number_revealed': { kind: 'CASE', label: 'Policy number shown', sealed: true },
  'assignment.removed': { kind: 'CASE', label: 'Insurance assignment taken away', sealed: true },
  'instalments.set': { kind: 'CASE', label: 'Instalments agreed on', sealed: true },
  'certificate.copies_recorded': { kind: 'CASE', label: 'Copies of the certificate recorded', sealed: true },
  'certificate.copies_deleted': { kind: 'CASE', label: 'Entry about copies deleted', sealed: true },
  'deadline.overridden': { kind: 'CASE', label: 'Deadline decided', sealed: true },
  'document.handed_in': { kind: 'CASE', label: 'Document handed in', sealed: true },
  'document.added': { kind: 'CASE', label: 'Document added', sealed: true },
  'document.refused': { kind: 'CASE', label: 'Document refused', sealed: true },
  'document.changed': { kind: 'CASE', label: 'Document renamed or described', sealed: true },
  'document.deleted': { kind: 'CASE', label: 'Document deleted', sealed: true },
  'document.restored': { kind: 'CASE', label: 'Document brought back', sealed: true },
  'document.zipped': { kind: 'CASE', label: 'All documents downloaded' },
  'permit.added': { kind: 'CASE', label: 'Permit added', sealed: true },
  'permit.updated': { kind: 'CASE', label: 'Permit changed', sealed: true },
  'permit.deleted': { kind: 'CASE', label: 'Permit deleted', sealed: true },
  'customer.created': { kind: 'CUSTOMER', label: 'Customer created', sealed: true, begins: true },
  'customer.updated': { kind: 'CUSTOMER', label: 'Customer changed', sealed: true },
  'customer.linked': { kind: 'CUSTOMER', label: 'Linked to a case', sealed: true },
  'customer.unlinked': { kind: 'CUSTOMER', label: 'No longer linked to a case' },
  'customer.deleted': { kind: 'CUSTOMER', label: 'Customer deleted' },
  'customer.forgotten': { kind: 'CUSTOMER', label: 'Forgotten: what its history said of people is gone' },
  'customer.merged': { kind: 'CUSTOMER', label: 'Another customer merged into this one', sealed: true },
  'customer.merged_away': { kind: 'CUSTOMER', label: 'Merged into another customer' },
  'customer.merge_undone': { kind: 'CUSTOMER', label: 'Merge undone', sealed: true },
  'customer.restored': { kind: 'CUSTOMER', label: 'Restored from a merge' },
  'customer.exported': { kind: 'EXPORT', label: 'Customers exported' },
  'home.created': { kind: 'HOME', label: 'Funeral home created' },
  'home.updated': { kind: 'HOME', label: 'Funeral home changed' },
  'case_numbering.updated': { kind: 'HOME', label: 'Case numbering changed' },
  'price_list.created': { kind: 'HOME', label: 'Draft of a price list begun' },
  'price_list.updated': { kind: 'HOME', label: 'Draft of a price list changed' },
  'price_list.deleted': { kind: 'HOME', label: 'Draft of a price list thrown away' },
  'price_list.put_in_force': { kind: 'HOME', label: 'Price list put in force' },
  'organization.created': { kind: 'ORGANIZATION', label: 'Organization created' },
  'organization.updated': { kind: 'ORGANIZATION', label: 'Organization changed' },
  'onboarding.step': { kind: 'ORGANIZATION', label: 'Step of the set-up' },
  'onboarding.completed': { kind: 'ORGANIZATION', label: 'Set-up completed' },
  'invitation.created': { kind: 'INVITATION', label: 'Invited' },
  'invitation.resent': { kind: 'INVITATION', label: 'Invitation sent again' },
  'invitation.cancelled': { kind: 'INVITATION', label: 'Invitation withdrawn' },
  'invitation.accepted': { kind: 'INVITATION', label: 'Invitation accepted' },
  'member.joined': { kind: 'PROFILE', label: 'Joined the team' },
  'member.changed': { kind: 'PROFILE', label: 'Role or home changed' },
  'member.deactivated': { kind: 'PROFILE', label: 'Access ended' },
  'member.reactivated': { kind: 'PROFILE', label: 'Access restored' },
  'member.authenticator_reset': { kind: 'PROFILE', label: 'Authenticator app reset' },
  'profile.updated': { kind: 'PROFILE', label: 'Profile changed' },
  'password.change-requested': { kind: 'PROFILE', label: 'Change of password asked for' },
  'password.changed': { kind: 'PROFILE', label: 'Password changed' },
  'password.reset': { kind: 'PROFILE', label: 'Forgotten password set anew' },
  'calendar_feed.created': { kind: 'PROFILE', label: 'Calendar link made' },
  'calendar_feed.revoked': { kind: 'PROFILE', label: 'Calendar link revoked' },
  'sign_in.begun': { kind: 'PROFILE', label: 'Sign-in begun' },
  'sign_in.succeeded': { kind: 'PROFILE', label: 'Signed in' },
  'sessions.ended': { kind: 'PROFILE', label: 'Signed out everywhere' },
  'second_factor.set_up': { kind: 'PROFILE', label: 'Authenticator app set up' },
  'second_factor.confirmed': { kind: 'PROFILE', label: 'Authenticator app confirmed' },
  'second_factor.gone': { kind: 'PROFILE', label: 'Authenticator app no longer in use' },
} as const satisfies Record<string, { kind: string; label: string; sealed?: true; begins?: true }>;

export type Deed = keyof typeof deeds;
/** Deeds whose entries tell of people what is sealed. */
export type SealedDeed = { [D in Deed]: (typeof deeds)[D] extends { sealed: true } ? D : never }[Deed];
/** Kinds of records that have an audit trail. */
export type AuditKind = (typeof deeds)[Deed]['kind'];

const isDeed = (name: string): name is Deed => Object.hasOwn(deeds, name);

export const isSealed = (deed: Deed): deed is SealedDeed => 'sealed' in deeds[deed];
/** Whether the record of a sealed deed comes to be with it. */
export const isBeginning = (deed: Deed): boolean => 'begins' in deeds[deed];

/** How people read a deed; undefined for one of a release that this one does not know. */
export const deedLabel = (name: string): string | undefined => (isDeed(name) ? deeds[name].label : undefined);
