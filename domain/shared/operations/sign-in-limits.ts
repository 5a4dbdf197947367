/** Over how many seconds the firewalls count the calls of one address. */
export const firewallSeconds = 300;

/**
 * Calls of the user pool that one address may make in that time. An office of ten opens in the morning from one address,
 * homes behind one private network from the same, and a tab that was opened alone signs in for itself: narrower limits
 * would lock them out (docs/decisions/0029).
 */
export const signInLimits = { InitiateAuth: 150, ForgotPassword: 20 } as const;
