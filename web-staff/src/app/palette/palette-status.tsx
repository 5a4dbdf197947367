import { VisuallyHidden } from '@mantine/core';
import { messageOf } from '#domain/shared/contract/client.ts';
import classes from './palette.module.css';

interface PaletteStatusProps {
  typed: string;
  tooShort: boolean;
  searching: boolean;
  count: number;
}

/** How the search stands, read out to everybody; only the number of lines is for those who do not see them. */
export const PaletteStatus = ({ typed, tooShort, searching, count }: PaletteStatusProps) => (
  <div role="status" className={classes.status}>
    <Message typed={typed} tooShort={tooShort} searching={searching} count={count} />
  </div>
);

const Message = ({ typed, tooShort, searching, count }: PaletteStatusProps) => {
  if (searching) return 'Searching…';
  if (tooShort) return 'Type one more letter to search cases, customers and submissions.';
  if (count > 0) return <VisuallyHidden>{count === 1 ? '1 result' : `${count} results`}</VisuallyHidden>;
  return (
    <>
      <span className={classes.none}>Nothing found for “{typed}”</span>
      Try a name, a phone number, an email address or a case number.
    </>
  );
};

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

export const PaletteFailure = ({ names, error }: { names: readonly string[]; error: unknown }) => {
  const all = listed.format(names);
  return (
    <p className={classes.failure}>
      <span className={classes.none}>
        {all.charAt(0).toUpperCase()}
        {all.slice(1)} could not be searched
      </span>
      {messageOf(error)}
    </p>
  );
};
