/** Cognito's password reset email; `{####}` is the code. CDK's default text welcomes a new account. */
export const resetCodeMail = {
  subject: 'Your password reset code',
  body: 'Your password reset code is {####}. It is valid for one hour. If you did not request it, ignore this email. ',
} as const;
