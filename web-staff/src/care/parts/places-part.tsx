import { useQuery } from '@tanstack/react-query';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CarePlace } from '#domain/care/care.schema.ts';
import { type PlaceKind, placeKinds } from '#domain/care/care-names.ts';
import { isOurs, placeKindLabels } from '#domain/care/places.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { useApi } from '../../api/api-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { DialogOpener } from '../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { EmptyState, QueryState } from '../../ui/feedback/states.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { placesQuery, useSendCare } from '../queries.ts';
import classes from './places.module.css';

/** The places of a home: coolers, rooms, vehicles, and the firms that people are handed over to. */
export const PlacesPart = ({ homeId, edits }: { homeId: string; edits: boolean }) => {
  const query = useQuery(placesQuery(useApi()));
  const places = query.data?.filter(({ funeral_home_id }) => funeral_home_id === homeId);
  return (
    <>
      <div className={classes.head}>
        <p>
          People in care can be at these places. A move to a place that is not yours is a release: it asks for two
          names, and checks must be met.
        </p>
        {edits && (
          <DialogOpener variant="filled" dialog={(onClose) => <PlaceDialog homeId={homeId} onClose={onClose} />}>
            Add place
          </DialogOpener>
        )}
      </div>
      {!places && <QueryState query={query} rows={4} height={56} />}
      {places?.length === 0 && <EmptyState title="No places yet" text="Begin with the cooler and the vehicle." />}
      <ul className={classes.list}>
        {places?.map((place) => (
          <li key={place.id}>
            <span className={classes.name}>
              <b>{place.name}</b>
              <span>
                {[
                  placeKindLabels[place.kind],
                  place.capacity !== null && `holds ${place.capacity}`,
                  !place.ours && 'leaves our care',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {!place.active && <Chip>No longer in use</Chip>}
            {edits && (
              <DialogOpener
                variant="subtle"
                aria-label={`Change ${place.name}`}
                dialog={(onClose) => <PlaceDialog homeId={homeId} place={place} onClose={onClose} />}
              >
                Change
              </DialogOpener>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};

const name: FieldShape = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  maxLength: 60,
  requiredIf: true,
  isFirst: true,
};
const kind: FieldShape = {
  name: 'kind',
  label: 'Kind',
  kind: 'chosen',
  options: placeKinds.map((value) => ({ value, label: placeKindLabels[value] })),
};
const ours: FieldShape = { name: 'ours', label: 'It is our own', kind: 'checkbox' };
const capacity: FieldShape = {
  name: 'capacity',
  label: 'How many it holds',
  kind: 'integer',
  inputmode: 'numeric',
  help: 'Blank if there is no limit. A move into a full place asks for a reason.',
};
const active: FieldShape = { name: 'active', label: 'In use', kind: 'checkbox' };

const errorsOf = (values: Readonly<Record<string, FieldValue>>) => ({
  ...(asString(values.name).trim() === '' && { name: ['Name is required'] }),
  ...(!/^\d{0,3}$/.test(asString(values.capacity).trim()) && { capacity: ['Enter a number'] }),
});

const PlaceDialog = ({ homeId, place, onClose }: { homeId: string; place?: CarePlace; onClose: () => void }) => {
  const send = useSendCare();
  const { form, ...sent } = useSentForm({
    start: {
      name: place?.name ?? '',
      kind: (place?.kind ?? 'cooler') as PlaceKind,
      ours: place?.ours ?? true,
      active: place?.active ?? true,
      capacity: String(place?.capacity ?? ''),
    },
    judge: errorsOf,
    send: (values) => {
      const capacity = values.capacity.trim() === '' ? null : Number(values.capacity);
      if (place) {
        const body = { name: values.name, capacity, active: values.active, version: place.version };
        return send(careEndpoints.changePlace, { params: { id: place.id }, body });
      }
      const { name, kind, ours } = values;
      return send(careEndpoints.addPlace, { body: { funeral_home_id: homeId, name, kind, ours, capacity } });
    },
    done: place ? 'Place changed' : 'Place added',
    onDone: onClose,
  });
  // Only a crematory or another place can be either.
  const asksOurs = isOurs(form.values.kind as PlaceKind, true) !== isOurs(form.values.kind as PlaceKind, false);
  const fields = place ? [name, capacity, active] : [name, kind, ...(asksOurs ? [ours] : []), capacity];
  return (
    <FormDialog
      title={place ? 'Change place' : 'Add place'}
      submit={place ? 'Save' : 'Add'}
      {...sent}
      onClose={onClose}
    >
      <FormFields form={form} fields={fields} />
    </FormDialog>
  );
};
