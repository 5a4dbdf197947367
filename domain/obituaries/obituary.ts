import type { Document } from '#domain/documents/document.schema.ts';

/** Returns the number of words as newspapers count them: between spaces, with a letter or digit. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Returns the newspapers of an obituary: one a line, without duplicates (D3 §3). */
export function newspapersIn(text: string): string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

/** The size of a preview in pixels, and the requirements of a photo (D3 §2 and §9). */
export const photoPreview = 150;
export const photoAdvice = 'Recommended: square, at least 400x400, JPEG or PNG.';
export const photoFailed = 'Unable to load image. Please check the URL.';

/** Returns the newest photo of the case that can be shown. */
export function photoAmong<D extends Pick<Document, 'kind' | 'state' | 'content_type' | 'can_preview' | 'created_at'>>(
  documents: readonly D[],
): D | undefined {
  return documents
    .filter(
      ({ kind, state, can_preview, content_type }) =>
        kind === 'photo' && state === 'ready' && can_preview && content_type !== 'application/pdf',
    )
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
}
