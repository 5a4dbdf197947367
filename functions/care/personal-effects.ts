import { v7 as uuid } from 'uuid';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CaseEffects, EffectReceipt } from '#domain/care/care.schema.ts';
import { custodyMessages } from '#domain/care/care-names.ts';
import { timeErrorOf } from '#domain/care/custody.ts';
import type { PersonalEffect } from '#domain/care/personal-effects.ts';
import { effectMessages, effectsHere, effectsOf, effectText, maxEffectEntries } from '#domain/care/personal-effects.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { documentsReadOnly } from '#functions/documents/repository/documents.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import { type EffectRecord, effects } from './repository/personal-effects.ts';
import { partyOf, partyOfActor } from './shared/write-entry.ts';

const needs = { cases, effects, documents: documentsReadOnly, organizations };
type Context = ContextOf<typeof careEndpoints.effects, typeof needs>;

const readEffects = async ({ db }: Pick<Context, 'db'>, id: string) => {
  const [core, list, receipts] = await Promise.all([
    db.cases.requireCore(id),
    db.effects.of(id),
    db.effects.receipts(id),
  ]);
  return { core, list, receipts };
};
type State = Awaited<ReturnType<typeof readEffects>>;

const present = (entries: readonly EffectRecord[], receipts: EffectReceipt[]): CaseEffects => ({
  effects: effectsOf(entries),
  receipts,
});

/** Returns the writes of further entries; the row of the case shows what is here. */
const appended = ({ db, now }: Pick<Context, 'db' | 'now'>, { core, list }: State, more: readonly EffectRecord[]) => {
  const entries = [...list.entries, ...more];
  if (entries.length > maxEffectEntries) throw invalid({ non_field_errors: [effectMessages.tooMany] });
  return { entries, writes: [db.effects.write(core.id, list, entries), db.cases.changeCore(core, {}, now)] };
};

const stamp = ({ actor, now }: Pick<Context, 'actor' | 'now'>, effect_id: string) => ({
  id: uuid({ msecs: now.getTime() }),
  effect_id,
  by_name: actor.name,
  recorded_at: now.toISOString(),
});

/** A photograph is a document of the case. */
const assertPhoto = async ({ db }: Pick<Context, 'db'>, caseId: string, photo: string | null | undefined) => {
  if (!photo) return;
  const found = await db.documents.find(photo);
  if (found?.case_id !== caseId || found.deleted_at !== null || found.kind === 'identification_photo')
    throw invalid({ photo_id: [effectMessages.notItsPhoto] });
};

const changesOf = (values: Readonly<Record<string, string | null>>): Change[] =>
  Object.entries(values).map(([name, to]) => ({ field: `effects.${name}`, from: null, to }));

export const showEffects = handler(careEndpoints.effects, needs, async ({ params: { id } }, context) => {
  const { list, receipts } = await readEffects(context, id);
  return present(list.entries, receipts);
});

export const addEffect = handler(careEndpoints.addEffect, needs, ({ params: { id }, body }, context) =>
  context.work.attempt(async () => {
    const state = await readEffects(context, id);
    const { decision, decided_by, ...what } = body;
    await assertPhoto(context, id, what.photo_id);
    if (decision && !decided_by) throw invalid({ decided_by: [effectMessages.needsDecider] });
    const effectId = uuid({ msecs: context.now.getTime() });
    const added: EffectRecord[] = [{ kind: 'listed', ...stamp(context, effectId), ...what }];
    if (decision) added.push({ kind: 'decided', ...stamp(context, effectId), decision, decided_by });
    const { entries, writes } = appended(context, state, added);
    return context.work
      .add(...writes)
      .audit('effect.listed', id, changesOf({ description: effectText(what), decision: decision ?? null }))
      .announce('effect.changed', id, { case_id: id })
      .finish(present(entries, state.receipts));
  }),
);

/** Returns the effect that a change is about. Throws 404, or 409 once it is gone. */
const effectHere = ({ list }: State, effectId: string): PersonalEffect => {
  const found = effectsOf(list.entries).find(({ id }) => id === effectId);
  if (!found) throw notFound();
  if (found.returned) throw new AppError('conflict', { detail: effectMessages.returned });
  if (found.count === 0) throw new AppError('conflict', { detail: effectMessages.struck });
  return found;
};

export const changeEffect = handler(careEndpoints.changeEffect, needs, ({ params, body }, context) =>
  context.work.attempt(async () => {
    const { id, effectId } = params;
    const state = await readEffects(context, id);
    const before = effectHere(state, effectId);
    const { decision, decided_by = '', reason = '', ...what } = body;
    const next = { ...pick(before, ['description', 'count', 'worn', 'note', 'photo_id']), ...what };
    const isCorrected = Object.entries(next).some(([name, value]) => before[name as keyof typeof next] !== value);
    if (isCorrected && !reason) throw invalid({ reason: [effectMessages.needsReason] });
    if (decision && !decided_by) throw invalid({ decided_by: [effectMessages.needsDecider] });
    await assertPhoto(context, id, what.photo_id);
    const isDecided = decision !== undefined && (decision !== before.decision || decided_by !== before.decided_by);
    const added: EffectRecord[] = [];
    if (isCorrected) added.push({ kind: 'corrected', ...stamp(context, effectId), ...next, reason });
    if (isDecided) added.push({ kind: 'decided', ...stamp(context, effectId), decision, decided_by });
    if (added.length === 0) return context.work.finish(present(state.list.entries, state.receipts));
    const { entries, writes } = appended(context, state, added);
    context.work.add(...writes).announce('effect.changed', id, { case_id: id });
    if (isCorrected) context.work.audit('effect.corrected', id, changesOf({ description: effectText(next), reason }));
    if (isDecided)
      context.work.audit('effect.decided', id, changesOf({ description: effectText(next), decision, decided_by }));
    return context.work.finish(present(entries, state.receipts));
  }),
);

/** Throws 400 unless two people hand effects over at a possible time, and the receiver signs. */
const checkedReceipt = (
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  chosen: readonly PersonalEffect[],
  { gave, took, happened_at, note, signatures }: Omit<EffectReceipt, 'id' | 'effects' | `recorded_${string}`>,
): EffectReceipt => {
  const timeError = timeErrorOf(happened_at, now);
  if (timeError) throw invalid({ happened_at: [timeError] });
  if (isSameName(gave.name, took.name)) throw invalid({ took: [custodyMessages.needsTwo] });
  if (!signatures.some(({ of }) => of === 'took')) throw invalid({ signatures: [effectMessages.needsSignature] });
  return {
    id: uuid({ msecs: now.getTime() }),
    effects: chosen.map(({ id, description, count }) => ({ id, description, count })),
    happened_at: new Date(happened_at).toISOString(),
    recorded_at: now.toISOString(),
    recorded_by_name: actor.name,
    gave,
    took,
    note,
    signatures,
  };
};

export const returnEffects = handler(careEndpoints.returnEffects, needs, ({ params: { id }, body }, context) =>
  context.work.attempt(async () => {
    const { db, actor } = context;
    const state = await readEffects(context, id);
    const here = effectsHere(state.list.entries);
    const chosen = [...new Set(body.effects)].map((wanted) => {
      const found = here.find((effect) => effect.id === wanted);
      if (!found) throw invalid({ effects: [effectMessages.notOfCase] });
      return found;
    });
    const [gave, took] = await Promise.all([
      partyOf(db.organizations, 'gave', body.gave),
      partyOf(db.organizations, 'took', body.took),
    ]);
    if (!took) throw invalid({ took: [custodyMessages.needsName] });
    const receipt = checkedReceipt(context, chosen, { ...body, gave: gave ?? partyOfActor(actor), took });
    const handedOver = { kind: 'returned' as const, receipt_id: receipt.id, to_name: took.name };
    const returned = chosen.map((effect) => ({ ...handedOver, ...stamp(context, effect.id) }));
    const { entries, writes } = appended(context, state, returned);
    return context.work
      .add(...writes, db.effects.addReceipt(id, receipt))
      .audit('effect.returned', id, changesOf({ description: chosen.map(effectText).join(', '), to: took.name }))
      .announce('effect.returned', id, { case_id: id, receipt_id: receipt.id })
      .finish(present(entries, [...state.receipts, receipt]));
  }),
);
