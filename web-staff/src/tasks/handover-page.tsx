import { Button, Stack, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import type { Handover, HandoverPage as Page } from '#domain/tasks/handover.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastError, toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { Queue, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useUnsavedChanges } from '../ui/record-form/use-record-form.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import classes from './handover.module.css';
import { HandoverBoxes, timeText } from './handover-boxes.tsx';

const queryKey = ['tasks', 'handover'] as const;

/** Polls, so that the writer sees who took over. */
const handoverQuery = (call: Call) =>
  callQuery(call, taskEndpoints.handover, {}, queryKey, { staleTime: 0, refetchInterval: 60_000 });

/** Returns the note that no one has confirmed yet. */
const openNote = ({ current }: Page): Handover | null => (current?.confirmed ? null : current);

/** A refusal means that the hand-over changed, so the page is read again before `refused` is called. */
const useHandoverChange = <Input,>(
  change: (call: Call, input: Input) => Promise<Handover>,
  refused: (page: Page, error: ApiError) => void,
) => {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey });
  return useChange(change, readAgain, {
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return toastFailure(error);
      await readAgain();
      const page = client.getQueryData<Page>(queryKey);
      if (page) refused(page, error);
    },
  });
};

export const HandoverPage = () => {
  useDocumentTitle('Hand-over');
  const { first_name, last_name } = useCurrentUser();
  const query = useQuery(handoverQuery(useApi()));
  const { data: page } = query;
  return (
    <div className={classes.sheet}>
      <PageHeader
        title="Hand-over"
        lead={page && `A blue dot marks what is new since ${exactTime(page.since)}.`}
        actions={
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      {page ? <Parts page={page} /> : <QueryState query={query} rows={6} height={72} lines={2} />}
      <p className={classes.printed}>
        Printed {exactTime(new Date().toISOString())} by {first_name} {last_name}
      </p>
    </div>
  );
};

const Parts = ({ page }: { page: Page }) => {
  const { on_duty: duty, current, earlier } = page;
  const me = useCurrentUser().id;
  const [isEditing, setEditing] = useState(false);
  const mayChange = openNote(page)?.written_by === me && !isEditing;
  return (
    <div className={classes.page}>
      <Queue
        title={current?.written_by_name ? `Note from ${current.written_by_name}` : 'Note'}
        foot={
          mayChange && (
            <Button variant="default" className={classes.screen} onClick={() => setEditing(true)}>
              {changing}
            </Button>
          )
        }
      >
        <Stack gap="sm" className={classes.line}>
          <Text size="xl" className={classes.words}>
            {current ? current.note || 'Taken over without a note.' : 'No one has written a note yet.'}
          </Text>
          {current && <Confirmation of={current} />}
        </Stack>
      </Queue>
      <div className={classes.side}>
        <div className={classes.screen}>
          <Queue title="Who is on duty">
            <p className={classes.line}>
              {duty ? `${duty.name}, since ${timeText(duty.since)}` : 'No one has taken over.'}
            </p>
          </Queue>
        </div>
        <Forms {...{ page, isEditing, setEditing }} />
        {earlier.length > 0 && (
          <div className={`${classes.screen} ${classes.earlier}`}>
            <Queue title="Earlier">
              <QueueRows label="Earlier">
                {earlier.map((one) => (
                  <QueueRow
                    key={one.id}
                    name={one.written_by_name || 'Without a note'}
                    lines={[one.note, <Confirmation key="by" of={one} />]}
                  />
                ))}
              </QueueRows>
            </Queue>
          </div>
        )}
      </div>
      <HandoverBoxes page={page} />
    </div>
  );
};

const Confirmation = ({ of: { note, written_at, confirmed } }: { of: Handover }) => (
  <Text size="sm" c="dimmed" className={classes.words}>
    {note && `Written ${timeText(written_at)}. `}
    {confirmed ? `${confirmed.by_name} took over, ${timeText(confirmed.at)}.` : 'No one has taken over yet.'}
    {confirmed?.answer && `\n${confirmed.by_name}: “${confirmed.answer}”`}
  </Text>
);

interface WordsFormProps extends Omit<TextareaProps, 'onChange'> {
  title: string;
  submit: string;
  busy: boolean;
  onChange: (words: string) => void;
  onSend: () => void;
  children?: ReactNode;
}

const WordsForm = ({ title, submit, busy, disabled = false, onChange, onSend, children, ...words }: WordsFormProps) => (
  <Queue title={title}>
    <Stack
      component="form"
      p="md"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSend();
      }}
    >
      {children}
      {words.label && (
        <Textarea
          {...{ rows: 4, resize: 'vertical', maxLength: 1000, readOnly: busy, ...words }}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      )}
      <Button type="submit" disabled={disabled} loading={busy}>
        {submit}
      </Button>
    </Stack>
  </Queue>
);

// plain-english: the term of the field for the next shift
const takingOver = { title: 'Take over', read: 'I read this and take over', unread: 'Take over without a note' };

const changing = 'Change your note';

interface Draft {
  note: string;
  /** Version of the latest hand-over when the edit began. */
  version: number;
  wasRefused?: boolean;
}

interface FormsProps {
  page: Page;
  isEditing: boolean;
  setEditing: (isEditing: boolean) => void;
}

/** The forms to confirm a note of someone else and to write one. A draft stays when someone else is faster. */
const Forms = ({ page, isEditing, setEditing }: FormsProps) => {
  const me = useCurrentUser().id;
  const open = openNote(page);
  const isMine = open?.written_by === me;
  const [answer, setAnswer] = useState('');
  const [draft, setDraft] = useState<Draft>();
  const stored: Draft = { note: (isMine && open?.note) || '', version: page.current?.version ?? 0 };
  const { note, version, wasRefused } = draft ?? stored;
  const isChanged = note.trim() !== stored.note;
  const canConfirm = open ? !isMine : page.on_duty?.id !== me;
  const leaving = useUnsavedChanges(isChanged || (open !== null && canConfirm && answer.trim() !== ''));
  const taking = useHandoverChange(
    (call, body: { version: number; answer: string }) => call(taskEndpoints.confirmHandover, { body }),
    ({ current }, error) =>
      current?.confirmed ? toastError(`${current.confirmed.by_name} already took over.`) : toastFailure(error),
  );
  const writing = useHandoverChange(
    (call, body: { note: string; version: number }) => call(taskEndpoints.writeHandover, { body }),
    ({ current }) => setDraft({ note, version: current?.version ?? 0, wasRefused: true }),
  );
  const confirm = () => {
    const done = () => {
      setAnswer('');
      toastSuccess('You took over');
    };
    taking.mutate({ version: stored.version, answer: open ? answer : '' }, { onSuccess: done });
  };
  const write = () => {
    const done = () => {
      setDraft(undefined);
      setEditing(false);
      toastSuccess('Note saved');
    };
    writing.mutate({ note, version }, { onSuccess: done });
  };
  return (
    <Stack gap="lg" className={classes.screen}>
      {canConfirm && (
        <WordsForm
          title={takingOver.title}
          label={open && 'Ask or add something (optional)'}
          description="The writer of the note sees it on this page."
          value={answer}
          onChange={setAnswer}
          submit={open ? takingOver.read : takingOver.unread}
          busy={taking.isPending}
          onSend={confirm}
        />
      )}
      {(!open || (isMine && isEditing) || draft) && (
        <WordsForm
          title={isMine ? changing : 'Write the note for the next shift'}
          label="Note"
          autoFocus={isEditing}
          description="Families, promises, and what is unusual. You can change it until someone confirms it."
          value={note}
          onChange={(words) => setDraft({ version, ...draft, note: words })}
          submit="Save the note"
          disabled={!isChanged || !note.trim()}
          busy={writing.isPending}
          onSend={write}
        >
          {wasRefused && (
            <Notice tone="problem" title="Your text was not saved">
              {open
                ? `${open.written_by_name} changed the note before you saved. Saving your text replaces that note.`
                : 'Someone took over before you saved. Saving your text starts the next hand-over.'}
            </Notice>
          )}
        </WordsForm>
      )}
      {leaving.dialog}
    </Stack>
  );
};
