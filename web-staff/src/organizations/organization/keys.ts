export const organizationKeys = { all: ['organization'] } as const;
