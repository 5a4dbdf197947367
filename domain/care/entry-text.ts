import type { CareSubject, CustodyEntry, Party } from './care.schema.ts';

/** Returns name and firm of who gave, took or witnessed; '' for no one. */
export const partyText = (party: Party | null): string =>
  party ? [party.name, party.firm].filter(Boolean).join(', ') : '';

/** Returns `Cooler 2 → Room 1` of an entry; only the known place where the other is not known. */
export const wayText = ({ from, from_text, to }: Pick<CustodyEntry, 'from' | 'from_text' | 'to'>): string =>
  [from?.name ?? from_text, to?.name ?? ''].filter(Boolean).join(' → ');

export const readingLabels = { scan: 'tag scanned', letters: 'letters typed', not_read: 'tag not read' } as const;

/** Returns `Remains 1 of 2`; '' for a body. */
export const partText = ({ kind, part, of }: Pick<CareSubject, 'kind' | 'part' | 'of'>): string => {
  if (kind === 'body') return '';
  return of > 1 ? `Remains ${part} of ${of}` : 'Remains';
};

/** Returns a subject as papers name it: `Body`, `Cremated remains 1 of 2`. */
export const subjectText = ({ kind, part, of }: Pick<CareSubject, 'kind' | 'part' | 'of'>): string =>
  kind === 'body' ? 'Body' : `Cremated remains ${part} of ${of}`;
