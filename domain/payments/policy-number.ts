export const maskedPolicyLimit = 40;

/** Returns a policy number with only its last four characters visible; none if it is short. */
export const maskPolicyNumber = (number: string): string => `****${number.length >= 8 ? number.slice(-4) : ''}`;

/** True for a result of {@link maskPolicyNumber}, which means the stored number. */
export const isMaskedPolicyNumber = (typed: string): boolean => /^\*{4}.{0,4}$/.test(typed);
