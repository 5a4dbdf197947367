/** What is cached about the team: everything stands under `all`. */
export const teamKeys = {
  all: ['team'],
  members: ['team', 'members'],
  history: (id: string) => ['team', 'history', id],
  invitations: ['team', 'invitations'],
  pendingCount: ['team', 'pending-count'],
  /** The offer that an invitation's link shows to whom it was sent. */
  offer: ['invitation'],
} as const;
