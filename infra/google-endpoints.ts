/** Where Google is, as the setting `GOOGLE_ENDPOINTS` says it; the local product has a stand-in's addresses instead. */
export const googleEndpoints = {
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  apiUrl: 'https://www.googleapis.com/',
} as const;
