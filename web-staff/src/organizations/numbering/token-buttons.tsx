import { caseNumberTokens } from '#domain/cases/case-number.ts';
import classes from './token-buttons.module.css';

const meanings: Record<(typeof caseNumberTokens)[number], string> = {
  '{PREFIX}': 'the prefix',
  '{YEAR}': 'the year, four digits',
  '{YY}': 'the year, two digits',
  '{LOCATION}': 'the location code',
  '{SEQ}': 'the sequence number',
};

export const insertAt = (
  text: string,
  inserted: string,
  [from, to]: readonly [number, number],
): { text: string; caret: number } => ({
  text: text.slice(0, from) + inserted + text.slice(to),
  caret: from + inserted.length,
});

interface TokenButtonsProps {
  pattern: string;
  onInsert: (token: string) => void;
}

export const TokenButtons = ({ pattern, onInsert }: TokenButtonsProps) => (
  <fieldset className={classes.tokens} aria-label="Add to the pattern">
    {caseNumberTokens.map((token) => (
      <button
        key={token}
        type="button"
        className={classes.token}
        title={`Add ${meanings[token]}`}
        aria-label={`Add ${token}, ${meanings[token]}`}
        disabled={pattern.includes(token)}
        onClick={() => onInsert(token)}
      >
        {token}
      </button>
    ))}
  </fieldset>
);
