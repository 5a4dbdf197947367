import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiError } from '#domain/shared/contract/client.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { useFocusAfterBusy } from '../ui/preserve-focus.ts';
import { useRetrieveSsn } from './queries.ts';
import classes from './ssn-field.module.css';

const shownMs = 30_000;
const errorMs = 5000;

/** The server's message, if it has one (D2 §7, §8). */
const failure = (error: unknown): string => {
  const text = error instanceof ApiError ? (error.body.error ?? error.body.detail) : undefined;
  return typeof text === 'string' && text !== '' ? text : 'Failed to retrieve SSN';
};

type Shown = { kind: 'number' | 'problem'; text: string };

interface SsnFieldProps {
  caseId: string;
  masked: string;
  /** In a cancelled case the SSN cannot be changed, shown or copied (D2 §4 and §5). */
  isLocked?: boolean;
}

/** The masked SSN; a click shows the full one for 30 seconds. */
export const SsnField = ({ caseId, masked, isLocked = false }: SsnFieldProps) => {
  const may = useCan()('ssn:read') && !isLocked;
  const [shown, setShown] = useState<Shown>();
  const { mutate, isPending, reset } = useRetrieveSsn(caseId);

  const button = useFocusAfterBusy(isPending);

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), shown.kind === 'number' ? shownMs : errorMs);
    return () => clearTimeout(timer);
  }, [shown]);

  const reveal = () => {
    setShown(undefined);
    mutate(undefined, {
      onSuccess: ({ social_security_number }) => setShown({ kind: 'number', text: social_security_number }),
      onError: (error) => setShown({ kind: 'problem', text: failure(error) }),
      onSettled: reset,
    });
  };

  const revealed = shown?.kind === 'number';
  return (
    <span className={classes.field}>
      <span
        className={classes.number}
        aria-live="polite"
        onCopy={isLocked ? (event) => event.preventDefault() : undefined}
      >
        {revealed ? shown.text : masked}
      </span>
      {isLocked && <Chip>Locked</Chip>}
      {may &&
        (revealed ? (
          <Button ref={button} size="compact-sm" variant="light" onClick={() => setShown(undefined)}>
            Hide
          </Button>
        ) : (
          <Button
            ref={button}
            size="compact-sm"
            variant="light"
            title="Shown for 30 seconds. This is logged."
            loading={isPending}
            onClick={reveal}
            aria-label="Reveal the Social Security Number"
          >
            Reveal
          </Button>
        ))}
      {shown?.kind === 'problem' && (
        <Text c="red.8" size="sm" role="alert" span>
          {shown.text}
        </Text>
      )}
    </span>
  );
};
