import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const debounceMs = 300;
const shortest = 2;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The search in force. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches 300 ms after the last letter, from two letters on (D1 §7); emptied, it shows everything again. */
export const SearchBox = ({ label, placeholder, value, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useEffectEvent(onSearch);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const wanted = text.trim().length >= shortest ? text.trim() : '';
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      search(wanted);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <TextInput
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />}
      rightSectionPointerEvents="all"
    />
  );
};
