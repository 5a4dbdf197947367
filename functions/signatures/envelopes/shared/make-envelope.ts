import { v7 as uuid } from 'uuid';
import { deceasedName } from '#domain/cases/present-case.ts';
import { sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import { languageOfFamily } from '#domain/families/family-view.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import type { Language } from '#domain/shared/values/language.ts';
import type { FactsOfCase } from '#domain/signatures/case-sources.ts';
import {
  defaultExpiryDays,
  documentOf,
  type Paper,
  recipientsOf,
  sendingErrors,
  submissionsOf,
  titleOf,
} from '#domain/signatures/envelope.rules.ts';
import type { NewEnvelopeDocument, NewMultiEnvelope } from '#domain/signatures/envelope.schema.ts';
import { appendTimeline, deliveryOf, deliveryOfAll, entryOf } from '#domain/signatures/envelope.ts';
import { statusOf } from '#domain/signatures/envelope-progress.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';
import type { StoredStatement } from '#functions/statements/repository/statements.ts';
import type { SigningFacts } from '../../repository/signing-sources.ts';

export interface CaseToSign {
  core: Awaited<ReturnType<SigningFacts['case']>>['core'];
  facts: FactsOfCase;
  deceased_name: string;
  /** Language of the family. */
  language: Language;
  statements: readonly StoredStatement[];
}

interface Database {
  signingFacts: SigningFacts;
  statements: { ofCase: (caseId: string) => Promise<StoredStatement[]> };
}

/** Returns a case with all values for its documents. Throws 404 without it. */
export const caseToSign = async (db: Database, id: string, now: Date): Promise<CaseToSign> => {
  const [{ core, sections, familyLanguage }, statements] = await Promise.all([
    db.signingFacts.case(id),
    db.statements.ofCase(id),
  ]);
  const home = await db.signingFacts.home(core.funeral_home_id);
  const newest = statements.at(-1)?.record;
  const known = sectionsWithCoreValues({ ...core, funeral_home_name: home.name }, sections);
  return {
    core,
    statements,
    deceased_name: deceasedName(known.deceased),
    language: languageOfFamily(known.informant, familyLanguage, core.family?.language),
    facts: {
      case_number: core.case_number,
      sections: known,
      home,
      today: todayIn(home.time_zone, now),
      statement: newest && {
        statement_number: newest.statement_number,
        version: newest.version,
        complete_total: newest.content.totals.complete_total,
      },
    },
  };
};

/** Author, request and time of an envelope. */
export interface Maker {
  actor: { id: string; organizationId: string; name: string; email: string; role: string };
  requestId: string;
  now: Date;
}

type Content = Pick<EnvelopeRecord, 'documents' | 'recipients'>;

/** Returns documents with the case's current values, and recipients. */
export const contentOf = (
  { facts }: Pick<CaseToSign, 'facts'>,
  papers: readonly Paper[],
  sent: { documents: readonly NewEnvelopeDocument[]; recipients: NewMultiEnvelope['recipients'] },
): Content => {
  const recipients = recipientsOf(sent.recipients, uuid);
  const documents = papers.map((paper, at) =>
    documentOf(paper, sent.documents[at] ?? {}, recipients, { facts, id: uuid() }),
  );
  return { documents, recipients };
};

const timesOfDraft = {
  read_at: null,
  check_at: null,
  sent_at: null,
  completed_at: null,
  expires_at: null,
} as const;

export const newEnvelope = (
  { core, facts, deceased_name }: CaseToSign,
  papers: readonly Paper[],
  sent: NewMultiEnvelope,
  { actor, now }: Pick<Maker, 'actor' | 'now'>,
  prepared = false,
): EnvelopeRecord => {
  const at = now.toISOString();
  const content = contentOf({ facts }, papers, sent);
  return {
    id: uuid({ msecs: now.getTime() }),
    organization_id: core.organization_id,
    version: 1,
    case_id: core.id,
    case_number: core.case_number,
    deceased_name,
    funeral_home_id: core.funeral_home_id,
    title: sent.title || titleOf(content.documents),
    message: sent.message ?? '',
    reply_to: actor.email,
    delivery: sent.delivery ?? 'email',
    in_order: sent.in_order ?? true,
    status: 'draft',
    ...content,
    expires_in_days: sent.expires_in_days ?? defaultExpiryDays,
    submissions: [],
    sending: null,
    timeline: [entryOf('created', at, { by: actor.name })],
    ...timesOfDraft,
    void: null,
    deleted: null,
    prepared,
    created_at: at,
    updated_at: at,
    created_by_name: actor.name,
  };
};

/** Returns the envelope to send, with frozen values and submissions. Throws 400 with everything that prevents it. */
export const sendRequested = (
  record: EnvelopeRecord,
  papers: readonly Paper[],
  { facts, deceased_name, language }: Pick<CaseToSign, 'facts' | 'deceased_name' | 'language'>,
  { actor, requestId, now }: Maker,
): EnvelopeRecord => {
  const { name: home, phone } = facts.home;
  const places = new Map(record.recipients.map(({ id }, at) => [id, at]));
  const documents = papers.map((paper, at) => {
    const before = record.documents[at];
    const recipientOf = (id: string) => places.get(id) ?? -1;
    const roles = (before?.roles ?? []).map(({ role, recipient_id: id }) => ({ role, recipient: recipientOf(id) }));
    return documentOf(paper, { roles }, record.recipients, { facts, id: before?.id ?? uuid() });
  });
  const next: EnvelopeRecord = { ...record, documents };
  const errors = sendingErrors(next, papers);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const at = now.toISOString();
  const sent: EnvelopeRecord = {
    ...next,
    // A prepared envelope has no sender to reply to yet.
    reply_to: next.reply_to || actor.email,
    mail: { home, phone: phone ?? '', deceased: deceased_name, language },
    submissions: submissionsOf(documents),
    expires_at: new Date(now.getTime() + record.expires_in_days * 86_400_000).toISOString(),
    sending: {
      requested_at: at,
      request_id: requestId,
      state: 'asked',
      problem: '',
      requested_by: { id: actor.id, name: actor.name, role: actor.role },
    },
    timeline: appendTimeline(record.timeline, [entryOf('asked', at, { by: actor.name })]),
    updated_at: at,
  };
  return { ...sent, status: statusOf(sent) };
};

export const envelopeChanges = ({ title, documents, ...envelope }: EnvelopeRecord) => [
  { field: 'envelopes.title', from: null, to: title },
  { field: 'envelopes.documents', from: null, to: documents.map(({ name }) => name).join(', ') || null },
  {
    field: 'envelopes.recipients',
    from: null,
    to:
      envelope.recipients
        .map((recipient) =>
          recipient.email && deliveryOf(envelope, recipient) === 'email'
            ? `${recipient.name} (${recipient.email})`
            : recipient.name,
        )
        .join(', ') || null,
  },
  { field: 'envelopes.delivery', from: null, to: deliveryOfAll(envelope) },
];
