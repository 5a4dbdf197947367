import { randomInt } from 'node:crypto';

/** No vowels and no look-alikes: a reference is read out on the telephone, and must not spell a word. */
const letters = '23456789BCDFGHJKMNPQRTVWXZ';

/** A new report reference such as `R-7K3M-9QTX`: about 2·10¹¹ of them. */
export const newReference = (): string => {
  const drawn = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `R-${drawn.slice(0, 4)}-${drawn.slice(4)}`;
};
