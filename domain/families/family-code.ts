/** No vowels and no look-alikes: what is read out on the telephone must not spell a word, nor be misread. */
export const unambiguousAlphabet = '23456789BCDFGHJKMNPQRTVWXZ';

const spoken = `[${unambiguousAlphabet}]`;

const reference = new RegExp(`^R-${spoken}{4}-${spoken}{4}$`, 'i');

/** Whether this is a report's reference, such as `R-7K3M-9QTX`. No public address of a home has this form. */
export const isReference = (text: string): boolean => reference.test(text);

/** So many letters a code has: 26¹⁰ of them, which nobody tries at thirty a minute. */
export const codeLetters = 10;

/** A code in the one form it is kept by, however it was typed: `7k3mq 9txrd` is `7K3MQ-9TXRD`. */
export const codeText = (typed: string): string => {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return letters.length === codeLetters ? `${letters.slice(0, 5)}-${letters.slice(5)}` : typed.trim();
};
