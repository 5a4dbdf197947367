const invitationDays = 7;

/** Returns the expiry of an invitation sent now (quality S-21: seven days). */
export const invitationEnd = (now: Date): string =>
  new Date(now.getTime() + invitationDays * 24 * 3600_000).toISOString();

/** Before this hour (UTC) it is night in all of the United States, and the day before continues. */
const dayBeginsUtc = 10;

/** Returns the day of work of an instant (YYYY-MM-DD), the same in all time zones of the United States. */
export const dayOfWork = (now: Date): string =>
  new Date(now.getTime() - dayBeginsUtc * 3_600_000).toISOString().slice(0, 10);

export const teamMessages = {
  alreadyMember: 'A team member with this email already exists',
  alreadyInvited: 'An invitation for this email is already pending',
  lastOwner: 'The last owner cannot be removed or given another role.',
  notYourself: 'You cannot deactivate your own account.',
  ownAuthenticator: 'Change your own authenticator app in your profile.',
  notActive: 'This member is deactivated.',
  outsideYourHome: 'You can only manage people at your own funeral home.',
  ownersAlone: 'Only an owner can invite, change or remove an owner.',
  invitationExpired: 'This invitation has expired. Ask for a new one.',
  invitationUsed: 'This invitation has already been accepted. Please sign in.',
  invitationCancelled: 'This invitation was cancelled.',
  accountExists: 'An account with this email already exists. Please sign in.',
} as const;
