/** What the public page says to the family where a home has no words of its own. */
export const defaultCondolence =
  'We are sorry for your loss; tell us what you can, and we will find out the rest together.';
