import { documentBucket, documentLinks } from '#functions/platform/adapters/document-bucket.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import type { OrganizationSessions } from '#functions/platform/adapters/organization-sessions.ts';

export const bucket = () => documentBucket(setting('DOCUMENTS_BUCKET'));
export const organizationLinks = (sessions: OrganizationSessions) =>
  documentLinks(setting('DOCUMENTS_BUCKET'), sessions);
