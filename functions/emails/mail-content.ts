import type { Language } from '#domain/shared/values/language.ts';

/** A mail before it is sent. */
export interface MailContent {
  to: string[];
  subject: string;
  text: string;
  /** Of its words; English where none is named. */
  language?: Language;
  /** Numbers of the text that can be called from it, each as it stands there. */
  phones?: readonly string[];
  /** A code that the mail is there to bring, as it stands in the text: nothing in it is as prominent. */
  code?: string;
}

// What people typed must not become a header or a line of its own, nor turn the reading direction around.
const breakingChanges = /[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** What mail programs make links of: an address has a point or a colon with something behind it, or an @. */
const linking = /([.:@/\\])(?=\S)/g;
const longest = 120;

/**
 * A name as one line of at most 120 characters that no mail program makes a link of: "evil.example/x" comes apart. For
 * everything in a mail that somebody typed.
 */
export const oneLine = (text: string): string =>
  [...text.replace(breakingChanges, ' ').replace(linking, '$1 ').replace(breakingChanges, ' ').trim()]
    .slice(0, longest)
    .join('');
