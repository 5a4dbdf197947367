import type { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CareCard, CarePlace, Party } from '#domain/care/care.schema.ts';
import type { EntryKind } from '#domain/care/care-names.ts';
import { moveErrors } from '#domain/care/custody.ts';
import { custodyRuleOf } from '#domain/care/custody-rules.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import type { FieldErrors } from '#domain/shared/contract/errors.ts';
import { instantAt } from '#domain/shared/values/calendar-date.ts';
import { formatDateTime, localDateTime } from '#domain/shared/values/date-time.ts';
import type { FieldShape } from '../ui/fields/use-values-form.ts';
import { isFull } from './care-text.tsx';
import type { FoundTag } from './find-tag.tsx';
import type { OfflineMove } from './offline-care.ts';

export type SentMove = NonNullable<CallInput<typeof careEndpoints.move>['body']>;

export const blankMove = {
  to_place: '',
  is_found: false,
  happened_at: '',
  from_text: '',
  gave_name: '',
  gave_firm: '',
  took_name: '',
  took_firm: '',
  witness_name: '',
  witness_firm: '',
  reason: '',
  note: '',
  sign_gave: '',
  sign_took: '',
};
export type MoveValues = typeof blankMove;

/** When an entry happened, on the clock of the home. */
export const whenField: FieldShape = { name: 'happened_at', label: 'When', kind: 'datetime', help: 'Blank means now.' };

export interface MoveContext {
  card: CareCard;
  found: FoundTag;
  places: readonly CarePlace[];
  me: { id: string; name: string };
  timeZone: string;
  state: string;
  countAt: (placeId: string) => number;
}

const partyOf = (name: string, firm: string, me: MoveContext['me']): SentMove['gave'] => {
  if (name.trim() === '') return undefined;
  return name.trim() === me.name && firm.trim() === '' ? { profile: me.id } : { name: name.trim(), firm: firm.trim() };
};

/** Returns the instant of a time on the home's clock; now if it is blank. */
export const instantOf = (local: string, timeZone: string, now: Date): string => {
  const [day = '', time = ''] = local.split('T');
  return day && time ? instantAt(day, time, timeZone).toISOString() : now.toISOString();
};

export const sentMove = (values: MoveValues, context: MoveContext, now: Date) => {
  const { card, found, places, me, timeZone } = context;
  const isOurs = places.find(({ id }) => id === values.to_place)?.ours ?? true;
  const kind: EntryKind = values.is_found ? 'found' : isOurs ? 'moved' : 'released';
  const signatures = (['gave', 'took'] as const).flatMap((of) => {
    const path = values[`sign_${of}`];
    return path ? [{ of, path }] : [];
  });
  return {
    subject: card.id,
    expected: card.number,
    to_place: values.to_place,
    kind,
    happened_at: instantOf(values.happened_at, timeZone, now),
    from_text: values.from_text,
    gave: partyOf(values.gave_name, values.gave_firm, me),
    took: partyOf(values.took_name, values.took_firm, me),
    witness: partyOf(values.witness_name, values.witness_firm, me),
    read: found.read,
    tag: found.tag,
    reason: values.reason,
    note: values.note,
    signatures,
  };
};

/** Returns the errors of the form by its fields: the rules of the server, and what a screen asks beyond them. */
export const errorsOfMove = (values: MoveValues, context: MoveContext, now: Date): FieldErrors => {
  const { card, places, me, countAt } = context;
  const to = places.find(({ id }) => id === values.to_place);
  const sent = sentMove(values, context, now);
  const person = (party: SentMove['gave']): Party | null =>
    party ? { profile_id: party.profile ?? null, name: party.name ?? me.name, firm: party.firm ?? '' } : null;
  const people = { gave: person(sent.gave), took: person(sent.took), witness: person(sent.witness) };
  const ruled = moveErrors(
    { ...sent, ...people, corrects: null, parts: null, signed: sent.signatures.map(({ of }) => of) },
    { head: { ...card, ended: card.state === 'ended' }, to, rule: custodyRuleOf(context.state), now },
  );
  const errors: FieldErrors = inForm(ruled);
  if (card.number === 0 && values.from_text.trim() === '') errors.from_text = ['Enter where they were before'];
  if (sent.kind === 'released' && !values.sign_gave) errors.sign_gave = ['The person who gives signs, too'];
  if (sent.kind === 'moved' && to && isFull(to, countAt(to.id)) && values.reason.trim() === '')
    errors.reason = ['This place is full: say why'];
  return errors;
};

const namesInForm: Readonly<Record<string, string>> = {
  gave: 'gave_name',
  took: 'took_name',
  witness: 'witness_name',
  'gave.name': 'gave_name',
  'took.name': 'took_name',
  signatures: 'sign_took',
  kind: 'to_place',
};

/** Returns errors under the names that their fields have in the form. */
export const inForm = <Error>(errors: Readonly<Record<string, Error>>): Record<string, Error> =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [namesInForm[name] ?? name, error]));

/** Says in the note of the entry that settles them what the device had recorded, so that both versions stay. */
export const settledNote = (moves: readonly OfflineMove[], timeZone: string): string =>
  moves
    .map(
      ({ from, to, at }) => `Not recorded: ${from} → ${to}, ${formatDateTime(localDateTime(timeZone, new Date(at)))}.`,
    )
    .join('\n')
    .slice(0, 500);
