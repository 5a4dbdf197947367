import { type HomeOnPaper, letterheadOf } from '#domain/documents/printing/case-papers.ts';
import { nonBlankValues, type Paper, type PaperPart } from '#domain/documents/printing/paper.ts';
import { formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import type { CareSubject, CustodyEntry, EffectReceipt, Party } from './care.schema.ts';
import { entryKindLabels, signers } from './care-names.ts';
import type { LabelSheetName } from './care-papers.endpoints.ts';
import { custodyRuleOf } from './custody-rules.ts';
import { partyText, readingLabels, subjectText, wayText } from './entry-text.ts';
import type { PersonalEffect } from './personal-effects.ts';
import { effectDecisionLabels, effectText } from './personal-effects.ts';
import { tagText } from './tag-code.ts';

export interface AboutCare {
  readonly case_number: string;
  readonly name: string;
  readonly updated_at: string;
  readonly home: HomeOnPaper;
}
type SubjectOnPaper = Omit<CareSubject, 'state'>;
type ChainOnPaper = SubjectOnPaper & { readonly entries: readonly CustodyEntry[] };

const instantIn = ({ home }: AboutCare, instant: string): string => {
  const { day, time } = momentIn(home.time_zone, new Date(instant));
  return `${formatDate(day)}, ${formatTime(time)}`;
};

const linesOf = (...lines: readonly (string | false | null)[]): string => lines.filter(Boolean).join('\n');

const frame = (about: AboutCare, title: string, parts: readonly PaperPart[]): Paper => ({
  title: [title, about.name].filter(Boolean).join(': '),
  letterhead: letterheadOf(about.home),
  asOf: about.updated_at,
  footer: `${about.home.name} · Case ${about.case_number} · Confidential`,
  parts: [{ kind: 'facts', facts: [{ label: 'Case number', value: about.case_number }] }, ...parts],
});

/** Two labels of each tag: wrist and ankle, or urn and box. Never a Social Security number or a cause of death. */
export const tagsPaper = (about: AboutCare, subjects: readonly SubjectOnPaper[], sheet: LabelSheetName): Paper => ({
  title: `Tags: ${about.case_number}`,
  letterhead: [about.home.name],
  asOf: about.updated_at,
  footer: '',
  parts: [
    {
      kind: 'tags',
      sheet,
      tags: subjects.flatMap((subject) => {
        const what = subject.kind === 'body' ? '' : subjectText(subject);
        const lines = [tagText(subject.tag), about.name, what, about.case_number, about.home.name].filter(Boolean);
        return [0, 1].map(() => ({ code: subject.tag, lines }));
      }),
    },
  ],
});

const entryRow = (about: AboutCare, entry: CustodyEntry): string[] => [
  String(entry.number),
  `${entryKindLabels[entry.kind]}\n${wayText(entry)}`,
  `${instantIn(about, entry.happened_at)}\nRecorded ${instantIn(about, entry.recorded_at)} by ${entry.recorded_by_name}`,
  linesOf(
    entry.gave && `Gave: ${partyText(entry.gave)}`,
    entry.took && `Took: ${partyText(entry.took)}`,
    entry.witness && `Witness: ${partyText(entry.witness)}`,
    entry.signatures.length > 0 && `Signed by: ${entry.signatures.map(({ of }) => of).join(', ')}`,
    readingLabels[entry.read],
    entry.corrects !== null && `Corrects entry ${entry.corrects}`,
    entry.reason,
    entry.note,
  ),
];

/** Returns the whole chain of a case for an inspector, with the rule of the home's state and its retention. */
export const chainPaper = (about: AboutCare, subjects: readonly ChainOnPaper[]): Paper => {
  const { state, asks, kept_years, source } = custodyRuleOf(about.home.state);
  const kept = kept_years ? ` This record is kept for ${kept_years} years.` : '';
  return frame(about, 'Chain of custody', [
    { kind: 'text', text: `${state ? `${state}: ` : ''}${asks}${kept} (${source.text})` },
    ...(subjects.length === 0 ? [{ kind: 'text' as const, text: 'No custody is recorded.' }] : []),
    ...subjects.flatMap((subject): PaperPart[] => [
      { kind: 'heading', text: `${subjectText(subject)}, tag ${tagText(subject.tag)}` },
      {
        kind: 'table',
        columns: [
          { label: 'No.', width: 0.06 },
          { label: 'What', width: 0.28 },
          { label: 'When', width: 0.3 },
          { label: 'Who', width: 0.36 },
        ],
        rows: subject.entries.map((entry) => entryRow(about, entry)),
      },
    ]),
  ]);
};

type Signed = Pick<CustodyEntry, 'gave' | 'took' | 'signatures'> & { readonly witness?: Party | null };

const signerLabels = { gave: 'Gave', took: 'Received', witness: 'Witness' } as const;

const signatureParts = (signed: Signed): PaperPart[] =>
  signers.flatMap((of): PaperPart[] => {
    const [party, signature] = [signed[of], signed.signatures.find((one) => one.of === of)];
    const label = `${signerLabels[of]}: ${partyText(party ?? null)}`;
    return party ? [{ kind: 'signature', label, path: signature?.path }] : [];
  });

/** Returns the receipt of one entry: subject, places, time, giver and receiver. */
export const custodyReceiptPaper = (about: AboutCare, subject: SubjectOnPaper, entry: CustodyEntry): Paper =>
  frame(about, 'Receipt', [
    {
      kind: 'facts',
      facts: nonBlankValues([
        { label: 'What', value: subjectText(subject) },
        { label: 'Tag', value: tagText(subject.tag) },
        { label: 'Entry', value: `${entry.number}, ${entryKindLabels[entry.kind].toLowerCase()}` },
        { label: 'From and to', value: wayText(entry) },
        { label: 'Date and time', value: instantIn(about, entry.happened_at) },
        { label: 'Note', value: entry.note },
      ]),
    },
    ...signatureParts(entry),
  ]);

/** Returns the list of personal effects with what was decided about each. */
export const effectsPaper = (about: AboutCare, effects: readonly PersonalEffect[]): Paper => {
  const rows = effects
    .filter(({ count }) => count > 0)
    .map(({ returned, decision, decided_by, ...effect }) => [
      linesOf(effectText(effect), effect.note),
      linesOf(
        decision ? `${effectDecisionLabels[decision]} (${decided_by})` : 'Not decided',
        returned && `Returned to ${returned.to_name}, ${instantIn(about, returned.at)}`,
      ),
    ]);
  if (rows.length === 0)
    return frame(about, 'Personal effects', [{ kind: 'text', text: 'No personal effects are listed.' }]);
  const columns = ['Effect', 'Decision'].map((label) => ({ label, width: 0.5 }));
  return frame(about, 'Personal effects', [{ kind: 'table', columns, rows }]);
};

/** Returns the receipt that both people signed. */
export const effectReceiptPaper = (about: AboutCare, receipt: EffectReceipt): Paper =>
  frame(about, 'Receipt for personal effects', [
    {
      kind: 'facts',
      facts: nonBlankValues([{ label: 'Date and time', value: instantIn(about, receipt.happened_at) }]),
    },
    {
      kind: 'table',
      columns: [
        { label: 'Effect', width: 0.85 },
        { label: 'Count', width: 0.15, align: 'right' },
      ],
      rows: receipt.effects.map(({ description, count }) => [description, String(count)]),
    },
    ...(receipt.note ? [{ kind: 'text' as const, text: receipt.note }] : []),
    ...signatureParts(receipt),
  ]);
