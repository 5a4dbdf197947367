import { Anchor, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { FirstCall, FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { paths } from '../paths.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { EmailLink, PhoneLink } from '../ui/fields/field-list.tsx';
import { relationshipOf } from './first-call-text.ts';
import { KinForm } from './kin-form.tsx';
import { useChangeKin } from './mutations.ts';
import classes from './sheet.module.css';

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

interface KinSectionProps {
  sheet: FirstCall;
  canEdit: boolean;
  today: string;
}

/** The next of kin, the primary contact first: a card each, read or edited. */
export const KinSection = ({ sheet, canEdit, today }: KinSectionProps) => {
  const title = useId();
  const [editing, setEditing] = useState<string>();
  const nextOfKin = sheet.next_of_kins;
  return (
    <section className={classes.card} aria-labelledby={title} data-section="kin">
      <div className={classes.head}>
        <h2 id={title} className={classes.cardTitle}>
          Next of kin
        </h2>
        {canEdit && editing !== 'new' && (
          <Button
            variant="subtle"
            className={classes.pencil}
            leftSection={<IconPlus {...icon} />}
            onClick={() => setEditing('new')}
          >
            Add next of kin
          </Button>
        )}
      </div>
      {nextOfKin.length === 0 && editing !== 'new' && (
        <p className={classes.none}>Nobody is named yet. An active first call has at least one next of kin.</p>
      )}
      <ul className={classes.kin}>
        {nextOfKin.map((person, place) => (
          <li key={person.id} className={editing === person.id ? classes.wide : undefined}>
            {editing === person.id ? (
              <KinForm sheet={sheet} kin={person} today={today} onDone={() => setEditing(undefined)} />
            ) : (
              <KinCard
                sheet={sheet}
                kin={person}
                isPrimary={place === 0}
                canEdit={canEdit}
                onEdit={() => setEditing(person.id)}
              />
            )}
          </li>
        ))}
        {editing === 'new' && (
          <li className={classes.wide}>
            <KinForm sheet={sheet} kin={undefined} today={today} onDone={() => setEditing(undefined)} />
          </li>
        )}
      </ul>
    </section>
  );
};

interface KinCardProps {
  sheet: FirstCall;
  kin: FirstCallKin;
  isPrimary: boolean;
  canEdit: boolean;
  onEdit: () => void;
}

const KinCard = ({ sheet, kin: nextOfKin, isPrimary, canEdit, onEdit }: KinCardProps) => {
  const [asking, setAsking] = useState(false);
  const change = useChangeKin(sheet.id);
  const name = fullName(nextOfKin.first_name, nextOfKin.last_name) || 'Name not known yet';
  const { address: street, address_apt: apt, city, state, zip_code: zip } = nextOfKin;
  const remove = () =>
    change.mutate({ nokId: nextOfKin.id }, { onError: toastFailure, onSettled: () => setAsking(false) });
  return (
    <div className={classes.kinCard}>
      <div className={classes.person}>{name}</div>
      <div>{[relationshipOf(nextOfKin.relationship), isPrimary && 'primary contact'].filter(Boolean).join(' · ')}</div>
      <div>
        <PhoneLink phone={nextOfKin.phone ?? ''} />
      </div>
      <div>
        <EmailLink email={nextOfKin.email ?? ''} />
      </div>
      <div>{[street, apt, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</div>
      {nextOfKin.existingCustomerId && (
        <div>
          <Anchor component={Link} to={paths.customer(nextOfKin.existingCustomerId)} inherit>
            Known customer
          </Anchor>
        </div>
      )}
      {canEdit && (
        <div className={classes.kinActions}>
          <Button
            variant="subtle"
            className={classes.pencil}
            aria-label={`Edit ${name}`}
            leftSection={<IconPencil {...icon} />}
            onClick={onEdit}
          >
            Edit
          </Button>
          <Button
            variant="subtle"
            color="red"
            className={classes.pencil}
            aria-label={`Remove ${name}`}
            leftSection={<IconTrash {...icon} />}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
        </div>
      )}
      <ConfirmModal
        opened={asking}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        danger
        busy={change.isPending}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        {name} will no longer be on this first call.
      </ConfirmModal>
    </div>
  );
};
