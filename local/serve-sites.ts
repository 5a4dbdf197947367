import { securityHeaders } from '#infra/security-headers.ts';
import { USER_POOL_CLIENT_ID, USER_POOL_ID } from './environment.ts';
import type { Front, OpenSite } from './gateway.ts';
import type { Services } from './services.ts';
import { loadStaticSite } from './static-site.ts';

export interface SiteFolders {
  staff: string;
  intake: string;
  /** The page of the staff site's pieces, where it was built. */
  gallery?: string;
}

/** Gives both sites their pages, settings and headers. */
export function serveSites(given: {
  staff: OpenSite;
  intake: OpenSite;
  services: Services;
  folders: SiteFolders;
  isLocal: boolean;
  shared: Pick<Front, 'api' | 'originSecret'>;
}): void {
  const { staff, intake, services, folders, isLocal, shared } = given;
  const userPool = isLocal ? services.userPool.url : `${staff.url}/sandbox/user-pool`;
  const botCheck = isLocal ? services.botCheck.url : `${intake.url}/sandbox/bot-check`;
  staff.serve({
    ...shared,
    name: 'staff',
    site: loadStaticSite(folders.staff),
    ...(folders.gallery ? { gallery: loadStaticSite(folders.gallery) } : {}),
    headers: securityHeaders('staff', {
      connect: isLocal ? [userPool, services.storage.url] : [],
      frame: isLocal ? [services.storage.url] : [],
      image: isLocal ? [services.storage.url] : [],
    }),
    config: {
      userPoolId: USER_POOL_ID,
      userPoolClientId: USER_POOL_CLIENT_ID,
      userPoolEndpoint: userPool,
      intakeUrl: intake.url,
    },
    sandboxes: isLocal ? {} : { '/sandbox/user-pool': services.userPool.url },
  });
  intake.serve({
    ...shared,
    name: 'intake',
    site: loadStaticSite(folders.intake),
    headers: securityHeaders('intake', { connect: isLocal ? [botCheck] : [] }),
    config: { botCheck: { kind: 'sandbox', mintUrl: `${botCheck}/mint` }, staffUrl: staff.url },
    sandboxes: isLocal ? {} : { '/sandbox/bot-check': services.botCheck.url },
  });
}
