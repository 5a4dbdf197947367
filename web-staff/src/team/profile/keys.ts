export const profileKeys = {
  currentUser: ['current-user'],
  authenticator: ['authenticator'],
  caseFormPreferences: ['case-form-preferences'],
} as const;
