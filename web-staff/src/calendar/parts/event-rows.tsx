import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventContact, EventNeed } from '#domain/calendar/day.schema.ts';
import {
  type ContactKind,
  contactKindLabels,
  contactKinds,
  maxContacts,
  maxNeeds,
  needKindLabels,
  needKinds,
  resourceOfNeed,
} from '#domain/calendar/day-names.ts';
import { useApi } from '../../api/api-context.ts';
import classes from './day.module.css';
import { resourcesQuery, useMemberOptions } from './day-queries.ts';
import { optionsOf } from './day-text.ts';

/** Rows of a form with a key each, so that a removed one takes no other's focus. */
export const useRows = <Row extends object>(start: readonly Row[]) => {
  const [rows, setRows] = useState(() => start.map((row) => ({ key: crypto.randomUUID(), row })));
  return {
    rows,
    values: rows.map(({ row }) => row),
    add: (row: Row) => setRows((now) => [...now, { key: crypto.randomUUID(), row }]),
    remove: (key: string) => setRows((now) => now.filter((one) => one.key !== key)),
    change: (key: string, changes: Partial<Row>) =>
      setRows((now) => now.map((one) => (one.key === key ? { key, row: { ...one.row, ...changes } } : one))),
    changeAll: (by: (row: Row) => Row) => setRows((now) => now.map(({ key, row }) => ({ key, row: by(row) }))),
  };
};
type Rows<Row extends object> = ReturnType<typeof useRows<Row>>;

/** `isWords`: a name is typed instead of chosen. */
export type NeedDraft = EventNeed & { isWords: boolean };
export const draftOf = (need: EventNeed): NeedDraft => ({ ...need, isWords: need.words !== '' });

const wordsOption = { value: 'words', label: 'Another, in words' };

interface NeedFieldsProps {
  row: NeedDraft;
  homeId: string;
  onChange: (changes: Partial<NeedDraft>) => void;
  onRemove: () => void;
}

const NeedFields = ({ row, homeId, onChange, onRemove }: NeedFieldsProps) => {
  const members = useMemberOptions();
  const resources = useQuery(resourcesQuery(useApi())).data?.results ?? [];
  const kind = needKindLabels[row.kind];
  const chosen = row.member ?? row.resource;
  const known =
    row.kind === 'person'
      ? members
      : resources
          .filter((one) => one.kind === resourceOfNeed[row.kind] && one.active)
          .filter(({ funeral_home_id: home }) => home === null || home === homeId)
          .map(({ id, name }) => ({ value: id, label: name }));
  // A member who left, or a resource that is no longer in use, may stay.
  const former = chosen && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: row.name }] : [];
  const options = [...former, ...known];
  const choose = (value: string) => {
    const isRecord = value !== '' && value !== 'words';
    const [member, resource] = row.kind === 'person' ? [value, null] : [null, value];
    onChange({
      ...(isRecord ? { member, resource } : { member: null, resource: null }),
      isWords: value === 'words',
      words: '',
      confirmed: false,
      name: options.find((option) => option.value === value)?.label ?? '',
    });
  };
  return (
    <fieldset className={classes.row}>
      <legend>{row.name || kind}</legend>
      <Group align="end" gap="xs">
        <NativeSelect
          flex="1 1 10rem"
          label={kind}
          value={chosen ?? (row.isWords ? 'words' : '')}
          data={[{ value: '', label: 'Not chosen yet' }, ...options, wordsOption]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {row.isWords && (
          <TextInput
            flex="1 1 10rem"
            label="Name"
            maxLength={100}
            value={row.words}
            onChange={(event) => onChange({ words: event.currentTarget.value })}
          />
        )}
        <TextInput
          flex="1 1 10rem"
          label="Role"
          placeholder={row.kind === 'person' ? 'Drives the hearse' : undefined}
          maxLength={120}
          value={row.role}
          onChange={(event) => onChange({ role: event.currentTarget.value })}
        />
        <ConfirmAndRemove what={row.name || kind} isConfirmed={row.confirmed} {...{ onChange, onRemove }} />
      </Group>
    </fieldset>
  );
};

interface ConfirmAndRemoveProps {
  what: string;
  isConfirmed: boolean;
  onChange: (changes: { confirmed: boolean }) => void;
  onRemove: () => void;
}

const ConfirmAndRemove = ({ what, isConfirmed, onChange, onRemove }: ConfirmAndRemoveProps) => (
  <>
    <Checkbox
      mih={44}
      label="Confirmed"
      checked={isConfirmed}
      onChange={(event) => onChange({ confirmed: event.currentTarget.checked })}
    />
    <Button variant="subtle" aria-label={`Remove ${what}`} onClick={onRemove}>
      Remove
    </Button>
  </>
);

const emptyNeed = { member: null, resource: null, words: '', role: '', confirmed: false, name: '', phone: '' } as const;

export const NeedRows = ({ needs, homeId }: { needs: Rows<NeedDraft>; homeId: string }) => (
  <>
    {needs.rows.map(({ key, row }) => (
      <NeedFields
        key={key}
        {...{ row, homeId }}
        onChange={(changes) => needs.change(key, changes)}
        onRemove={() => needs.remove(key)}
      />
    ))}
    <Group gap="xs">
      {needs.rows.length < maxNeeds &&
        needKinds.map((kind) => (
          <Button key={kind} variant="default" onClick={() => needs.add({ ...emptyNeed, kind, isWords: false })}>
            Add {needKindLabels[kind].toLowerCase()}
          </Button>
        ))}
    </Group>
  </>
);

const emptyContact: EventContact = { kind: 'clergy', name: '', phone: '', note: '', confirmed: false };
const contactTexts = [
  { name: 'name', label: 'Name', limit: 100 },
  { name: 'phone', label: 'Phone', limit: 40 },
  { name: 'note', label: 'Note', limit: 200 },
] as const;

export const ContactRows = ({ contacts }: { contacts: Rows<EventContact> }) => (
  <>
    {contacts.rows.map(({ key, row }) => (
      <fieldset key={key} className={classes.row}>
        <legend>{row.name || contactKindLabels[row.kind]}</legend>
        <Group align="end" gap="xs">
          <NativeSelect
            flex="1 1 8rem"
            label="Who"
            data={optionsOf(contactKinds, contactKindLabels)}
            value={row.kind}
            onChange={(event) => contacts.change(key, { kind: event.currentTarget.value as ContactKind })}
          />
          {contactTexts.map(({ name, label, limit }) => (
            <TextInput
              key={name}
              flex="1 1 9rem"
              label={label}
              maxLength={limit}
              value={row[name]}
              onChange={(event) => contacts.change(key, { [name]: event.currentTarget.value })}
            />
          ))}
          <ConfirmAndRemove
            what={row.name || contactKindLabels[row.kind]}
            isConfirmed={row.confirmed}
            onChange={(changes) => contacts.change(key, changes)}
            onRemove={() => contacts.remove(key)}
          />
        </Group>
      </fieldset>
    ))}
    {contacts.rows.length < maxContacts && (
      <Group>
        <Button variant="default" onClick={() => contacts.add(emptyContact)}>
          Add contact
        </Button>
      </Group>
    )}
  </>
);
