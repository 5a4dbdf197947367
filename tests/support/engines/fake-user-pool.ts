import { randomUUID } from 'node:crypto';
import type { UserPool } from '#functions/platform/adapters/user-pool.ts';

export interface PoolUser {
  sub: string;
  password: string | undefined;
  enabled: boolean;
  authenticator?: boolean;
}

export const fakeUserPool = (users: Map<string, PoolUser>): UserPool => {
  const change = (email: string, to: Partial<PoolUser>): void => {
    const user = users.get(email);
    if (user) users.set(email, { ...user, ...to });
  };
  return {
    async userOf(email) {
      const user = users.get(email);
      if (user) return { sub: user.sub, created: false };
      const sub = randomUUID();
      users.set(email, { sub, password: undefined, enabled: true });
      return { sub, created: true };
    },
    setPassword: async (email, password) => change(email, { password }),
    disable: async (email) => change(email, { enabled: false }),
    enable: async (email) => change(email, { enabled: true }),
    turnOffAuthenticator: async (email) => change(email, { authenticator: false }),
  };
};
