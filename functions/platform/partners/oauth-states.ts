import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';

/** The session differs per browser. */
export interface SignInAt {
  partner: string;
  profileId: string;
  session: string;
}

const goodForSeconds = 600;

const attributesOf = ({ partner, profileId, session }: SignInAt) => ({ partner, profile_id: profileId, session });

const oauthStatesIn = (table: Table, keys: Keys) => ({
  begin: (state: string, by: SignInAt, now: Date): Write => ({
    put: {
      ...keys.oauthState(sha256(state)),
      ...attributesOf(by),
      begun_at: now.toISOString(),
      expires_at: Math.floor(now.getTime() / 1000) + goodForSeconds,
    },
    when: 'absent',
  }),
  /** Uses the state up. Throws `refused` if it is expired, used, or was started by another member or elsewhere. */
  async use(state: string, by: SignInAt, now: Date, refused: () => Error): Promise<Write> {
    const key = keys.oauthState(sha256(state));
    const item = await table.get(key);
    // DynamoDB deletes expired items with a delay.
    if (!item || Number(item.expires_at) <= now.getTime() / 1000) throw refused();
    return { delete: key, when: { equals: attributesOf(by) }, refused };
  },
});

export const oauthStates = { grants: ['table:oauth-states'], in: oauthStatesIn } as const satisfies Repository;
