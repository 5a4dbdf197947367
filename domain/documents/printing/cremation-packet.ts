import { authorizationOf, type Signer } from '#domain/gates/authorization.ts';
import { statements } from '#domain/gates/authorization-rules.ts';
import { entriesOf, identifications } from '#domain/gates/gate-entries.ts';
import type { GateFacts } from '#domain/gates/gate-facts.ts';
import { checksOf } from '#domain/gates/gate-names.ts';
import { type CheckOfGate, gateOf, momentOf } from '#domain/gates/gates.ts';
import { dispositionMethods, leavesAshes } from '#domain/shared/reference-data/disposition-methods.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { formatDateTime, formatTime } from '#domain/shared/values/date-time.ts';
import { stateName } from '#domain/shared/values/us-state.ts';
import { type HomeOnPaper, letterheadOf } from './case-papers.ts';
import { type LabeledValue, nonBlankValues, type Paper, type PaperPart, paperFileName } from './paper.ts';

interface CaseOfPacket {
  readonly case_number: string;
  readonly updated_at: string;
}

const stateWords: Readonly<Record<CheckOfGate['state'], string>> = {
  met: 'Met',
  missing: 'MISSING',
  overridden: 'Overridden',
  not_needed: 'Not needed',
};
const signerWords: Readonly<Record<Signer['state'], string>> = {
  open: 'Not signed',
  signed: 'Signed',
  declined: 'Declined',
  unreachable: 'Cannot be reached',
  withdrawn: 'Withdrew the signature',
};
const labelIn = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

const table = (columns: readonly (readonly [label: string, width: number])[], rows: string[][]): PaperPart => ({
  kind: 'table',
  columns: columns.map(([label, width]) => ({ label, width })),
  rows,
});

const checkRows = (checks: readonly CheckOfGate[]): string[][] =>
  checks.map(({ title, state, text, override, source }) => [
    title,
    stateWords[state],
    [
      text,
      override &&
        `${override.by_name ?? ''} with ${override.second_name}${override.confirmed_at ? '' : ' (not confirmed)'}: ${override.reason}`,
      source && state === 'not_needed' && source.text,
    ]
      .filter(Boolean)
      .join('\n'),
  ]);

const signerRows = (signers: readonly Signer[], zone: string): string[][] =>
  signers.map(({ name, relationship, state, at, note, name_on_paper }) => {
    const when = at ? momentIn(zone, new Date(at)) : undefined;
    return [
      [name, labelIn(knownRelationships, relationship)].filter(Boolean).join(', '),
      signerWords[state],
      [when && `${formatDate(when.day)}, ${formatTime(when.time)}`, note, name_on_paper && `Paper: ${name_on_paper}`]
        .filter(Boolean)
        .join('\n'),
    ];
  });

const factsOfBody = ({ sections: { deceased, medical, innerOffice }, ...facts }: GateFacts): LabeledValue[] => {
  const [identification] = entriesOf(facts.entries, 'identification').slice(-1);
  const { planned } = facts;
  const day = (name: string): string => formatDate(stringAt(deceased, name));
  return nonBlankValues([
    { label: 'Born', value: day('date_of_birth') },
    {
      label: 'Died',
      value: [day('date_of_death'), formatTime(stringAt(deceased, 'time_of_death'))].filter(Boolean).join(', '),
    },
    { label: 'State of death', value: stateName(facts.deadlines.state) ?? '' },
    { label: 'Method', value: labelIn(dispositionMethods, facts.method) },
    {
      label: 'Planned',
      value: planned
        ? [formatDate(planned.day), planned.time && formatTime(planned.time)].filter(Boolean).join(', ')
        : '',
    },
    { label: 'Crematory', value: stringAt(medical, 'crematory_name') },
    { label: 'Container', value: stringAt(medical, 'cremation_container') },
    { label: 'Identification disk', value: stringAt(medical, 'crematory_disk_number') },
    { label: 'Weight (pounds)', value: stringAt(medical, 'weight') },
    {
      label: 'Identified',
      value: identification
        ? [
            identification.identified_by,
            labelIn(identifications, identification.how),
            formatDateTime(identification.at),
          ].join(', ')
        : '',
    },
    { label: 'Personal effects', value: stringAt(innerOffice, 'personal_effects_description') },
  ]);
};

/** Returns what a crematory receives, at the planned moment or that of a recorded cremation: checks, authorization and permits under one name. */
export const cremationPacket = (
  core: CaseOfPacket,
  facts: GateFacts,
  home: HomeOnPaper & { time_zone: string },
): Paper => {
  const cremated = entriesOf(facts.entries, 'step').find(({ step }) => step === 'cremated');
  const at = cremated ? momentOf(cremated.at) : (facts.planned ?? momentIn(home.time_zone, new Date(core.updated_at)));
  const gate = gateOf(leavesAshes(facts.method) ? 'cremation' : 'release', facts, at);
  const { rule, state, who, signers } = authorizationOf(facts);
  const general = state ? '' : ' No rule of this state is known here: this is the general list.';
  return {
    title: ['Cremation packet', facts.deceasedName].filter(Boolean).join(': '),
    letterhead: letterheadOf(home),
    asOf: core.updated_at,
    footer: `${home.name} · Case ${core.case_number} · Confidential`,
    parts: [
      { kind: 'facts', facts: [{ label: 'Case number', value: core.case_number }, ...factsOfBody(facts)] },
      { kind: 'heading', text: `Checks: ${gate.done} of ${gate.of}` },
      table(
        [
          ['Check', 0.28],
          ['State', 0.16],
          ['Details', 0.56],
        ],
        checkRows(gate.checks),
      ),
      ...(checksOf(gate.gate, facts.method).includes('authorization')
        ? ([
            { kind: 'heading', text: 'Authorization' },
            {
              kind: 'text',
              text: `${who || 'No one on the case has the right to decide'}.${general} ${rule.source.text}.`,
            },
            table(
              [
                ['Person', 0.4],
                ['Answer', 0.2],
                ['When', 0.4],
              ],
              signerRows(signers, home.time_zone),
            ),
            { kind: 'text', text: 'The authorization must say:' },
            ...rule.statements.map((one) => ({ kind: 'text' as const, text: `• ${statements[one]}` })),
          ] satisfies PaperPart[])
        : []),
      { kind: 'heading', text: 'Permits' },
      table(
        [
          ['Permit', 0.4],
          ['Number', 0.2],
          ['Name on the permit', 0.25],
          ['Issued', 0.15],
        ],
        facts.permits.length === 0
          ? [['None', '', '', '']]
          : facts.permits.map((one) => [
              one.permit_name,
              one.permit_number,
              one.name_on_permit,
              one.issue_date ? formatDate(one.issue_date) : '',
            ]),
      ),
      { kind: 'signature', label: 'Released by, date and time' },
      { kind: 'signature', label: 'Received by, date and time' },
    ],
  };
};

export const cremationPacketFileName = (caseNumber: string): string => paperFileName('cremation_packet', caseNumber);
