import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import { emailAddress } from '#domain/shared/values/email.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signerPartLabels, signerParts } from '#domain/signatures/signer-parts.ts';
import { isDocuSealAddress } from '#domain/signatures/submission-request.ts';
import { IconButton } from '../ui/gated-button.tsx';
import type { FormPerson } from './envelope-values.ts';
import classes from './signatures.module.css';

interface PeoplePickerProps {
  people: readonly FormPerson[];
  onChange: (people: FormPerson[]) => void;
}

const parts = signerParts.map((value) => ({ value, label: signerPartLabels[value] }));

const ways = [
  { value: 'email', label: 'By email' },
  { value: 'in_person', label: 'In person' },
];

/** Returns why the address of a signer cannot be used; undefined if it can. */
export const emailError = ({ email, delivery }: FormPerson): string | undefined => {
  if (email.trim() === '') return delivery === 'email' ? signatureMessages.emailRequired : undefined;
  const { data, error } = emailAddress.safeParse(email);
  if (error) return error.issues[0]?.message;
  return delivery === 'email' && !isDocuSealAddress(data) ? signatureMessages.emailRefused : undefined;
};

/** Someone just added has no mistakes yet. */
const isUntouched = ({ name, email }: FormPerson): boolean => name === '' && email === '';

export const PeoplePicker = ({ people, onChange }: PeoplePickerProps) => {
  const change = (key: string, to: Partial<FormPerson>) =>
    onChange(people.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const move = (at: number, by: 1 | -1) => {
    const next = [...people];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    onChange(next);
  };
  const add = () =>
    onChange([
      ...people,
      {
        key: crypto.randomUUID(),
        name: '',
        email: '',
        phone: '',
        relationship: '',
        signs: true,
        part: 'signer',
        delivery: 'email',
      },
    ]);
  return (
    <>
      <ol className={classes.rows}>
        {people.map((one, at) => {
          const label = one.name || `Person ${at + 1}`;
          return (
            <li key={one.key} className={classes.row} data-person={one.key} data-off={!one.signs || undefined}>
              <Checkbox
                size="md"
                label="Signs"
                aria-label={`${label} signs`}
                checked={one.signs}
                onChange={(event) => change(one.key, { signs: event.currentTarget.checked })}
              />
              {one.signs ? (
                <span className={classes.person}>
                  <TextInput
                    label="Name"
                    maxLength={200}
                    value={one.name}
                    error={!isUntouched(one) && one.name.trim() === '' ? signatureMessages.nameRequired : undefined}
                    onChange={(event) => change(one.key, { name: event.currentTarget.value })}
                  />
                  <NativeSelect
                    label="Role"
                    data={parts}
                    value={one.part}
                    onChange={(event) => change(one.key, { part: event.currentTarget.value as FormPerson['part'] })}
                  />
                  <NativeSelect
                    label="Delivery"
                    data={ways}
                    value={one.delivery}
                    onChange={(event) =>
                      change(one.key, { delivery: event.currentTarget.value as FormPerson['delivery'] })
                    }
                  />
                  <TextInput
                    label="Email"
                    type="email"
                    inputMode="email"
                    value={one.email}
                    error={isUntouched(one) ? undefined : emailError(one)}
                    onChange={({ currentTarget: { value: email } }) =>
                      change(one.key, { email, ...(one.email === '' && { delivery: 'email' }) })
                    }
                  />
                </span>
              ) : (
                <span className={classes.grow}>
                  {one.name} <span className={classes.dim}>{signerPartLabels[one.part].toLowerCase()}</span>
                </span>
              )}
              <span className={classes.move}>
                <IconButton
                  icon={IconArrowUp}
                  label={`Move ${label} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  icon={IconArrowDown}
                  label={`Move ${label} down`}
                  disabled={at === people.length - 1}
                  onClick={() => move(at, 1)}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <div className={classes.body}>
        <Button variant="default" data-add leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={add}>
          Add a person
        </Button>
      </div>
    </>
  );
};
