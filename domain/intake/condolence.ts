/** What the public page says to the family where a home has no words of its own. */
export const defaultCondolence =
  'We are deeply sorry for your loss. Please take your time with this form; we are here to help you with every step.';
