import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CareCount } from '#domain/care/care.schema.ts';
import { tagText } from '#domain/care/tag-code.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { timeAtHome } from '../ui/time/time-text.ts';
import classes from './board.module.css';
import { useSendCare } from './queries.ts';

type Differing = Pick<CareCount, 'missing' | 'elsewhere' | 'unknown'>;

export const Differences = ({ missing, elsewhere, unknown }: Differing) => (
  <ul className={classes.differences}>
    {missing.map(({ subject_id, name, place }) => (
      <li key={subject_id}>
        <b>{name}</b> was not seen. On record: {place.name}.
      </li>
    ))}
    {elsewhere.map(({ person, seen_at }) => (
      <li key={person.subject_id}>
        <b>{person.name}</b> was seen in {seen_at.name}. On record: {person.place.name}.
      </li>
    ))}
    {unknown.map(({ tag, place }) => (
      <li key={tag}>
        Tag <b>{tagText(tag)}</b> was seen in {place.name}. Nobody in care has it.
      </li>
    ))}
  </ul>
);

/** A difference stays on the board until a user says what is known. */
export const OpenCounts = ({ counts }: { counts: readonly CareCount[] }) => {
  const canSettle = useCan()('care:move');
  const { time_zone: zone } = useCurrentUser().funeral_home_details;
  return counts.map((count) => (
    <Notice
      key={count.id}
      tone="problem"
      title={`The count of ${timeAtHome(count.counted_at, zone)} by ${count.by_name} has a difference`}
    >
      <Differences {...count} />
      {count.note && <p className={classes.known}>“{count.note}”</p>}
      {canSettle && (
        <DialogOpener dialog={(onClose) => <SettleDialog count={count} onClose={onClose} />}>Settle</DialogOpener>
      )}
    </Notice>
  ));
};

const noteField: FieldShape = {
  name: 'note',
  label: 'What is known',
  kind: 'textarea',
  maxLength: 500,
  requiredIf: true,
  isFirst: true,
  help: 'Record moves first: this only ends the warning.',
};

const SettleDialog = ({ count, onClose }: { count: CareCount; onClose: () => void }) => {
  const sendCare = useSendCare();
  const { form, ...sent } = useSentForm({
    start: { note: '' },
    send: (body) => sendCare(careEndpoints.settleCount, { params: { id: count.id }, body }),
    done: 'Difference settled',
    onDone: onClose,
  });
  return (
    <FormDialog title="Settle the difference" submit="Settle" {...sent} onClose={onClose}>
      <FormFields form={form} fields={[noteField]} />
    </FormDialog>
  );
};
