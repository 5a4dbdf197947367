import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import { documentKey, linkSeconds } from '#domain/shared/operations/deployment.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { type SignedFile, type SignedFileType, signedFilesOf } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { type DocumentRecord, documentsReadOnly, documentZips } from '#functions/documents/repository/documents.ts';
import { idOf } from '#functions/documents/shared/start-upload.ts';
import { linkedZip, newZip } from '#functions/documents/shared/zip-requests.ts';
import type { DocumentLinks } from '#functions/platform/adapters/document-bucket.ts';
import { documentLinks } from '#functions/platform/api/dependencies.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { type EnvelopeRecord, envelopesReadOnly } from '#functions/signatures/repository/envelopes.ts';

interface Lookup {
  documents: { find: (id: string) => Promise<DocumentRecord | undefined> };
  links: DocumentLinks;
  now: Date;
}

/** Returns the files that are ready documents of the case. Throws 409 if there is none. */
const filesThere = async (files: readonly SignedFile[], { documents }: Pick<Lookup, 'documents'>) => {
  if (files.length === 0) throw new AppError('conflict', { detail: signatureMessages.notSignedYet });
  const found = await Promise.all(files.map(({ document_id }) => documents.find(document_id)));
  const there = files.flatMap((file, at) => {
    const record = found[at];
    return record?.deleted_at === null && record.status === 'ready' ? [{ ...file, record }] : [];
  });
  if (there.length === 0 && found.some((record) => record?.status === 'refused'))
    throw new AppError('conflict', { detail: signatureMessages.signedPapersRefused });
  if (there.length === 0) throw new AppError('conflict', { detail: signatureMessages.signedPapersDeleted });
  return there;
};

const linkTo = async (files: readonly SignedFile[], wanted: string | undefined, { documents, links, now }: Lookup) => {
  if (wanted !== undefined && !files.some(({ document_id }) => document_id === wanted)) throw notFound();
  const there = await filesThere(files, { documents });
  const [first] = wanted === undefined ? there : there.filter(({ document_id }) => document_id === wanted);
  if (!first) throw notFound();
  const { id, organization_id, file_name: name, content_type } = first.record;
  const given = { name, type: content_type ?? 'application/pdf', disposition: 'attachment' } as const;
  return {
    download_url: await links(organization_id, documentKey('clean', organization_id, id), given, now),
    expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString(),
    file_name: name,
    documents: there.map(({ document_id, name }) => ({ document_id, name })),
  };
};

const needs = { envelopes: envelopesReadOnly, documents: documentsReadOnly, documentLinks };

const download = handler(
  envelopeEndpoints.download,
  needs,
  async ({ params, query: { type = 'signed', document_id } }, { db, documentLinks: links, now }) => {
    const envelope = await db.envelopes.require(params.id);
    const files = signedFilesOf(envelope, envelope.submissions, type);
    return linkTo(files, document_id, { documents: db.documents, links, now });
  },
);

/** Returns stored files of a submission, because DocuSeal's own links expire in minutes and never reach a browser. */
const downloadThere = handler(
  envelopeEndpoints.downloadThere,
  needs,
  async ({ params, query: { type = 'signed', document_id } }, { db, documentLinks: links, now }) => {
    const number = Number(params.id);
    const envelope = await db.envelopes.bySubmission(number);
    if (!envelope || envelope.deleted) throw notFound();
    const own = envelope.submissions.filter(({ docuseal_id }) => docuseal_id === number);
    return linkTo(signedFilesOf(envelope, own, type), document_id, { documents: db.documents, links, now });
  },
);

const types: readonly SignedFileType[] = ['signed', 'audit'];
const filesOf = (envelope: EnvelopeRecord): SignedFile[] =>
  types.flatMap((type) => signedFilesOf(envelope, envelope.submissions, type));

/** The archive is generated once per content and day, by the worker for archives of cases. */
const downloadAll = handler(
  envelopeEndpoints.downloadAll,
  { ...needs, zips: documentZips },
  async ({ params }, { db, work, documentLinks: links, now }) => {
    const envelope = await db.envelopes.require(params.id);
    const there = await filesThere(filesOf(envelope), { documents: db.documents });
    const ids = there.map(({ document_id }) => document_id);
    const id = idOf('envelope zip', envelope.id, now.toISOString().slice(0, 10), ...ids);
    return work.attempt(
      () => db.zips.find(id),
      async (found) => {
        if (found) return linkedZip(found, { links, now });
        const { organization_id, case_id, case_number } = envelope;
        const file_name = `${case_number} signed documents.zip`;
        const count = ids.length;
        const record = newZip({ id, organization_id, case_id, case_number, count, file_name, document_ids: ids }, now);
        return work
          .add(db.zips.create(record))
          .audit('document.zipped', case_id, [{ field: 'documents.count', from: null, to: count }])
          .announce('document.zip-requested', case_id, { zip_id: id, case_id })
          .finish(await linkedZip(record, { links, now }));
      },
    );
  },
);

export const envelopeScopedRoutes = organizationScopedRoutes(envelopeEndpoints, {
  download,
  downloadAll,
  downloadThere,
});
