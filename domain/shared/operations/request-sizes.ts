/**
 * Maximum bytes of a request's percent-encoded path and query, for the firewall. A Chinese search of 100 characters
 * exceeds the 2,048 bytes of AWS's own rule for queries.
 */
export const requestSizes = { path: 1024, query: 6000 } as const;
