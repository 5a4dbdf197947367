import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import type { SubmissionState } from '#domain/signatures/envelope.ts';
import { sendingRefused, submissionMade } from '#domain/signatures/envelope-transitions.ts';
import type { DocuSeal } from '#functions/adapters/docuseal.ts';
import { Permanent } from '#functions/adapters/partner-error.ts';
import type { EventHandlers } from '#functions/kernel/worker.ts';
import type { EnvelopeRecord } from '#functions/records/envelopes.ts';
import { effect } from '#functions/store/effects.ts';
import { archiveSubmissions } from './archive-submissions.ts';
import { findSubmission } from './find-submission.ts';
import { requestOf } from './request-of.ts';
import {
  askingFor,
  changeEnvelope,
  type EnvelopeOf,
  envelopeOf,
  partner,
  type SigningDependencies,
} from './signing-work.ts';

const isEnded = ({ void: voided, deleted }: EnvelopeRecord): boolean => Boolean(voided ?? deleted);
const isAsked = (envelope: EnvelopeRecord | undefined): envelope is EnvelopeRecord =>
  envelope?.sending?.state === 'asked';

/** What people read of a refusal. */
const problemOf = ({ message, sentence }: Permanent): string => {
  if (message === 'pro-edition')
    return 'The DocuSeal plan of the organization does not sign documents, only templates. Use a template, or another plan.';
  return sentence ?? 'DocuSeal refused this. Check the template and the people, and send it again.';
};

/** Makes one submission at DocuSeal, exactly once however often this comes; answers its id there. */
const made = (
  dependencies: SigningDependencies,
  { organizationId }: EnvelopeOf,
  { account, envelope, submission }: { account: DocuSeal; envelope: EnvelopeRecord; submission: SubmissionState },
): Promise<{ id: number } | undefined> =>
  effect(dependencies, {
    ...{ organizationId, partner, kind: 'looked-up' },
    // Of the sending and not of the event: two notices of one sending make one submission.
    ...{ eventId: envelope.id, name: `submission ${submission.key} ${envelope.sending?.requested_at}` },
    lookUp: async () => {
      const id = await findSubmission(account, envelope, submission);
      return id === undefined ? undefined : { result: { id } };
    },
    act: async () => {
      const request = await requestOf(dependencies, envelope, submission);
      const { id } =
        submission.source === 'pdf'
          ? await account.createSubmissionFromPdf(request)
          : await account.createSubmission(request);
      // Nothing of people rests among the marks of effects.
      return { id };
    },
  });

/** Makes one submission and writes down where it is; answers the envelope after it. */
const sendOne = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  envelope: EnvelopeRecord,
  key: string,
): Promise<EnvelopeRecord | undefined> => {
  const asking = await askingFor(dependencies, of);
  if (!asking)
    return changeEnvelope(dependencies, of, (one) =>
      isAsked(one) ? sendingRefused(one, connectionMessages.notConnected, dependencies.now()) : one,
    );
  const submission = envelope.submissions.find((one) => one.key === key);
  if (!submission || submission.docuseal_id !== null) return envelope;
  const { id } = (await made(dependencies, of, { account: asking.account, envelope, submission })) ?? {};
  if (id === undefined) return envelope;
  const at = dependencies.now();
  const state = await asking.ask((account) => account.getSubmission(id));
  if (!state) return envelope;
  return changeEnvelope(dependencies, of, (one) => submissionMade(one, key, state, at), id);
};

const refused = async (dependencies: SigningDependencies, of: EnvelopeOf, error: Permanent): Promise<void> => {
  const envelope = await envelopeOf(dependencies, of);
  if (!isAsked(envelope)) return;
  // What was made of it already is taken back first: dead between the two, the refusal comes again.
  await archiveSubmissions(dependencies, of, envelope);
  await changeEnvelope(dependencies, of, (one) =>
    isAsked(one) ? sendingRefused(one, problemOf(error), dependencies.now()) : one,
  );
};

/**
 * Makes the submissions of an envelope at DocuSeal, each exactly once, and writes down each as soon as it is made, so that
 * a worker that dies goes on where it stopped. One that was voided or deleted meanwhile is archived instead; what DocuSeal
 * refuses for good is a draft again, with the reason.
 */
export const onSendRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.send-requested']> =>
  async ({ envelope: { organization_id, payload } }, { trace }) => {
    const of = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    let envelope = await envelopeOf(dependencies, of);
    try {
      for (const { key } of envelope?.submissions ?? []) {
        if (!isAsked(envelope) || isEnded(envelope)) break;
        envelope = await sendOne(dependencies, of, envelope, key);
      }
    } catch (error) {
      if (!(error instanceof Permanent)) throw error;
      return refused(dependencies, of, error);
    }
    const last = await envelopeOf(dependencies, of);
    if (last && isEnded(last)) await archiveSubmissions(dependencies, of, last);
  };
