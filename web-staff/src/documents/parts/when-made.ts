import type { DocumentZip } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';

const lookAgainMs = 1_500;
/** Gigabytes take minutes; after this time the archive has failed. */
const patienceMs = 10 * 60_000;

export const whenMade = async (first: DocumentZip, askAgain: () => Promise<DocumentZip>): Promise<string> => {
  let zip = first;
  for (const until = Date.now() + patienceMs; Date.now() < until; ) {
    if (zip.download_url) return zip.download_url;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    zip = await askAgain();
  }
  throw new Error(documentMessages.zipFailed);
};
