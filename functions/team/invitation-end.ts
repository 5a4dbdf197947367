const days = 7;

/** When an invitation sent now ends (quality S-21). */
export const invitationEnd = (now: Date): string => new Date(now.getTime() + days * 24 * 3600_000).toISOString();
