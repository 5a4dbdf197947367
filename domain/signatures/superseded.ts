import { appendTimeline, type Envelope, type EnvelopeDocument, entryOf } from './envelope.ts';

/**
 * The envelope with marks on papers of which there is a later version now: `laterOf` says which one takes a paper's place.
 * What is known already, or was superseded by a still later one, stays; what was signed stays signed.
 */
export const withSuperseded = (
  envelope: Envelope,
  laterOf: (document: EnvelopeDocument) => number | undefined,
  now: Date,
): Envelope => {
  const at = now.toISOString();
  const marked: string[] = [];
  const documents = envelope.documents.map((document) => {
    const later = laterOf(document);
    if (later === undefined || later <= (document.superseded_by ?? 0)) return document;
    marked.push(`${document.name}: version ${later}`);
    return { ...document, superseded_by: later };
  });
  if (marked.length === 0) return envelope;
  const detail = marked.join(', ');
  // Two versions of one instant are two entries.
  const entry = { ...entryOf('superseded', at, { detail }), id: `superseded/${at}/${detail}` };
  return { ...envelope, documents, timeline: appendTimeline(envelope.timeline, [entry]) };
};
