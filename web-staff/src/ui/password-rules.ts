/**
 * What a password needs (D2 §5), rule by rule, so that they can be ticked off while it is typed. The domain's schema
 * says the same (a test holds them together); it stays out of here because the sign-in page does without zod.
 */
export const passwordRules: readonly { label: string; met: (password: string) => boolean }[] = [
  { label: 'At least 8 characters', met: (password) => password.length >= 8 },
  { label: 'An upper case letter', met: (password) => /\p{Lu}/u.test(password) },
  { label: 'A lower case letter', met: (password) => /\p{Ll}/u.test(password) },
  { label: 'A digit', met: (password) => /\d/.test(password) },
];

/** Field messages of a new password and its confirmation; an empty object when both are right (D2 §5). */
export const newPasswordProblems = (
  password: string,
  confirmation: string,
): { password?: string; confirm?: string } => {
  const missing = passwordRules.find((rule) => !rule.met(password));
  return {
    ...(password === ''
      ? { password: 'Password is required' }
      : missing
        ? { password: `Password needs: ${missing.label.toLowerCase()}` }
        : {}),
    ...(confirmation === ''
      ? { confirm: 'Please confirm your password' }
      : confirmation !== password
        ? { confirm: 'Passwords do not match' }
        : {}),
  };
};
