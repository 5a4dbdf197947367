/** Error code if the session was ended elsewhere or the member is inactive; an expired session has none. */
export const accessEndedCode = 'access_ended';
