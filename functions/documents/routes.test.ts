import { expect, it } from 'vitest';
import { documentMessages } from '#domain/documents/document-messages.ts';
import type { DocumentRecord } from '#functions/documents/repository/documents.ts';
import { presentDocument } from './routes.ts';

it.each([
  ['image/heic', false, documentMessages.noHeicPreview],
  ['image/jpeg', true, ''],
] as const)(
  'tells for a ready %s whether it can be shown, and what to do otherwise',
  (content_type, can_preview, note) => {
    const record = { status: 'ready', content_type, flaw: undefined, added_by: null } as unknown as DocumentRecord;
    expect(presentDocument(record, new Date())).toMatchObject({ can_preview, note });
  },
);
