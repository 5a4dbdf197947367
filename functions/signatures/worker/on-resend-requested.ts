import { currentSigners, openSubmitters } from '#domain/signatures/current-signers.ts';
import { secondsUntilMorning } from '#domain/signatures/reminders.ts';
import { awaitAllEffects, EffectPending, effect } from '#functions/platform/store/partners/effects.ts';
import { PermanentError } from '#functions/platform/store/partners/partner-error.ts';
import type { EventHandlers } from '#functions/platform/workers/worker.ts';
import type { DocuSeal } from '#functions/signatures/client/docuseal.ts';
import { connectedDocuSeal } from './connected-docuseal.ts';
import { refreshFromDocuSeal } from './refresh-from-docuseal.ts';
import { type EnvelopeRef, partner, type SigningDependencies } from './signing-dependencies.ts';

interface Mailing {
  eventId: string;
  since: string;
  submitterId: number;
  submissionId: number;
}

/** Whether DocuSeal has mailed the person since then. */
const wasMailed = async (account: DocuSeal, { submitterId, submissionId, since }: Mailing): Promise<boolean> => {
  const state = await account.getSubmission(submissionId);
  return (state?.submission_events ?? []).some(
    ({ submitter_id, event_type, event_timestamp }) =>
      submitter_id === submitterId && event_type === 'send_email' && event_timestamp >= since,
  );
};

const mailOne = async (
  dependencies: SigningDependencies,
  { organizationId }: EnvelopeRef,
  account: DocuSeal,
  mailing: Mailing,
): Promise<void> => {
  const { eventId, submitterId } = mailing;
  await effect(dependencies, {
    ...{ organizationId, partner, kind: 'looked-up', eventId, name: `mail ${submitterId}` },
    lookUp: async () => ((await wasMailed(account, mailing)) ? { result: true } : undefined),
    act: async () => {
      try {
        await account.updateSubmitter(submitterId, { send_email: true });
      } catch (error) {
        // They signed or declined a moment ago: there is nobody to be mailed any more.
        if (!(error instanceof PermanentError)) throw error;
      }
      return true;
    },
  });
};

/**
 * Has DocuSeal mail people their link once more: one of them, or everybody who could sign now. How it stands is read
 * before, for DocuSeal mails nothing for what is over and looks at nobody's turn.
 */
export const onResendRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.resend-requested']> =>
  async ({ envelope: { id: eventId, organization_id, occurred_at: since, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    // A reminder that DocuSeal's outage held back until the night waits for the day.
    const night = payload.day_ends ? secondsUntilMorning(payload.day_ends, dependencies.now()) : 0;
    if (night > 0) throw new EffectPending(night);
    const docuseal = await connectedDocuSeal(dependencies, ref);
    const envelope = docuseal && (await refreshFromDocuSeal(dependencies, ref, since));
    if (!envelope) return;
    const wanted = payload.recipient_id ? [payload.recipient_id] : currentSigners(envelope).map(({ id }) => id);
    const mailings = wanted.flatMap((recipient) =>
      openSubmitters(envelope, recipient).flatMap(({ id: submitterId }) => {
        const own = envelope.submissions.find(({ submitters }) => submitters.some(({ id }) => id === submitterId));
        return own?.docuseal_id ? [{ eventId, since, submitterId, submissionId: own.docuseal_id }] : [];
      }),
    );
    await awaitAllEffects(mailings.map((mailing) => mailOne(dependencies, ref, docuseal.account, mailing)));
  };
