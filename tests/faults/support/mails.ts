import type { StoredMail } from '#local/partners/mailbox.ts';

const referenceIn = ({ text }: StoredMail): string => /R-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? 'none';

/** Returns how often each email of each first call was sent, as `reference effect` → times. */
export const mailsByReport = async (mailboxUrl: string): Promise<Map<string, number>> => {
  const response = await fetch(`${mailboxUrl}/api/mails`);
  const mails = (await response.json()) as StoredMail[];
  const times = new Map<string, number>();
  for (const mail of mails) {
    const name = `${referenceIn(mail)} ${mail.tags.effect}`;
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return times;
};

/** Returns the expected {@link mailsByReport} if each first call has its two emails once. */
export const bothMailsOf = (references: readonly string[]): Map<string, number> =>
  new Map(references.flatMap((one) => [`${one} staff-notification`, `${one} family-confirmation`].map((n) => [n, 1])));
