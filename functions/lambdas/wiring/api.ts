import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { findMember } from '#functions/organizations/repository/organizations.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { originSecrets } from '#functions/platform/adapters/secrets.ts';
import type { Handler } from '#functions/platform/api/actor.ts';
import { createApi } from '#functions/platform/api/api.ts';
import type { Dependencies, DependencyName } from '#functions/platform/api/dependencies.ts';
import { SiteOrigins } from '#functions/platform/api/middleware/origin.ts';
import { logger, now } from '../wiring.ts';

/** Serves routes with the settings of the environment. */
export const serve = <P extends DependencyName>(
  routes: readonly Handler<Endpoint, P>[],
  provisions: Pick<Dependencies, NoInfer<P>>,
) =>
  createApi(routes, provisions, {
    logger,
    now,
    clientId: setting('USER_POOL_CLIENT_ID'),
    findMember,
    originSecrets: originSecrets(setting('ORIGIN_SECRET_ID')),
    siteOrigins: SiteOrigins.parse(JSON.parse(setting('SITE_ORIGINS'))),
    rateLimits: process.env.RATE_LIMITS !== 'off',
  });
