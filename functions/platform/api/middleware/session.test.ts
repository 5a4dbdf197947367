import { describe, expect, it } from 'vitest';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
import { keptLogger } from '#tests/support/engines/kept-logger.ts';
import { session } from '../api.ts';

describe('who calls', () => {
  const asked: { fresh?: boolean }[] = [];
  const authenticate = Object.assign(
    async (_event: unknown, options: { fresh?: boolean } = {}) => {
      asked.push(options);
      return exampleActor();
    },
    { forget: () => undefined, forgetOrganization: () => undefined },
  );

  it('is found out for every call that is not public, and stands in its log lines', async () => {
    const { logger, parsed } = keptLogger();
    const call = exampleCall(exampleRow());
    await through(session(authenticate, { logger }), { call, next: () => logger.info('then') });
    expect(call.actor).toEqual(exampleActor());
    expect(parsed()).toMatchObject([{ organization_id: exampleActor().organizationId, actor_id: exampleActor().id }]);
  });

  it('is asked anew where the row says so', async () => {
    const { logger } = keptLogger();
    asked.length = 0;
    for (const fresh of [undefined, true] as const)
      await through(session(authenticate, { logger }), {
        call: exampleCall(exampleRow(fresh ? { skipActorCache: fresh } : {})),
      });
    expect(asked).toEqual([{ fresh: false }, { fresh: true }]);
  });

  it('is nobody in a public call', async () => {
    const call = exampleCall(exampleRow({ permission: 'public' }));
    asked.length = 0;
    await through(session(authenticate, { logger: keptLogger().logger }), { call });
    expect([call.actor, asked]).toEqual([undefined, []]);
  });
});
