import { v7 as uuid } from 'uuid';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CustodyEntry, SentMove } from '#domain/care/care.schema.ts';
import { custodyMessages } from '#domain/care/care-names.ts';
import { hasPlace, moveErrors, neverBegan, receiverAt } from '#domain/care/custody.ts';
import { custodyRuleOf } from '#domain/care/custody-rules.ts';
import { entriesOf, type GateEntry } from '#domain/gates/gate-entries.ts';
import type { Step } from '#domain/gates/gate-names.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { momentIn } from '#domain/shared/values/calendar-date.ts';
import { gateNeeds, readGateState, recordStep } from '#functions/gates/shared/record-step.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import { custody, presentSubject, type SubjectRecord } from './repository/custody.ts';
import { carePlaces } from './repository/places.ts';
import { entryChanges, newBody, partyOf, partyOfActor, placeRef, remainsOf } from './shared/write-entry.ts';

const needs = { ...gateNeeds, custody, carePlaces };
type Context = ContextOf<typeof careEndpoints.move, typeof needs>;

/** Returns whether these remains can be closed where they are. */
const areVoid = async ({ db }: Context, { id, case_id }: SubjectRecord): Promise<boolean> => {
  const { subjects } = await db.custody.ofCase(case_id);
  const chain = subjects.find((one) => one.id === id);
  return chain !== undefined && neverBegan(chain, subjects);
};

/** Reads the case, the subject and the place of an entry. Throws 404, or 409 if it does not follow the last entry. */
const readRecord = async (context: Context, caseId: string, body: SentMove) => {
  const { db, now } = context;
  const [core, stored, to] = await Promise.all([
    db.cases.requireCore(caseId),
    db.custody.subject(caseId, body.subject ?? caseId),
    body.to_place && hasPlace(body.kind) ? db.carePlaces.find(body.to_place) : undefined,
  ]);
  if (!stored && body.subject && body.subject !== caseId) throw notFound();
  const home = await db.organizations.homeOfRecord(core.funeral_home_id);
  const subject = stored ?? newBody(core, now);
  // Someone found after the last entry reopens the record.
  const isOver = subject.ended && body.kind !== 'found';
  if (subject.number !== body.expected || isOver) {
    const entry = (await db.custody.entry(caseId, subject.id, subject.number)) ?? null;
    const detail = isOver ? custodyMessages.ended : custodyMessages.notFollowing;
    throw conflictError(careEndpoints.move, { current: { subject: presentSubject(subject), entry } }, detail);
  }
  const isVoid = body.kind === 'closed' && (await areVoid(context, subject));
  return { core, home, subject, isNew: !stored, isVoid, to, rule: custodyRuleOf(home.state) };
};
type CustodyRecord = Awaited<ReturnType<typeof readRecord>>;

/** Returns the entry that follows; a taker who is not named is the actor, except at a release. Throws 400. */
const checkedEntry = async (
  context: Context,
  { subject, isVoid, to, rule }: CustodyRecord,
  body: SentMove,
): Promise<CustodyEntry> => {
  const { db, actor, now } = context;
  const { kind, happened_at, read, reason, note, corrects = null, parts = null, signatures } = body;
  const [gave, took, witness] = await Promise.all(
    (['gave', 'took', 'witness'] as const).map((field) => partyOf(db.organizations, field, body[field])),
  );
  const entry: CustodyEntry = {
    subject_id: subject.id,
    number: subject.number + 1,
    kind,
    from: subject.place,
    to: to ? placeRef(to) : null,
    from_text: subject.place ? '' : body.from_text,
    happened_at: new Date(happened_at).toISOString(),
    recorded_at: now.toISOString(),
    recorded_by_name: actor.name,
    gave: gave ?? null,
    took: took ?? (kind === 'released' ? null : partyOfActor(actor)),
    witness: witness ?? null,
    read,
    reason,
    note,
    corrects,
    signatures,
  };
  const move = { ...entry, tag: body.tag, parts, signed: signatures.map(({ of }) => of) };
  const errors = moveErrors(move, { head: subject, to, rule, now, isVoid });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return entry;
};

const changesOf = (values: Readonly<Record<string, unknown>>): Change[] =>
  Object.entries(values).flatMap(([name, to]) => (to ? [{ field: `gates.${name}`, from: null, to: String(to) }] : []));

type GateState = Awaited<ReturnType<typeof readGateState>>;
const keepSteps = ({ db, work, now }: Context, state: GateState, entries: GateEntry[]) =>
  work.add(
    db.gateEntries.write(state.core.id, state.list, entries),
    db.cases.changeCore(state.core, { has_custody: true }, now),
  );

/** Adds the step that a release or a cremation is. Throws 409 while checks of its gate are missing. */
const addStep = async (context: Context, { core, home, to }: CustodyRecord, entry: CustodyEntry) => {
  const step = entry.kind;
  const state = await readGateState(context.db, core.id, context.now);
  const happened = Math.min(Date.parse(entry.happened_at), context.now.getTime());
  const { day, time } = momentIn(home.time_zone, new Date(happened));
  const receiver = step === 'released' && to ? { receiver: receiverAt(to, state.facts.method) } : {};
  const place = (entry.to ?? entry.from)?.name ?? '';
  const values: Values = { step, ...receiver, happened_at: `${day}T${time}`, place, note: entry.note };
  const stamp = { id: uuid({ msecs: context.now.getTime() }), by_name: context.actor.name };
  const recorded = recordStep(state, values, { ...stamp, recorded_at: entry.recorded_at });
  keepSteps(context, state, recorded.entries)
    .audit('disposition.recorded', core.id, changesOf(recorded.values))
    .announce('disposition.recorded', core.id, { case_id: core.id, step: recorded.step });
};

/** Takes back the steps that someone who came back, or was found after the last entry, contradicts. */
const takeStepsBack = async (context: Context, { core }: CustodyRecord, steps: readonly Step[]): Promise<boolean> => {
  const state = await readGateState(context.db, core.id, context.now);
  const isGone = (entry: GateEntry): boolean => entry.kind === 'step' && steps.includes(entry.step);
  const [gone, kept] = [state.list.entries.filter(isGone), state.list.entries.filter((entry) => !isGone(entry))];
  if (gone.length === 0) return false;
  const changes = entriesOf(gone, 'step').map(({ step }) => ({ field: 'gates.step', from: step, to: null }));
  keepSteps(context, state, kept)
    .audit('disposition.withdrawn', core.id, changes)
    .announce('gate.changed', core.id, { case_id: core.id });
  return true;
};

/** A body leaves the board for good after a step of its disposition; no release explains a later find. Throws 409. */
const requireStep = async ({ db, work, now }: Context, { core, subject }: CustodyRecord): Promise<void> => {
  const state = await readGateState(db, core.id, now);
  if (!entriesOf(state.list.entries, 'step').some(({ step }) => step !== 'released' || !subject.found_away))
    throw new AppError('conflict', { detail: custodyMessages.noDisposition });
  // The step cannot be taken back at the same time.
  work.add(db.cases.changeCore(state.core, { has_custody: true }, now));
};

/** A body's chain and the recorded steps of its disposition say the same, in one transaction. */
const meetDisposition = async (context: Context, record: CustodyRecord, entry: CustodyEntry): Promise<void> => {
  const { db, work, now } = context;
  const { core, subject, to } = record;
  const isBody = subject.kind === 'body';
  if (isBody && (entry.kind === 'released' || entry.kind === 'cremated')) return addStep(context, record, entry);
  if (isBody && entry.kind === 'closed') return requireStep(context, record);
  const isBack = to?.ours === true && (subject.ended || subject.place?.ours !== true);
  const steps: Step[] = subject.ended ? ['cremated'] : [];
  if (isBack) steps.push('released', 'buried', 'donated');
  const contradicts = isBody && steps.length > 0;
  if (contradicts && (await takeStepsBack(context, record, steps))) return;
  // No such step can be recorded at the same time.
  const isFixed = contradicts || subject.number === 0;
  work.add(isFixed ? db.cases.changeCore(core, { has_custody: true }, now) : db.custody.caseExists(core.id));
};

const nextOf = ({ subject }: CustodyRecord, { kind, number, to, happened_at }: CustodyEntry): SubjectRecord => ({
  ...subject,
  number,
  place: to ?? subject.place,
  since: to ? happened_at : subject.since,
  found_away: to ? kind === 'found' && !to.ours : subject.found_away,
  ended: kind === 'cremated' || kind === 'parted' || kind === 'closed',
});

/** The head moves only from the number that was expected, so that two devices cannot record two places. */
export const move = handler(careEndpoints.move, needs, ({ params: { id }, body }, context) =>
  context.work.attempt(async () => {
    const { db, work, now } = context;
    const record = await readRecord(context, id, body);
    const entry = await checkedEntry(context, record, body);
    const next = nextOf(record, entry);
    await meetDisposition(context, record, entry);
    const begins = entry.kind === 'cremated' ? (body.parts ?? 1) : entry.kind === 'parted' ? (body.parts ?? 0) : 0;
    const begun = remainsOf(next, entry, begins, now);
    work.add(
      record.isNew ? db.custody.begin(next) : db.custody.advance(record.subject, next),
      db.custody.addEntry(id, entry),
      ...begun.map((remains) => [...db.custody.begin(remains.record), db.custody.addEntry(id, remains.entry)]),
    );
    const about = { case_id: id, subject_id: next.id, number: entry.number };
    work.audit('care.moved', id, entryChanges(entry)).announce('care.moved', id, about);
    if (entry.kind === 'found') work.announce('care.differs', id, { entry: about, count_id: null });
    return work.finish({
      entry,
      subject: presentSubject(next),
      begun: begun.map((remains) => presentSubject(remains.record)),
    });
  }),
);
