export const teamKeys = {
  all: ['team'],
  members: ['team', 'members'],
  history: (id: string) => ['team', 'history', id],
  invitations: ['team', 'invitations'],
  pendingCount: ['team', 'pending-count'],
  offer: ['invitation'],
} as const;
