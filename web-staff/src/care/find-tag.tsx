import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { readTag, tagLength, tagLetters } from '#domain/care/tag-code.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { PageBar } from '../ui/page/page-header.tsx';
import classes from './scan.module.css';
import { TagCamera } from './tag-camera.tsx';

const notALetter = new RegExp(`[^${tagLetters}]`, 'g');
/** Fewer letters fit too many people. */
const enoughLetters = 3;

export interface FoundTag {
  tag: string;
  read: 'scan' | 'letters';
}

interface FindTagProps {
  tags: readonly string[];
  submit: string;
  onFound: (found: FoundTag) => void;
  /** Why the last tag led nowhere. */
  error?: string | undefined;
  /** Further buttons of the page. */
  children?: ReactNode;
}

/** The camera, and always the ten letters: they never finish themselves, so that all of them are read. */
export const FindTag = ({ tags, submit, onFound, error, children }: FindTagProps) => {
  const [letters, setLetters] = useState('');
  const [wrong, setWrong] = useState('');
  const missing = tagLength - letters.length;
  const alike = tags.filter((tag) => tag.startsWith(letters)).length;
  const hint =
    letters.length < enoughLetters
      ? 'The tag and the board show them. Capitals or small letters; spaces do not matter.'
      : `${alike === 1 ? 'One tag' : alike === 0 ? 'No tag' : `${alike} tags`} in care ${pluralForm(Math.max(alike, 1), 'begins', 'begin')} with these letters.`;
  const found = (one: FoundTag) => {
    setLetters('');
    setWrong('');
    onFound(one);
  };
  return (
    <form
      className={classes.find}
      onSubmit={(event) => {
        event.preventDefault();
        const tag = readTag(letters);
        if (tag) found({ tag, read: 'letters' });
      }}
    >
      <TagCamera
        onText={(text) => {
          // The code of a label is the letters, or an address that ends with them.
          const tag = readTag(text.split('/').at(-1) ?? '');
          if (tag) found({ tag, read: 'scan' });
          else setWrong('This code is not a tag of ours.');
        }}
      />
      <TextInput
        label="Or type the ten letters"
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={wrong || error}
        classNames={{ input: classes.letters }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={letters}
        onChange={({ currentTarget: { value } }) => {
          setWrong('');
          setLetters(value.toUpperCase().replace(notALetter, '').slice(0, tagLength));
        }}
      />
      <div className={classes.buttons}>
        <PageBar inline>
          {children}
          <Button type="submit" size="lg" disabled={missing > 0}>
            {missing > 0 ? `${missing} more ${pluralForm(missing, 'letter', 'letters')}` : submit}
          </Button>
        </PageBar>
      </div>
    </form>
  );
};
