import { expect, it } from 'vitest';
import type { Document, DocumentList } from '#domain/documents/document.schema.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { documentsQuery, watchedDocumentsQuery } from './queries.ts';

type Query = typeof documentsQuery | typeof watchedDocumentsQuery;
const pauseOf = (query: Query, ...documents: Partial<Document>[]): unknown => {
  const { refetchInterval } = query(undefined as unknown as Call, 'case-1');
  const ask = refetchInterval as (query: object) => unknown;
  return ask({ state: { data: { results: documents } as DocumentList } });
};

it('polls an open list of documents, and more often during a scan', () => {
  expect(pauseOf(documentsQuery, { state: 'ready' })).toBe(false);
  expect(pauseOf(watchedDocumentsQuery)).toBe(10_000);
  expect(pauseOf(watchedDocumentsQuery, { state: 'ready' })).toBe(10_000);
  for (const query of [documentsQuery, watchedDocumentsQuery]) {
    expect(pauseOf(query, { state: 'ready' }, { state: 'checking', note: documentMessages.checking })).toBe(1_500);
    expect(pauseOf(query, { state: 'checking', note: 'The scan takes longer' })).toBe(30_000);
  }
});
