import { describe, expect, it } from 'vitest';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
import { keptLogger } from '#tests/support/engines/kept-logger.ts';
import { session } from '../api.ts';

describe('session middleware', () => {
  const requests: { fresh?: boolean }[] = [];
  const authenticate = Object.assign(
    async (_event: unknown, options: { fresh?: boolean } = {}) => {
      requests.push(options);
      return exampleActor();
    },
    { forget: () => undefined, forgetOrganization: () => undefined },
  );

  it('identifies the caller of non-public calls and adds the id to log lines', async () => {
    const { logger, parsed } = keptLogger();
    const call = exampleCall(exampleRow());
    await through(session(authenticate, { logger }), { call, next: () => logger.info('then') });
    expect(call.actor).toEqual(exampleActor());
    expect(parsed()).toMatchObject([{ organization_id: exampleActor().organizationId, actor_id: exampleActor().id }]);
  });

  it('bypasses the cache where the endpoint says so', async () => {
    const { logger } = keptLogger();
    requests.length = 0;
    for (const fresh of [undefined, true] as const)
      await through(session(authenticate, { logger }), {
        call: exampleCall(exampleRow(fresh ? { skipActorCache: fresh } : {})),
      });
    expect(requests).toEqual([{ fresh: false }, { fresh: true }]);
  });

  it('sets no actor in a public call', async () => {
    const call = exampleCall(exampleRow({ permission: 'public' }));
    requests.length = 0;
    await through(session(authenticate, { logger: keptLogger().logger }), { call });
    expect([call.actor, requests]).toEqual([undefined, []]);
  });
});
