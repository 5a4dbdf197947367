/**
 * Maximum bytes of a request's percent-encoded path and query; the firewall rejects longer ones. Paths use AWS's own
 * rule; queries have our own limit, because a Chinese reason of 500 or search of 100 characters exceeds the 2,048 bytes
 * of AWS's rule.
 */
export const requestSizes = { path: 1024, query: 6000 } as const;
