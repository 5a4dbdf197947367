/** Window in which the firewalls count calls of one address. */
export const firewallSeconds = 300;

/**
 * User pool calls per address in that window. Several offices of ten may share an address and sign in at the same time
 * in the morning (docs/decisions/0029).
 */
export const signInLimits = { InitiateAuth: 150, ForgotPassword: 20 } as const;
