/**
 * The one mail that Cognito writes by itself, with the code for a new password; `{####}` is the code. CDK's own words
 * would speak of a new account.
 */
export const resetCodeMail = {
  subject: 'Your password reset code',
  body: 'Your password reset code is {####}. It is valid for one hour. If you did not request it, ignore this email. ',
} as const;
