import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StandardDocumentKind } from '#domain/signatures/standard-document-kinds.ts';
import { templateTypeLabels } from '#domain/signatures/template-types.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { useRestoreFocus } from '../ui/restore-focus.ts';
import classes from './signatures.module.css';
import { howFar, type PaperState, type UsualPapersRun } from './use-standard-documents.ts';

const says: Record<PaperState, string> = {
  waits: 'Waits',
  making: 'Being made …',
  made: 'Ready',
  failed: 'Not made',
};
const icons: Record<PaperState, ReactNode> = {
  waits: <IconCircleDashed size={20} stroke={1.6} aria-hidden />,
  making: <Loader size={20} aria-hidden />,
  made: <IconCheck size={20} stroke={2} aria-hidden />,
  failed: <IconX size={20} stroke={2} aria-hidden />,
};

interface UsualPapersDialogProps {
  run: UsualPapersRun;
  onAgain: () => void;
  onClose: () => void;
}

/** How far the usual papers are made; it stays until somebody has read how it ended. */
export const UsualPapersDialog = ({ run, onAgain, onClose }: UsualPapersDialogProps) => {
  useRestoreFocus();
  const { made, all, isGoing } = howFar(run);
  const close = isGoing ? () => undefined : onClose;
  return (
    <Modal opened onClose={close} title="The usual documents" centered withCloseButton={false}>
      <Stack gap="md">
        <div role="status" aria-live="polite">
          {made} of {all} are ready
        </div>
        <progress className={classes.progress} aria-label="Documents that are ready" max={all} value={made} />
        <ul className={classes.rows}>
          {run.papers.map(({ kind, state }) => (
            <li key={kind} className={classes.paper} data-state={state}>
              {icons[state]}
              <span className={classes.grow}>{templateTypeLabels[kind]}</span>
              <span className={classes.dim}>{says[state]}</span>
            </li>
          ))}
        </ul>
        {run.problem && <Problem problem={run.problem} />}
        {made === all && (
          <Notice tone="info" title="Read them before you use them">
            They are in your DocuSeal account, in words of our own, and filled from the case. Have the wording checked
            against the law of your state and change it there. Which of them every new case is prepared with is chosen
            on the template’s page.
          </Notice>
        )}
        <Group justify="flex-end" gap="xs">
          {run.problem && <Button onClick={onAgain}>Try again</Button>}
          {/* While they are made there is nothing to press, and nothing moves when there is. */}
          <Button variant={run.problem ? 'default' : 'filled'} disabled={isGoing} onClick={onClose}>
            {made === all ? 'Done' : 'Close'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const Problem = ({ problem }: { problem: string }) => {
  const mayConnect = useCan()('signing:connect');
  return (
    <Notice tone="problem" title="Some could not be made">
      {problem} What is ready stays, and nothing is made twice.
      {mayConnect && (
        <>
          {' '}
          <Link to={paths.signing}>Settings of e-signatures</Link>
        </>
      )}
    </Notice>
  );
};

/** What is not there yet, at the end of the templates that are. */
export const UsualPapersMissing = ({
  missing,
  onMake,
}: {
  missing: readonly StandardDocumentKind[];
  onMake: () => void;
}) => (
  <div className={classes.row}>
    <span className={classes.grow}>
      <strong>Not here yet</strong>
      <br />
      <span className={classes.dim}>{missing.map((kind) => templateTypeLabels[kind]).join(', ')}</span>
    </span>
    <Button variant="default" onClick={onMake}>
      {missing.length === 1 ? 'Create it' : `Create these ${missing.length}`}
    </Button>
  </div>
);
