/** No vowels and no look-alikes, so that a code read out by phone spells no word and is not misread. */
export const unambiguousAlphabet = '23456789BCDFGHJKMNPQRTVWXZ';

const spoken = `[${unambiguousAlphabet}]`;

const reference = new RegExp(`^R-${spoken}{4}-${spoken}{4}$`, 'i');

/** Returns whether a text is a report's reference, such as `R-7K3M-9QTX`. No public address of a home has this form. */
export const isReference = (text: string): boolean => reference.test(text);

/** 26¹⁰ codes cannot be guessed at thirty tries a minute. */
export const codeLetters = 10;

/** Returns a typed code in its stored form: `7k3mq 9txrd` becomes `7K3MQ-9TXRD`. */
export const codeText = (typed: string): string => {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return letters.length === codeLetters ? `${letters.slice(0, 5)}-${letters.slice(5)}` : typed.trim();
};
