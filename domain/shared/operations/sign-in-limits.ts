/** Window in which the firewalls count calls of one address. */
export const firewallSeconds = 300;

/**
 * User pool calls per address in that window. An office of ten signs in from one address in the morning, several
 * locations may share it, and each separately opened tab signs in: lower limits would lock them out
 * (docs/decisions/0029).
 */
export const signInLimits = { InitiateAuth: 150, ForgotPassword: 20 } as const;
