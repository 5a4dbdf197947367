import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CarePlace } from '#domain/care/care.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useValuesForm, type ValuesForm } from '../ui/fields/use-values-form.ts';
import { PageBar } from '../ui/page/page-header.tsx';
import { byKind, fillText, GateMark, isFull, nameOf, stayText, TagCode } from './care-text.tsx';
import {
  blankMove,
  errorsOfMove,
  inForm,
  type MoveContext,
  type MoveValues,
  sentMove,
  settledNote,
  whenField,
} from './move-values.ts';
import { forgetMove, type OfflineMove, storeMove } from './offline-care.ts';
import { useReadMovesAgain, useSendCare } from './queries.ts';
import classes from './scan.module.css';
import { isUnreachable, type Refusal, refusalOf } from './send-moves.ts';
import { SignaturePad } from './signature-pad.tsx';

const line = (name: keyof MoveValues, label: string, more: Partial<FieldShape> = {}): FieldShape => ({
  name,
  label,
  kind: 'text',
  maxLength: 100,
  ...more,
});
const firm = 'Firm or relationship';
const sides = [
  { of: 'gave', title: 'Gives', fields: [line('gave_name', 'Who gives'), line('gave_firm', firm)] },
  { of: 'took', title: 'Takes', fields: [line('took_name', 'Who takes'), line('took_firm', firm)] },
] as const;
const witness = [
  line('witness_name', 'Witness', { help: 'Takes the place of a signature if the receiver cannot sign.' }),
  line('witness_firm', firm),
];
const from = line('from_text', 'Where were they before?', { maxLength: 200, requiredIf: true });
const reason = line('reason', 'Reason', { maxLength: 300, requiredIf: true });
const note = line('note', 'Note', { kind: 'textarea', maxLength: 500, rows: 2 });

interface RecordProps extends MoveContext {
  /** Moves of this record on this device: this one follows them, or settles those that were refused. */
  kept: readonly OfflineMove[];
  onDone: (place: string, isOffline: boolean) => void;
}

/** Records a move on the server, or on this device while the server is unreachable. */
const useRecordMove = ({ form, kept, onDone, ...context }: RecordProps & { form: ValuesForm }) => {
  const { card, places, me, timeZone } = context;
  const send = useSendCare(card.case_id);
  const readMoves = useReadMovesAgain(me.id);
  const keyFor = useIdempotencyKey();
  const [refusal, setRefusal] = useState<Refusal>();
  // A repeated press is the same request, so "now" stays the first one.
  const pressedAt = useRef<Date>(undefined);

  const record = async (): Promise<unknown> => {
    pressedAt.current ??= new Date();
    const body = sentMove(form.values as MoveValues, context, pressedAt.current);
    const place = places.find(({ id }) => id === body.to_place)?.name ?? '';
    const key = keyFor(body);
    try {
      // A move that follows one on this device waits behind it.
      if (kept.some(({ refused }) => !refused)) throw new ApiError(0, 'Waiting');
      await send(careEndpoints.move, { params: { id: card.case_id }, body }, key);
      // The note of the entry says what they had recorded.
      for (const settled of kept) await forgetMove(me.id, settled);
      await readMoves();
      return onDone(place, false);
    } catch (error) {
      if (!isUnreachable(error)) {
        pressedAt.current = undefined;
        const isOfForm =
          error instanceof ApiError && form.refuse(new ApiError(error.status, error.message, inForm(error.body)));
        return setRefusal(isOfForm ? undefined : refusalOf(error, timeZone));
      }
    }
    const move = {
      key,
      caseId: card.case_id,
      subjectId: card.id,
      name: nameOf(card),
      tag: card.tag,
      to: place,
      from: card.place?.name ?? body.from_text ?? '',
      at: body.happened_at,
      body: { ...body, to_place: body.to_place ?? '' },
      settles: kept.filter(({ refused }) => refused).map((settled) => settled.key),
    };
    if (!(await storeMove(me.id, move)))
      return setRefusal({
        text: 'There is no connection, and this device cannot store the move. Keep this page open and try again.',
        missing: [],
      });
    await readMoves();
    return onDone(place, true);
  };

  const { mutate, isPending } = useMutation({ mutationFn: record });
  return { refusal, isBusy: isPending, record: () => !isPending && mutate() };
};

interface MoveFormProps extends RecordProps {
  isOffline: boolean;
  onBack: () => void;
}

/** One tap chooses a place, one tap moves; a release asks for both names and signatures. */
export const MoveForm = ({ isOffline, kept, onDone, onBack, ...context }: MoveFormProps) => {
  const { card, places, me, timeZone, countAt } = context;
  const toSettle = kept.filter(({ refused }) => refused);
  const form = useValuesForm({ ...blankMove, note: settledNote(toSettle, timeZone) }, (values) =>
    errorsOfMove(values as MoveValues, context, new Date()),
  );
  const { record, isBusy, refusal } = useRecordMove({ ...context, form, kept, onDone });
  const [showsMore, setShowsMore] = useState(false);
  const values = form.values as MoveValues;
  const to = places.find(({ id }) => id === values.to_place);
  const isRelease = to !== undefined && !to.ours && !values.is_found;
  const isFirst = card.number === 0;
  const isOverfull = to?.ours === true && isFull(to, countAt(to.id));
  const needsChecks = isOffline && isRelease && card.kind === 'body' && (card.gate?.missing ?? 0) > 0;
  const choose = (place: CarePlace) => {
    form.set('to_place', place.id);
    // Within the house the user who records the move gives and takes.
    if (!place.ours && !values.gave_name) form.set('gave_name', me.name);
    if (place.ours && values.gave_name === me.name) form.set('gave_name', '');
  };
  const found: FieldShape = {
    name: 'is_found',
    label: `Not in ${card.place?.name ?? 'the recorded place'}: found elsewhere`,
    kind: 'checkbox',
    help: 'The owner is notified, and the record shows both places.',
  };
  const verb = isRelease ? 'Release to' : values.is_found ? 'Found in' : 'Move to';
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Move"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check()) record();
      }}
    >
      <Who {...context} />
      {toSettle.length > 0 && <ToSettle moves={toSettle} />}
      {isFirst && <FormFields form={form} fields={[from]} />}
      <PlaceChoice {...context} form={form} onChoose={choose} />
      <FormFields
        form={form}
        fields={[...(isFirst ? [] : [found]), ...(values.is_found || isOverfull ? [reason] : [])]}
      />
      {needsChecks && (
        <Notice tone="problem">
          Checks before this release were missing when this device last had a connection. Connect to see and record
          them.
        </Notice>
      )}
      {(isRelease || isFirst || showsMore) && <People form={form} signs={isRelease || isFirst} />}
      {showsMore || isRelease ? (
        <FormFields form={form} fields={[whenField, note]} />
      ) : (
        <p className={classes.dim}>
          Happened now{isFirst ? '' : ', given and taken by you'}.{' '}
          <Anchor component="button" type="button" inherit onClick={() => setShowsMore(true)}>
            Change
          </Anchor>
        </p>
      )}
      {refusal && <Refused refusal={refusal} caseId={card.case_id} />}
      <div className={classes.buttons}>
        <PageBar inline>
          <Button variant="default" size="lg" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" size="lg" loading={isBusy} disabled={!to || needsChecks}>
            {to ? `${verb} ${to.name}` : 'Choose a place'}
          </Button>
        </PageBar>
      </div>
    </form>
  );
};

const Who = ({ card, found, timeZone }: MoveContext) => (
  <section className={classes.who} aria-label="Person">
    <strong>{nameOf(card)}</strong>
    <span className={classes.line}>
      <TagCode tag={card.tag} /> <Chip tone="ok">{found.read === 'scan' ? 'Scanned' : 'Letters typed'}</Chip>
      {card.same_surname && <Chip tone="warn">Same surname in care: read the tag</Chip>}
    </span>
    <span className={classes.dim}>
      {card.place
        ? `${card.place.name}, ${stayText(card.since, new Date())} · entry ${card.number}`
        : 'Not in care yet: this is the first entry'}
    </span>
    <GateMark card={card} timeZone={timeZone} />
  </section>
);

const ToSettle = ({ moves }: { moves: readonly OfflineMove[] }) => (
  <Notice tone="warning" title="To settle: two versions">
    {moves.map(({ key, from: before, to: after, refused }) => (
      <p key={key}>
        This device: {before} → {after}. {refused?.text}
      </p>
    ))}
    Go and look, then record where they are now. The note of this entry says what was not recorded.
  </Notice>
);

const Refused = ({ refusal: { text, missing, current }, caseId }: { refusal: Refusal; caseId: string }) => (
  <Notice tone="problem" title={current ? 'Not recorded: a colleague was faster' : 'Not recorded'}>
    {text}
    {current && ' Go back, read the tag again, and look where they are.'}
    {missing.length > 0 && (
      <>
        {' '}
        <Link to={paths.caseChecks(caseId, 'release')}>Open the checks</Link>
      </>
    )}
  </Notice>
);

interface PlaceChoiceProps extends MoveContext {
  form: ValuesForm;
  onChoose: (place: CarePlace) => void;
}

const PlaceChoice = ({ card, places, countAt, form, onChoose }: PlaceChoiceProps) => {
  const { value: chosen, error } = form.bind(line('to_place', 'Where to?'));
  const open = places.filter(({ id, active }) => active && (card.found_away || id !== card.place?.id));
  const own = open.filter(({ funeral_home_id }) => funeral_home_id === card.funeral_home_id);
  const [showsAll, setShowsAll] = useState(own.length === 0);
  const shown = (showsAll ? open : own).toSorted(byKind);
  const details = (one: CarePlace) => {
    const isElsewhere = one.funeral_home_id !== card.funeral_home_id && one.funeral_home_name;
    const count = countAt(one.id);
    const fill = fillText(one, count) + (isFull(one, count) ? ': asks for a reason' : '');
    return [isElsewhere, one.capacity !== null && fill, !one.ours && 'leaves our care'].filter(Boolean).join(' · ');
  };
  return (
    <fieldset className={classes.choices}>
      <legend>Where to?</legend>
      {shown.map((one) => (
        <label key={one.id} className={classes.choice}>
          <input
            type="radio"
            name="to_place"
            value={one.id}
            checked={chosen === one.id}
            onChange={() => onChoose(one)}
          />
          <span>
            <b>{one.name}</b>
            <span className={classes.dim}>{details(one)}</span>
          </span>
        </label>
      ))}
      {open.length === 0 && <p className={classes.dim}>No other place yet. Add places under Funeral homes, Places.</p>}
      {!showsAll && open.length > own.length && (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          All {open.length} places
        </Button>
      )}
      {typeof error === 'string' && <p role="alert">{error}</p>}
    </fieldset>
  );
};

const People = ({ form, signs }: { form: ValuesForm; signs: boolean }) => (
  <>
    <div className={classes.two}>
      {sides.map(({ of, title, fields }) => (
        <section key={of} aria-label={title}>
          <h2>{title}</h2>
          <FormFields form={form} fields={fields} />
          {signs && (
            <SignaturePad
              form={form}
              name={`sign_${of}`}
              label={`Signature of ${form.values[`${of}_name`] || (of === 'gave' ? 'who gives' : 'who takes')}`}
            />
          )}
        </section>
      ))}
    </div>
    <FormFields form={form} fields={witness} />
  </>
);
