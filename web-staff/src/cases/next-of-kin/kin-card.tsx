import { ActionIcon, Anchor, Button, Menu, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PersonCard } from '../../ui/person-card.tsx';
import {
  addressOfKin,
  type KinEntry,
  kinLabelOf,
  kinText,
  nameOfKin,
  relationshipOf,
  relationshipsFor,
} from '../parts/kin-entries.ts';
import classes from './kin-editor.module.css';

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

interface KinSummaryProps {
  kin: KinEntry;
  isPrimary: boolean;
  asks?: ReactNode;
  actions?: ReactNode;
}

export const KinSummary = ({ kin: nextOfKin, isPrimary, asks, actions }: KinSummaryProps) => {
  const customer = kinText(nextOfKin, 'existingCustomerId');
  const notes = kinText(nextOfKin, 'notes');
  return (
    <PersonCard
      relation={[relationshipOf(nextOfKin), isPrimary && 'primary contact'].filter(Boolean).join(' · ')}
      name={nameOfKin(nextOfKin)}
      phone={kinText(nextOfKin, 'phone')}
      email={kinText(nextOfKin, 'email')}
      address={addressOfKin(nextOfKin)}
      note={
        (notes !== '' || customer !== '' || asks !== undefined) && (
          <>
            {notes !== '' && <span className={classes.notes}>{notes}</span>}
            {customer !== '' && (
              <Anchor component={Link} to={paths.customer(customer)} inherit underline="always">
                Customer record
              </Anchor>
            )}
            {asks}
          </>
        )
      }
      actions={actions}
    />
  );
};

interface KinCardProps {
  kin: KinEntry;
  place: number;
  count: number;
  errors: Readonly<Record<string, string>>;
  onEdit: () => void;
  onRelationship: (relationship: string) => void;
  onRemove: () => void;
  onMove: (to: number) => void;
}

/** A saved next of kin (D2 §4). */
export const KinCard = ({
  kin: nextOfKin,
  place,
  count,
  errors,
  onEdit,
  onRelationship,
  onRemove,
  onMove,
}: KinCardProps) => {
  const name = nameOfKin(nextOfKin);
  const isPrimary = place === 0;
  return (
    <div className={classes.saved}>
      <KinSummary
        kin={nextOfKin}
        isPrimary={isPrimary}
        asks={<Relationship kin={nextOfKin} onChange={onRelationship} />}
        actions={
          <>
            <Button
              variant="subtle"
              aria-label={`Edit ${name}`}
              leftSection={<IconPencil {...icon} />}
              onClick={onEdit}
            >
              Edit
            </Button>
            <Button
              variant="subtle"
              color="red"
              aria-label={`${isPrimary ? 'Clear' : 'Remove'} ${name}`}
              leftSection={<IconTrash {...icon} />}
              onClick={onRemove}
            >
              {isPrimary ? 'Clear' : 'Remove'}
            </Button>
            {count > 1 && <Order name={name} place={place} count={count} onMove={onMove} />}
          </>
        }
      />
      {Object.keys(errors).length > 0 && (
        <Notice tone="problem" title={`${name} could not be saved:`}>
          {Object.entries(errors)
            .map(([field, message]) => [kinLabelOf(field), message].filter(Boolean).join(': '))
            .join('. ')}
        </Notice>
      )}
    </div>
  );
};

/** A saved relationship can be changed but not removed. */
const Relationship = ({ kin: nextOfKin, onChange }: { kin: KinEntry; onChange: (relationship: string) => void }) => {
  const [emptied, setEmptied] = useState(false);
  const value = kinText(nextOfKin, 'relationship');
  return (
    <NativeSelect
      label="Relationship to the deceased"
      className={classes.relationship}
      data={[{ value: '', label: 'Please select' }, ...relationshipsFor(nextOfKin)]}
      value={value}
      error={emptied && 'Relationship is required. Use Edit button to modify.'}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setEmptied(next === '');
        if (next !== '' && next !== value) onChange(next);
      }}
    />
  );
};

type OrderProps = { name: string } & Pick<KinCardProps, 'place' | 'count' | 'onMove'>;

const Order = ({ name, place, count, onMove }: OrderProps) => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <ActionIcon variant="subtle" size={36} aria-label={`More for ${name}`}>
        <IconDots size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {place > 0 && (
        <Menu.Item leftSection={<IconStar {...icon} />} onClick={() => onMove(0)}>
          Make primary contact
        </Menu.Item>
      )}
      {place > 1 && (
        <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => onMove(place - 1)}>
          Move up
        </Menu.Item>
      )}
      {place < count - 1 && (
        <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => onMove(place + 1)}>
          Move down
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);
