import type { EventHandlers } from '#functions/platform/workers/worker.ts';
import { onRefreshRequested } from './on-refresh-requested.ts';
import { onResendRequested } from './on-resend-requested.ts';
import { onSendRequested } from './on-send-requested.ts';
import { onSigned } from './on-signed.ts';
import { onVoidedOrDeleted } from './on-voided-or-deleted.ts';
import type { SigningDependencies } from './signing-dependencies.ts';

/** What the worker `signing-work` does on each event of its queue: everything that asks DocuSeal. */
export const signingWorkHandlers = (dependencies: SigningDependencies) =>
  ({
    'envelope.send-requested': onSendRequested(dependencies),
    'envelope.resend-requested': onResendRequested(dependencies),
    'envelope.void-requested': onVoidedOrDeleted(dependencies),
    'envelope.deleted': onVoidedOrDeleted(dependencies),
    'envelope.check-wanted': onRefreshRequested(dependencies),
    'envelope.signed': onSigned(dependencies),
  }) satisfies EventHandlers;
