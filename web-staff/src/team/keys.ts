export const teamKeys = {
  all: ['team'],
  members: ['team', 'members'],
  history: (id: string) => ['team', 'history', id],
  invitations: ['team', 'invitations'],
  pendingCount: ['team', 'pending-count'],
  /** An invitation as its link shows it. */
  offer: ['invitation'],
} as const;
