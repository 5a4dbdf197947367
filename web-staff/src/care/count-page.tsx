import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CareBoard, CareCard } from '#domain/care/care.schema.ts';
import { countDifferences } from '#domain/care/custody.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageBar, PageHeader } from '../ui/page/page-header.tsx';
import { nameOf, TagCode } from './care-text.tsx';
import classes from './count.module.css';
import { FindTag } from './find-tag.tsx';
import { Differences } from './open-counts.tsx';
import { useCareBoard, useSendCare } from './queries.ts';
import scan from './scan.module.css';

interface Draft {
  startedAt: string;
  home: string;
  place: string;
  seen: readonly { tag: string; place: string }[];
}

/** Every tag is read at its place; who is missing comes before who was seen. */
export const CountPage = () => {
  useDocumentTitle('Evening count');
  const user = useCurrentUser();
  const canMove = useCan()('care:move');
  const { query, board } = useCareBoard(user.id);
  return (
    <>
      <PageHeader title="Evening count" back={{ to: paths.care, label: 'Care' }} />
      {!canMove && <EmptyState title="Your role cannot count" text="Ask a director or coordinator to count." />}
      {canMove && !board && <QueryState query={query} rows={6} height={72} lines={2} />}
      {canMove && board && <Count board={board} />}
    </>
  );
};

/** A count continues after another page: it stays in the memory of the tab until it is recorded. */
const useDraft = (start: Draft) => {
  const client = useQueryClient();
  const queryKey = ['care-count'];
  const { data } = useQuery({
    queryKey,
    queryFn: () => start,
    initialData: start,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    draft: data,
    change: (changes: Partial<Draft>) =>
      client.setQueryData<Draft>(queryKey, (now) => ({ ...(now ?? start), ...changes })),
    drop: () => client.removeQueries({ queryKey }),
  };
};

const Count = ({ board }: { board: CareBoard }) => {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const homes = useLocations();
  const placesOf = (home: string) =>
    // A place that was ended is on the board while someone is there, and the server counts it.
    board.places.filter(({ funeral_home_id, ours }) => ours && funeral_home_id === home);
  const startHome = user.funeral_home;
  const { draft, change, drop } = useDraft({
    startedAt: new Date().toISOString(),
    home: startHome,
    place: placesOf(startHome)[0]?.id ?? '',
    seen: [],
  });
  const [isClosing, setClosing] = useState(false);
  const places = placesOf(draft.home);
  const people = board.cards.flatMap((card) =>
    card.place ? [{ ...card, subject_id: card.id, place: card.place }] : [],
  );
  const placeOf = (id: string) => board.places.find((place) => place.id === id) ?? { id, name: '' };
  const counted = new Set(places.map(({ id }) => id));
  const isCounted = ({ place }: (typeof people)[number]) => counted.has(place.id);
  const found = countDifferences(
    people,
    draft.seen.map(({ tag, place }) => ({ tag, place: placeOf(place) })),
    isCounted,
  );
  const [expected, seen] = [people.filter(isCounted).length, found.seen.length];
  const surplus = found.elsewhere.length + found.unknown.length;

  if (places.length === 0)
    return <EmptyState title="No places to count" text="Add places under Funeral homes, Places." />;
  return (
    <div className={classes.page}>
      <p className={classes.progress} role="status">
        <b>
          {seen} of {expected} seen
        </b>
      </p>
      <ProgressBar label="Seen" percent={expected === 0 ? 100 : Math.round((seen / expected) * 100)} />
      {isClosing ? (
        <Close
          draft={draft}
          hasDifference={found.missing.length + surplus > 0}
          onBack={() => setClosing(false)}
          onRecorded={() => {
            drop();
            return navigate(paths.care);
          }}
        >
          <Differences {...found} />
        </Close>
      ) : (
        <>
          <div className={classes.where}>
            {homes.length > 1 && (
              <NativeSelect
                label="Funeral home"
                data={homes.map(({ id, name }) => ({ value: id, label: name }))}
                value={draft.home}
                onChange={({ currentTarget: { value } }) =>
                  change({ home: value, place: placesOf(value)[0]?.id ?? '', seen: [] })
                }
              />
            )}
            <NativeSelect
              label="You are counting in"
              data={places.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.place}
              onChange={({ currentTarget: { value } }) => change({ place: value })}
            />
          </div>
          <FindTag
            tags={board.cards.map(({ tag }) => tag)}
            submit={`Seen in ${placeOf(draft.place).name}`}
            onFound={({ tag }) =>
              change({ seen: [...draft.seen.filter((one) => one.tag !== tag), { tag, place: draft.place }] })
            }
          >
            <Button variant="default" size="lg" onClick={() => setClosing(true)}>
              Close the count
            </Button>
          </FindTag>
          <Group title="Not seen yet" people={found.missing} note={(person) => `Should be in ${person.place.name}.`} />
          {surplus > 0 && (
            <section className={classes.group} aria-label="Seen, but not expected">
              <h2>
                Seen, but not expected <span>{surplus}</span>
              </h2>
              <Differences missing={[]} elsewhere={found.elsewhere} unknown={found.unknown} />
              <Link to={paths.careScan}>Record where they are</Link>
            </section>
          )}
          <Group title="Seen" people={found.seen} note={(person) => person.place.name} />
        </>
      )}
    </div>
  );
};

interface GroupProps<Person> {
  title: string;
  people: readonly Person[];
  note: (person: Person) => string;
}

const Group = <Person extends CareCard>({ title, people, note }: GroupProps<Person>) =>
  people.length > 0 && (
    <section className={classes.group} aria-label={title}>
      <h2>
        {title} <span>{people.length}</span>
      </h2>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <b>{nameOf(person)}</b>
            <TagCode tag={person.tag} />
            <span className={classes.dim}>
              {note(person)}
              {person.same_surname && ' Same surname in care: read the tag.'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );

interface CloseProps {
  draft: Draft;
  hasDifference: boolean;
  children: ReactNode;
  onBack: () => void;
  onRecorded: () => unknown;
}

const known: FieldShape = {
  name: 'note',
  label: 'What do you know, and where did you look?',
  kind: 'textarea',
  maxLength: 500,
  rows: 3,
  help: 'The owner is notified. The difference stays on the board until it is settled.',
  requiredIf: true,
};

/** A difference can be recorded, never hidden: closing asks what is known. */
const Close = ({ draft, hasDifference, children, onBack, onRecorded }: CloseProps) => {
  const send = useSendCare();
  const { form, busy, onSubmit } = useSentForm({
    start: { note: '' },
    judge: ({ note }) => ({
      ...(hasDifference && note.trim() === '' && { note: ['Say what you know; “nothing” is an answer, too'] }),
    }),
    send: ({ note }) => {
      const { home, startedAt, seen } = draft;
      return send(careEndpoints.count, { body: { homes: [home], started_at: startedAt, seen: [...seen], note } });
    },
    done: ({ differs, seen, expected }) =>
      differs ? 'Kept with a difference. The owner is notified.' : `${seen} of ${expected} seen. The count is kept.`,
    onDone: onRecorded,
  });
  return (
    <form className={classes.page} noValidate onSubmit={onSubmit}>
      {hasDifference ? (
        <>
          <Notice tone="problem" title="Not everyone is where the record says">
            {children}
          </Notice>
          <FormFields form={form} fields={[known]} />
        </>
      ) : (
        <Notice tone="info">Everyone is where the record says.</Notice>
      )}
      <div className={scan.buttons}>
        <PageBar inline>
          <Button variant="default" size="lg" onClick={onBack}>
            Go back
          </Button>
          <Button type="submit" size="lg" loading={busy}>
            {hasDifference ? 'Keep with the difference' : 'Keep the count'}
          </Button>
        </PageBar>
      </div>
    </form>
  );
};
