/**
 * Bytes of a request's path and query as they are sent, percent-encoded, above which the firewall in front of both sites
 * refuses it. AWS's own rules hold the path; a query has a limit of the product's, because a reason or a search
 * of 500 and 100 letters in Chinese is longer than the 2,048 bytes of AWS's rule.
 */
export const requestSizes = { path: 1024, query: 6000 } as const;
