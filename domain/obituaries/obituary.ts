import type { Document } from '#domain/documents/document.schema.ts';

/** How many words a text has, as newspapers count them: what stands between spaces and has a letter or a digit. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The newspapers of an obituary: one a line, each once, in their order (D3 §3). */
export function newspapersIn(text: string): string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

/** The side of a preview in pixels, and what is asked of a photo (D3 §2 and §9). */
export const photoPreview = 150;
export const photoAdvice = 'Recommended: square, at least 400x400, JPEG or PNG.';
export const photoFailed = 'Unable to load image. Please check the URL.';

/** The photo among the papers of a case: the newest picture of that kind that can be shown. */
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
