import { appendTimeline, type Envelope, entryOf } from './envelope.ts';

/** People were mailed their link once more: by somebody, or as a reminder. */
export const resentTo = (
  envelope: Envelope,
  recipientIds: readonly string[],
  { by, now, kind }: { by: string; now: Date; kind: 'resent' | 'reminded' },
): Envelope => {
  const at = now.toISOString();
  return {
    ...envelope,
    recipients: envelope.recipients.map((one) =>
      kind === 'reminded' && recipientIds.includes(one.id)
        ? { ...one, reminded_at: at, reminders: one.reminders + 1 }
        : one,
    ),
    timeline: appendTimeline(
      envelope.timeline,
      recipientIds.map((recipient) => entryOf(kind, at, { by, recipient })),
    ),
  };
};
