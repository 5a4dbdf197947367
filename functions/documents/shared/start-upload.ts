import { v7 as uuid } from 'uuid';
import { maxBytes, maxDocuments, safeName } from '#domain/documents/document.rules.ts';
import type { DocumentKind } from '#domain/documents/document-kind.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import { type Cases, caseHeaders } from '#functions/cases/repository/cases.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import { type Documents, documents } from '#functions/documents/repository/documents.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { documentIntake } from '#functions/platform/api/dependencies.ts';
import { nextActionAt } from './document-status.ts';

/** What every handler needs that takes files in. */
export const takingIn = { cases: caseHeaders, documents, documentIntake };

interface Context {
  db: { cases: Pick<Cases, 'requireCore'>; documents: Documents };
  actor: Actor;
  request: { id: string };
  now: Date;
}
interface Announced {
  case_id: string;
  file_name: string;
  size: number;
  description?: string | undefined;
  kind?: DocumentKind | undefined;
  replaces?: string | undefined;
}

const bytesOf = (some: readonly DocumentRecord[]): number => some.reduce((sum, { size }) => sum + size, 0);

/** Throws 409 where a case has no room for a document of so many bytes more. What is deleted or refused takes none. */
export const assertDocumentQuota = (held: readonly DocumentRecord[], size: number): void => {
  const standing = held.filter(({ status, deleted_at }) => status !== 'refused' && deleted_at === null);
  if (standing.length >= maxDocuments) throw new AppError('conflict', { detail: documentMessages.tooMany });
  if (bytesOf(standing) + size > maxBytes) throw new AppError('conflict', { detail: documentMessages.tooMuch });
};

/** Throws 409 where so much is held, with what is deleted or refused, that deleting more makes no room. */
const assertBinHasRoom = (held: readonly DocumentRecord[], size: number): void => {
  if (held.length >= 2 * maxDocuments || bytesOf(held) + size > 2 * maxBytes)
    throw new AppError('conflict', { detail: documentMessages.tooManyDeleted });
};

/** A new version follows the newest of its series, and keeps what people said of that. */
const versionAfter = (held: readonly DocumentRecord[], replaced: string) => {
  const before = held.find(({ id, deleted_at }) => id === replaced && deleted_at === null);
  if (!before) throw notFound();
  const versions = held.filter(({ series }) => series === before.series).map(({ revision }) => revision);
  const { series, kind, description } = before;
  return { series, kind, description, revision: Math.max(...versions) + 1 };
};

/** The record of a file that is to come, for a case that is there and has room for it. Throws 404 or 409. */
export const newDocument = async (
  { db, actor, request, now }: Context,
  { case_id, file_name, size, description, kind, replaces }: Announced,
): Promise<DocumentRecord> => {
  const [, held] = await Promise.all([db.cases.requireCore(case_id), db.documents.ofCase(case_id)]);
  assertDocumentQuota(held, size);
  assertBinHasRoom(held, size);
  const id = uuid({ msecs: now.getTime() });
  const before = replaces === undefined ? undefined : versionAfter(held, replaces);
  const at = now.toISOString();
  return {
    id,
    organization_id: actor.organizationId,
    version: 1,
    case_id,
    report_id: null,
    from_family: false,
    status: 'uploading',
    refused_for: null,
    file_name: safeName(file_name),
    description: description ?? before?.description ?? '',
    kind: kind ?? before?.kind ?? 'other',
    content_type: null,
    size,
    series: before?.series ?? id,
    revision: before?.revision ?? 1,
    made: false,
    added_by: { id: actor.id, name: actor.name, role: actor.role },
    request_id: request.id,
    created_at: at,
    updated_at: at,
    checking_since: null,
    deleted_at: null,
    due_at: nextActionAt({ status: 'uploading', deleted_at: null }, now),
  };
};
