/**
 * Error code of a response when access was taken away: the session was ended elsewhere, or the member is inactive. Sent
 * as `code` next to `detail`; an expired session is rejected without it.
 */
export const accessEndedCode = 'access_ended';
