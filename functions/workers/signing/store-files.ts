import type { SubmissionState } from '#domain/signatures/envelope.ts';
import { filesStored } from '#domain/signatures/envelope-transitions.ts';
import { needsFiles } from '#domain/signatures/envelope-turns.ts';
import type { DocuSeal } from '#functions/adapters/docuseal.ts';
import { Unknown } from '#functions/adapters/partner-error.ts';
import { keepMadeDocument } from '#functions/documents/shared/made-document.ts';
import type { EnvelopeRecord } from '#functions/records/envelopes.ts';
import { askingFor, changeEnvelope, type EnvelopeOf, type SigningDependencies } from './signing-work.ts';

type Stored = Pick<SubmissionState, 'stored' | 'audit_document_id'>;

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** Keeps one file among the documents of the case, once for its name in the envelope; answers the document's id. */
const keep = async (
  dependencies: SigningDependencies,
  { organizationId, trace }: EnvelopeOf,
  {
    envelope,
    account,
    url,
    part,
    name,
  }: { envelope: EnvelopeRecord; account: DocuSeal; url: string; part: string; name: string },
): Promise<string> => {
  const { bytes } = await account.fetchFile(url);
  if (!isPdf(bytes)) throw new Unknown('file');
  const { id } = await keepMadeDocument(dependencies, {
    ...{ organizationId, caseId: envelope.case_id, series: `envelope ${envelope.id} ${part}`, key: 'signed' },
    ...{ name, type: 'application/pdf', kind: 'authorization', description: envelope.title, bytes, trace },
  });
  return id;
};

const storeOne = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  envelope: EnvelopeRecord,
  { key, docuseal_id }: SubmissionState,
): Promise<Stored | undefined> => {
  const asking = docuseal_id === null ? undefined : await askingFor(dependencies, of);
  if (!asking || docuseal_id === null) return undefined;
  return asking.ask(async (account) => {
    // Addresses of files hold for minutes: they are asked for each time.
    const state = await account.getSubmission(docuseal_id);
    if (state?.status !== 'completed') return undefined;
    if (state.documents.length === 0 || !state.audit_log_url) throw new Unknown('files are not made yet');
    const stored: Stored['stored'] = [];
    for (const [n, { name, url }] of state.documents.entries()) {
      const given = { envelope, account, url, part: `${key} ${n + 1}`, name: `${name} (signed)` };
      stored.push({ name, document_id: await keep(dependencies, of, given) });
    }
    const log = {
      envelope,
      account,
      url: state.audit_log_url,
      part: `${key} audit`,
      name: `${envelope.title} (audit log)`,
    };
    return { stored, audit_document_id: await keep(dependencies, of, log) };
  });
};

/**
 * Everybody has signed: the signed papers and the audit log come among the documents of the case, each once whatever
 * happens on the way, and the envelope is complete when all of them are there.
 */
export const storeFiles = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  envelope: EnvelopeRecord,
): Promise<void> => {
  if (envelope.deleted) return;
  for (const submission of needsFiles(envelope)) {
    const files = await storeOne(dependencies, of, envelope, submission);
    if (!files) continue;
    const at = dependencies.now();
    await changeEnvelope(dependencies, of, (one) => filesStored(one, submission.key, files, at));
  }
};
