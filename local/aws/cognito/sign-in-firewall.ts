import type { IncomingMessage } from 'node:http';
import { firewallSeconds, signInLimits } from '#domain/shared/operations/sign-in-limits.ts';
import type { PlainAnswer } from '../json-service.ts';

/**
 * The firewall before the pool (infra/constructs/firewall.ts): counts the limited calls of each address over the last
 * minutes, and answers what goes beyond itself. It knows nothing of CORS, so that a page cannot read what it says.
 */
export const signInFirewall = (now: () => number): ((request: IncomingMessage) => PlainAnswer | undefined) => {
  const calls = new Map<string, number[]>();
  return ({ headers, socket }) => {
    const [, operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
    const limit = Object.entries(signInLimits).find(([name]) => name === operation)?.[1];
    if (limit === undefined) return undefined;
    const name = `${operation} ${socket.remoteAddress}`;
    const recent = (calls.get(name) ?? []).filter((at) => at > now() - firewallSeconds * 1000);
    calls.set(name, [...recent, now()]);
    if (recent.length < limit) return undefined;
    return {
      status: 403,
      headers: { 'x-amzn-errortype': 'ForbiddenException', 'content-type': 'application/x-amz-json-1.1' },
      body: JSON.stringify({ message: 'Request not allowed due to WAF block.' }),
    };
  };
};
