/**
 * How an answer says that somebody has taken the access away: the session was ended from elsewhere, or the person is not
 * active any more. For programs, as `code` beside `detail`; a session that ran out by itself is refused without it.
 */
export const accessEndedCode = 'access_ended';
