import type { EventHandlers } from '#functions/kernel/worker.ts';
import { onCheckWanted, onSigned } from './on-check-wanted.ts';
import { onEnded } from './on-ended.ts';
import { onResendRequested } from './on-resend-requested.ts';
import { onSendRequested } from './on-send-requested.ts';
import type { SigningDependencies } from './signing-work.ts';

/** What the worker for e-signatures does on each event of its queue. */
export const signingHandlers = (dependencies: SigningDependencies) =>
  ({
    'envelope.send-requested': onSendRequested(dependencies),
    'envelope.resend-requested': onResendRequested(dependencies),
    'envelope.void-requested': onEnded(dependencies),
    'envelope.deleted': onEnded(dependencies),
    'envelope.check-wanted': onCheckWanted(dependencies),
    'envelope.signed': onSigned(dependencies),
  }) satisfies EventHandlers;
