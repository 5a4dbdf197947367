import { sectionsWithoutEmbeddedDraft } from '#domain/cases/case-change.ts';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { caseRules, type SectionValues, valuesVisibleToSection } from '#domain/cases/case-validation.ts';
import { duplicatesAddressParts } from '#domain/cases/combined-address.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { type CaseCore, type StoredSections, sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import { type CaseSectionId, fieldsOfSection } from '#domain/cases/sections/case-sections.ts';
import { sectionDefinitions } from '#domain/cases/sections/section-definitions.ts';
import { certificateAsks } from '#domain/certificates/asked-by-state.ts';
import { socialSecurityNotices, veteransNotices } from '#domain/certificates/federal-notices.ts';
import { type DeadlineFacts, factsOf } from '#domain/deadlines/deadline-facts.ts';
import { obligationsOf } from '#domain/deadlines/obligations.ts';
import { deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { certificateLineNames } from '#domain/families/certificate-facts.ts';
import { permitFields } from '#domain/permits/permit.fields.ts';
import { isAnswered, labelOf } from '#domain/shared/forms/field.ts';
import { isShown, type Values } from '#domain/shared/forms/rules.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { stateName } from '#domain/shared/values/us-state.ts';
import type { PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import {
  fillsOf,
  type StatementSection,
  sectionOfFill,
  statementSections,
} from '#domain/statements/price-lists/price-list-rules.ts';
import { type HomeOnPaper, letterheadOf } from './case-papers.ts';
import { answerSections, nonBlankValues, type Paper, type PaperPart, paperFileName } from './paper.ts';

type PriceListOnPaper = Pick<
  PriceList,
  'caption' | 'kind' | 'effective_from' | 'items' | 'issuer' | 'disclosures' | 'updated_at' | 'published_at'
>;
type Item = PriceListOnPaper['items'][number];

const money = (amount: string): string => formatMoney(parseMoney(amount) ?? 0);
const priceOf = ({ price, price_to }: Item): string =>
  price_to === null ? money(price) : `${money(price)} to ${money(price_to)}`;

const itemsTable = (items: readonly Item[]): PaperPart => ({
  kind: 'table',
  columns: [
    { label: 'Code', width: 0.14 },
    { label: 'Item', width: 0.58 },
    { label: 'Price', width: 0.28, align: 'right' },
  ],
  rows: items.map((item) => [
    item.code,
    [item.description, item.includes && `Includes: ${item.includes}`].filter(Boolean).join('\n'),
    priceOf(item),
  ]),
});

const sentences = ({ disclosures }: PriceListOnPaper, beside: string | null): PaperPart[] =>
  disclosures.filter((disclosure) => disclosure.beside === beside).map(({ text }) => ({ kind: 'text', text }));

/** Groups consecutive items; a sentence that is required next to a fee follows the last item of that fee. */
const withSentences = (list: PriceListOnPaper, items: readonly Item[]): PaperPart[] => {
  const parts: PaperPart[] = [];
  let open: Item[] = [];
  for (const [at, item] of items.entries()) {
    open.push(item);
    const disclosureTexts = items[at + 1]?.fills === item.fills ? [] : sentences(list, item.fills);
    if (disclosureTexts.length === 0) continue;
    parts.push(itemsTable(open), ...disclosureTexts);
    open = [];
  }
  return open.length ? [...parts, itemsTable(open)] : parts;
};

/** Returns a price list with the sentences of 16 CFR 453.2(b)(2) to (4) word for word. */
export const priceListPaper = (list: PriceListOnPaper): Paper => {
  const { caption, issuer, kind, effective_from: from } = list;
  const order = fillsOf(kind).map(({ value }) => value);
  const items = list.items.toSorted((a, b) => order.indexOf(a.fills) - order.indexOf(b.fills));
  const sections = (Object.keys(statementSections) as StatementSection[]).filter((section) =>
    items.some(({ fills }) => sectionOfFill(fills) === section),
  );
  const inForce = from ? `Prices effective ${formatDate(from)}` : 'Draft: these prices are not in effect.';
  return {
    title: caption,
    letterhead: [issuer.name, [issuer.address, formatPhone(issuer.phone)].filter(Boolean).join(' · ')].filter(Boolean),
    asOf: list.published_at ?? list.updated_at,
    footer: `${issuer.name} · ${caption} · ${inForce}`,
    parts: [
      { kind: 'text', text: inForce, strong: true },
      ...sentences(list, null),
      ...sections.flatMap((section): PaperPart[] => {
        const ownItems = items.filter(({ fills }) => sectionOfFill(fills) === section);
        const heading: PaperPart = { kind: 'heading', text: statementSections[section] };
        // The caption already names the single section of a casket price list.
        return [...(sections.length > 1 ? [heading] : []), ...withSentences(list, ownItems)];
      }),
    ],
  };
};

export const priceListFileName = ({ caption, effective_from }: PriceListOnPaper): string =>
  paperFileName(caption.toLowerCase(), effective_from ?? 'draft');

/** The sections that a death certificate and a permit ask for, in the order of the national form. */
const sectionIds: readonly CaseSectionId[] = [
  'deceased',
  'demographics',
  'veteran',
  'family',
  'informant',
  'medical',
  'service',
  'cemetery',
  'deathCertificate',
];
/** Listed where blank: the family's lines of the certificate, and the fields for certifier and permits. */
const neededFields: ReadonlySet<string> = new Set([
  ...certificateLineNames,
  'attending_physician_name',
  'cause_of_death',
  'manner_of_death',
  'has_pacemaker',
  'disposition_method',
  'crematory_name',
  'cremation_date',
  'cremation_time',
  'disposition_date',
  'cemetery_name',
  'gestation_weeks',
  'fetal_weight_grams',
  'plurality',
  'mother_date_of_birth',
  'mother_residence',
  'mother_live_births',
  'mother_education',
  'mother_race',
  'mother_hispanic_origin',
  'mother_married',
  'prenatal_care',
  'prenatal_visits',
]);

interface PermitOnPaper extends Values {
  readonly permit_name: string;
  readonly issue_date: string | null;
  readonly expiry_date: string | null;
  readonly returned_date: string | null;
}
type Override = NonNullable<Parameters<typeof obligationsOf>[1]['overrides']>[number];

/** No condition of a field depends on the day. */
const anyDay = { today: '2000-01-01', stage: 'completed' } as const;

const titleOf = (id: CaseSectionId): string => sectionDefinitions.find((head) => head.id === id)?.title ?? id;

const openIn = (id: CaseSectionId, sections: SectionValues, homeState: string | undefined): string[] => {
  const visibleValues = valuesVisibleToSection(id, sections);
  return fieldsOfSection(id)
    .filter(({ name }) => neededFields.has(name) && certificateAsks(name, sections, homeState))
    .filter((field) => !duplicatesAddressParts(field, fieldsOfSection(id), visibleValues))
    .filter(
      (field) => isShown(caseRules, field, visibleValues, anyDay) && !isAnswered(field, visibleValues[field.name]),
    )
    .map((field) =>
      field.group ? `${labelOf(field, visibleValues)} (${field.group.toLowerCase()})` : labelOf(field, visibleValues),
    );
};

/** Returns the answers to questions that apply to this case; hidden ones come from an earlier answer. */
const answersIn = (id: CaseSectionId, sections: SectionValues): PaperPart[] => {
  const visibleValues = valuesVisibleToSection(id, sections);
  const fields = fieldsOfSection(id).filter((field) => isShown(caseRules, field, visibleValues, anyDay));
  return answerSections(fields, sections[id] ?? {});
};

/** Names the state whose deadline rules apply while the state of death is not recorded. */
const stateNote = (
  { receivedFrom }: DeadlineFacts,
  states: readonly string[],
  sections: SectionValues,
): PaperPart[] => {
  const followed = states.find((state) => state !== '');
  const { state_of_death, country_of_death } = sections.deceased ?? {};
  if (state_of_death || !followed || !isUnitedStates(asString(country_of_death))) return [];
  const sender = receivedFrom
    ? `, but not those about the certificate: the remains were received from ${receivedFrom}`
    : '';
  const text = `The state of death is not recorded. Until it is, the rules of ${stateName(followed)} count${sender}.`;
  return [{ kind: 'text', text }];
};

/** Returns whether the Social Security number is recorded; the number itself is not printed. */
const ssnNote = (core: CaseCore, sections: SectionValues): PaperPart[] => {
  if (!caseConditions.ssnExpected(sections.deceased ?? {})) return [];
  const text = core.ssn_last4 ? 'is on file and is not printed.' : 'is not on file.';
  return [{ kind: 'text', text: `The Social Security number ${text}` }];
};

const federalParts = ({ deathCertificate = {}, veteran = {} }: SectionValues): PaperPart[] => {
  const notices = [...socialSecurityNotices(deathCertificate), ...veteransNotices(veteran)];
  if (notices.length === 0) return [];
  return [
    { kind: 'heading', text: 'Federal offices' },
    ...notices.map(({ text }) => ({ kind: 'text', text }) as const),
  ];
};

const permitParts = (permits: readonly PermitOnPaper[]): PaperPart[] => [
  { kind: 'heading', text: 'Permits' },
  ...(permits.length === 0 ? [{ kind: 'text' as const, text: 'No permits on file.' }] : []),
  ...permits.flatMap(({ permit_name: name, ...rest }): PaperPart[] => [
    { kind: 'subheading', text: name },
    ...answerSections(permitFields, rest),
  ]),
];

const deadlineParts = (
  core: CaseCore,
  sections: SectionValues,
  permits: readonly PermitOnPaper[],
  overrides: readonly Override[],
): PaperPart[] => {
  const facts = factsOf(core, sections, permits);
  const all = obligationsOf(facts, { owner: core.created_by_id ?? null, overrides });
  if (all.length === 0) return [];
  return [
    { kind: 'heading', text: 'Deadlines' },
    ...stateNote(
      facts,
      all.map(({ state }) => state),
      sections,
    ),
    {
      kind: 'table',
      columns: [
        { label: 'Task', width: 0.26 },
        { label: 'By', width: 0.2 },
        { label: 'Rule', width: 0.54 },
      ],
      rows: all.map(({ kind, due, time, done, broken, why }) => [
        deadlineLabels[kind],
        done ? 'Done' : [formatDate(due), time && formatTime(time), broken && 'Too early'].filter(Boolean).join(', '),
        why,
      ]),
    },
  ];
};

/** Returns the worksheet for certificate and permits, without the Social Security number. */
export const worksheetPaper = (
  core: CaseCore,
  stored: StoredSections,
  home: HomeOnPaper,
  { permits, overrides }: { permits: readonly PermitOnPaper[]; overrides: readonly Override[] },
): Paper => {
  const sections = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues(core, stored));
  const name = deceasedName(sections.deceased);
  const open = nonBlankValues(
    sectionIds.map((id) => ({ label: titleOf(id), value: openIn(id, sections, core.home_state).join(', ') })),
  );
  return {
    title: 'Permit and certificate worksheet',
    letterhead: letterheadOf(home),
    asOf: core.updated_at,
    footer: `${home.name} · Worksheet, case ${core.case_number} · Confidential`,
    parts: [
      {
        kind: 'facts',
        facts: nonBlankValues([
          { label: 'Deceased', value: name },
          { label: 'Case number', value: core.case_number },
        ]),
      },
      ...ssnNote(core, sections),
      ...sectionIds.flatMap((id): PaperPart[] => {
        const answers = answersIn(id, sections);
        return answers.length ? [{ kind: 'heading', text: titleOf(id) }, ...answers] : [];
      }),
      ...(open.length
        ? [
            { kind: 'heading' as const, text: 'Still needed' },
            { kind: 'facts' as const, facts: open },
          ]
        : []),
      ...permitParts(permits),
      ...deadlineParts(core, sections, permits, overrides),
      ...federalParts(sections),
    ],
  };
};

export const worksheetFileName = (caseNumber: string): string => paperFileName('worksheet', caseNumber);
