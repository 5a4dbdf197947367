import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { eventTitle, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { whenText, whereText } from '#domain/calendar/run-sheet.ts';
import type { Document } from '#domain/documents/document.schema.ts';

/** Returns the number of words as newspapers count them: between spaces, with a letter or digit. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Returns the newspapers of an obituary: one a line, without duplicates (D3 §3). */
export function newspapersIn(text: string): string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Returns the events that an obituary names, as sentences to copy into its text; '' without any. */
export function servicesText(events: readonly DayEvent[]): string {
  return inOrderOfDay(events.filter(({ in_obituary, date }) => in_obituary && date !== ''))
    .map((event) => {
      const day = longDate.format(new Date(`${event.date}T12:00:00Z`));
      const parts = [day, event.time && whenText(event), whereText(event)].filter(Boolean);
      return `${eventTitle(event)}: ${parts.join(', ')}.`;
    })
    .join(' ');
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
