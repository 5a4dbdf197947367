/** What is cached about archives of everything. */
export const archiveKeys = { all: ['archives'] } as const;
