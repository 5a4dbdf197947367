/** A mail before it is sent. */
export interface MailContent {
  to: string[];
  subject: string;
  text: string;
}

// What people typed must not become a header or a line of its own, nor turn the reading direction around.
const breaks = /[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;
const longest = 120;

/** A text as one line of at most 120 characters. */
export const oneLine = (text: string): string => [...text.replace(breaks, ' ').trim()].slice(0, longest).join('');
