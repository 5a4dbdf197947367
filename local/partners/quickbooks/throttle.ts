import { Fault } from './answers.ts';
import type { Limits } from './faults.ts';

/** Counts the calls of each company in the last second and the last minute; throws beyond what the limits allow. */
export const openThrottle = (limits: Limits, now: () => Date) => {
  const calls = new Map<string, number[]>();
  return (realm: string): void => {
    const at = now().getTime();
    const recent = (calls.get(realm) ?? []).filter((time) => time > at - 60_000);
    const second = recent.filter((time) => time > at - 1000).length;
    if (second >= limits.perSecond || recent.length >= limits.perMinute)
      throw new Fault('3001', 'ThrottleExceeded', 'message=ThrottleExceeded; errorCode=003001; statusCode=429', {
        status: 429,
        type: 'THROTTLE',
      });
    calls.set(realm, [...recent, at]);
  };
};
