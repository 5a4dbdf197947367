import type { Logger } from '@aws-lambda-powertools/logger';
import type { authenticator } from '../authenticate.ts';
import type { CallMiddleware } from '../call.ts';

/** Finds out who calls, in every call that is not public; anew where the row asks for it. */
export const session = (
  authenticate: ReturnType<typeof authenticator>,
  { logger }: { logger: Logger },
): CallMiddleware => ({
  async before({ event, context: { call } }) {
    const { permission: may, skipActorCache: fresh } = call.handler.row;
    if (may === 'public') return;
    call.actor = await authenticate(event, { fresh: fresh ?? false });
    logger.appendKeys({ organization_id: call.actor.organizationId, actor_id: call.actor.id });
  },
});
