import '@mantine/core/styles/ScrollArea.css';
import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { capitalize } from '#domain/shared/values/text.ts';
import classes from './person-picker.module.css';

export interface Person {
  id: string;
  name: string;
  /** Distinguishes people of the same name: a phone number, an address. */
  details: string;
}

export interface FoundPeople {
  /** Too little input to search. */
  idle: boolean;
  searching: boolean;
  people: readonly Person[];
  more: boolean;
}

interface PersonPickerProps {
  label: string;
  description?: string;
  placeholder?: string;
  kind: string;
  text: string;
  onText: (text: string) => void;
  found: FoundPeople;
  autoFocus?: boolean;
  onPick: (id: string) => void;
  defaultOpen?: boolean;
}

const Status = ({ found: { searching, people, more }, kind }: Pick<PersonPickerProps, 'found' | 'kind'>): ReactNode => {
  if (searching) return 'Searching…';
  if (people.length > 0) return `Found ${people.length} ${kind}(s)${more ? ', type more to find others' : ''}`;
  return (
    <>
      <span className={classes.none}>No {kind}s found</span>
      Try a different search term
    </>
  );
};

/** Arrow keys move, Enter chooses, Escape closes the list. The caller runs the search. */
export const PersonPicker = (props: PersonPickerProps) => {
  const { kind, text, onText, found, autoFocus, onPick, defaultOpen = false, ...shown } = props;
  const [open, setOpen] = useState(defaultOpen);
  const unfolded = open && !found.idle;
  const combobox = useCombobox({ opened: unfolded, onOpenedChange: setOpen });
  const type = (next: string) => {
    onText(next);
    setOpen(true);
    combobox.resetSelectedOption();
  };
  const pick = (id: string) => {
    const person = found.people.find((candidate) => candidate.id === id);
    if (!person) return;
    onText(person.name);
    setOpen(false);
    onPick(id);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false} keepMounted>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...shown}
          data-autofocus={autoFocus}
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
          rightSectionPointerEvents="all"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <div role="status" className={classes.status}>
          {unfolded && <Status found={found} kind={kind} />}
        </div>
        <Combobox.Options aria-label={`${capitalize(kind)}s`} mah="18rem" className={classes.list}>
          {found.people.map(({ id, name, details }) => (
            <Combobox.Option key={id} value={id} className={classes.option}>
              <div className={classes.name}>{name}</div>
              <div className={classes.details}>{details}</div>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
