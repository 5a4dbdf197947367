export const profileKeys = {
  currentUser: ['current-user'],
  authenticator: ['authenticator'],
  preferences: ['preferences'],
  caseFormPreferences: ['case-form-preferences'],
} as const;
