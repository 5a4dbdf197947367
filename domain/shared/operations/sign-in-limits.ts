/** Window in which the firewalls count calls of one address. */
export const firewallSeconds = 300;

/** User pool calls per address; several offices may share one and sign in at the same time (docs/decisions/0029). */
export const signInLimits = { InitiateAuth: 150, ForgotPassword: 20 } as const;
