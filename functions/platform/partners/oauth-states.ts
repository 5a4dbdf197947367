import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';

/** Whoever began a sign-in at a partner, and in which session: another browser has another one. */
export interface SignInAt {
  partner: string;
  profileId: string;
  session: string;
}

/** How long somebody may take at the partner, in seconds. */
const goodForSeconds = 600;

const attributesOf = ({ partner, profileId, session }: SignInAt) => ({ partner, profile_id: profileId, session });

const oauthStatesIn = (table: Table, keys: Keys) => ({
  /** Keeps what a sign-in at a partner is known by, as a digest, for ten minutes. */
  begin: (state: string, by: SignInAt, now: Date): Write => ({
    put: {
      ...keys.oauthState(sha256(state)),
      ...attributesOf(by),
      begun_at: now.toISOString(),
      expires_at: Math.floor(now.getTime() / 1000) + goodForSeconds,
    },
    when: 'absent',
  }),
  /**
   * Uses it up. `refused` is thrown when it is too old or was used before, or was begun by somebody else, in another browser,
   * or at another partner.
   */
  async use(state: string, by: SignInAt, now: Date, refused: () => Error): Promise<Write> {
    const key = keys.oauthState(sha256(state));
    const item = await table.get(key);
    // What has expired may still lie there for a while.
    if (!item || Number(item.expires_at) <= now.getTime() / 1000) throw refused();
    return { delete: key, when: { equals: attributesOf(by) }, refused };
  },
});

/** Sign-ins at partners that are under way, for the call that a browser brings back to end. */
export const oauthStates = { grants: ['table:oauth-states'], in: oauthStatesIn } as const satisfies Repository;
