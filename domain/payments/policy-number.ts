export const maskedPolicyLimit = 40;

/** A policy number with all but its end hidden, as lists show it: four characters of a long one, none of a short one. */
export const maskPolicyNumber = (number: string): string => `****${number.length >= 8 ? number.slice(-4) : ''}`;

/** Whether what was sent is a mask that {@link maskPolicyNumber} gave: it stands for the number that is stored. */
export const isMaskedPolicyNumber = (typed: string): boolean => /^\*{4}.{0,4}$/.test(typed);
