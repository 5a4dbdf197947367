/**
 * Maximum bytes of a request's percent-encoded path and query; the firewall rejects longer ones. A Chinese search of
 * 100 characters exceeds the 2,048 bytes of AWS's rule for queries, so that limit is our own.
 */
export const requestSizes = { path: 1024, query: 6000 } as const;
