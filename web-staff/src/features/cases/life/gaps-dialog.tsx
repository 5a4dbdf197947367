import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import type { MissingField } from '#domain/forms/completeness.ts';
import { gapsBySection } from './case-gaps.ts';
import classes from './life.module.css';

interface GapsDialogProps {
  /** What the case is to become. */
  to: string;
  gaps: readonly MissingField[];
  onJump: (gap: MissingField) => void;
  onClose: () => void;
}

/** What stands in the way of the next step, by section; each is the way to its field. */
export const GapsDialog = ({ to, gaps, onJump, onClose }: GapsDialogProps) => (
  <Modal opened onClose={onClose} title={caseMessages.missingFields} centered>
    <Stack gap="md">
      <Text>
        {gaps.length === 1 ? 'One field is' : `${gaps.length} fields are`} needed before this case can be {to}.
      </Text>
      <div className={classes.gaps}>
        {gapsBySection(gaps).map(({ id, title, gaps: own }) => (
          <section key={id} aria-label={title}>
            <h3 className={classes.category}>{title}</h3>
            <ul className={classes.list}>
              {own.map((gap, index) => (
                <li key={gap.field}>
                  <button
                    type="button"
                    className={classes.gap}
                    data-autofocus={index === 0 && gap === gaps[0] ? true : undefined}
                    onClick={() => onJump(gap)}
                  >
                    {gap.label}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  </Modal>
);
