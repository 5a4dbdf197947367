export const signingKeys = { connection: ['signing', 'connection'], health: ['signing', 'health'] } as const;
