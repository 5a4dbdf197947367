import type { PaperPart } from '../paper.ts';

/** Returns all texts of a part of a paper, in order. */
export const wordsOf = (part: PaperPart): string[] => {
  if (part.kind === 'facts') return part.facts.flatMap(({ label, value }) => [label, value]);
  if (part.kind === 'table') return [...part.rows, ...(part.sums ?? [])].flat();
  if (part.kind === 'labels') return part.labels.flat();
  if (part.kind === 'tags') return part.tags.flatMap(({ lines }) => lines);
  if (part.kind === 'columns') return [part.altText];
  return [part.kind === 'signature' ? part.label : part.text];
};
