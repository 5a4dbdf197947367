import { Anchor, Button, Checkbox, Text } from '@mantine/core';
import { IconArrowRight, IconChecks } from '@tabler/icons-react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { addressLine, type DuplicateReason } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { undoDays } from '#domain/customers/merge.rules.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import classes from './duplicates-page.module.css';
import {
  type CertainPair,
  type DuplicateGroup,
  type Duplicates,
  findDuplicates,
  type MergedDuplicate,
  withMerge,
  withoutGroup,
  withoutMerge,
} from './find-duplicates.ts';
import { customerKeys } from './keys.ts';
import { useMarkNotSame, useMergeCustomers, useUndoMerge } from './mutations.ts';

const DuplicatePerson = ({ row }: { row: CustomerRow }) => (
  <div className={classes.person}>
    <Anchor component={Link} to={paths.customer(row.id)} inherit fw={600}>
      {row.full_name}
    </Anchor>
    <Text size="sm" c="dimmed">
      {[formatPhone(row.phone ?? ''), row.email, addressLine(row)].filter(Boolean).join(' · ')}
    </Text>
  </div>
);

interface CertainPairsProps {
  pairs: readonly CertainPair[];
  searching: boolean;
  onMerged: (pair: CertainPair, mergeId: string) => void;
}

/** Certain duplicates are all selected, and merged together after one confirmation. */
const CertainPairs = ({ pairs, searching, onMerged }: CertainPairsProps) => {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const merging = useMergeCustomers();
  const chosen = pairs.filter(({ duplicate }) => !leftOut.has(duplicate.id));

  const toggle = (id: string) => {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    setLeftOut(next);
  };
  /** One merge after another, because of three duplicates the second merge builds on the first. */
  const mergeAll = async () => {
    setBusy(true);
    let done = 0;
    try {
      for (const pair of chosen) {
        const survivorId = pair.survivor.id;
        const { merge_id } = await merging.mutateAsync({ survivorId, duplicateId: pair.duplicate.id });
        onMerged(pair, merge_id);
        done += 1;
      }
    } catch (error) {
      toastFailure(error);
    }
    if (done > 0) toastSuccess(`${done.toLocaleString('en-US')} ${done === 1 ? 'duplicate' : 'duplicates'} merged`);
    setBusy(false);
  };

  return (
    <section aria-labelledby="certain" className={classes.section}>
      <div className={classes.headRow}>
        <h2 id="certain" className={classes.heading}>
          Definite duplicates
        </h2>
        <Button disabled={chosen.length === 0 || searching} loading={busy} onClick={() => void mergeAll()}>
          Merge {chosen.length.toLocaleString('en-US')}
        </Button>
      </div>
      <ul className={classes.panel}>
        {pairs.map(({ survivor, duplicate }) => (
          <li key={duplicate.id} className={classes.item}>
            <Checkbox
              aria-label={`Merge ${duplicate.full_name} into ${survivor.full_name}`}
              checked={!leftOut.has(duplicate.id)}
              disabled={busy}
              onChange={() => toggle(duplicate.id)}
            />
            <DuplicatePerson row={duplicate} />
            <IconArrowRight size={18} stroke={1.6} role="img" aria-label="becomes part of" />
            <DuplicatePerson row={survivor} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const queryKey = customerKeys.duplicates;

/** The last search; it stays while a user opens a record and comes back. */
const useDuplicates = () => {
  const call = useApi();
  const client = useQueryClient();
  const { data: found } = useQuery<Duplicates>({ queryKey, queryFn: skipToken });
  const running = useRef<AbortController>(undefined);
  const [searching, setSearching] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const isNew = !found;
  const begin = useEffectEvent(() => void (isNew && start()));
  // The search changes nothing, so it starts without a click.
  useEffect(() => {
    begin();
    return () => running.current?.abort();
  }, []);

  const change = (next: (found: Duplicates) => Duplicates) =>
    client.setQueryData<Duplicates>(queryKey, (so) => so && next(so));
  const start = async () => {
    const run = new AbortController();
    const { signal } = run;
    running.current = run;
    setSearching(true);
    setProblem(undefined);
    try {
      await findDuplicates(call, { signal, onProgress: (so) => client.setQueryData(queryKey, so) });
    } catch (error) {
      if (!signal.aborted) setProblem(error);
    } finally {
      setSearching(false);
    }
  };
  return { found, searching, problem, start, stop: () => running.current?.abort(), change };
};

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);

const reasons: Readonly<Record<DuplicateReason, string>> = {
  phone: 'Same phone number',
  email: 'Same email address',
  name: 'Same name and ZIP code',
};

const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

export const DuplicatesPage = () => {
  useDocumentTitle('Find duplicates');
  const { found, searching, problem, start, stop, change } = useDuplicates();
  const [comparing, setComparing] = useState<[CustomerRow, CustomerRow]>();
  const nothing = found?.finished && found.merged.length + found.certain.length + found.groups.length === 0;
  return (
    <>
      <PageHeader
        back={{ to: paths.customers, label: 'Customers' }}
        title="Find duplicates"
        lead={`Nothing is merged until you confirm. You can undo a merge for ${undoDays} days.`}
        actions={
          searching ? (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={() => void start()}>
              Search again
            </Button>
          )
        }
      />
      <p role="status" className={classes.status}>
        {found &&
          !problem &&
          `${searching ? 'Searching… ' : ''}${counted(found.certain.length, 'definite duplicate')}, ${counted(found.groups.length, 'group')} to review, ${found.merged.length.toLocaleString('en-US')} merged.`}
      </p>
      {problem !== undefined && (
        <div className={classes.panel}>
          <ErrorState title="Not all customers were checked" error={problem} onRetry={() => void start()} />
        </div>
      )}
      {searching && !found?.certain.length && !found?.groups.length && (
        <div className={classes.panel}>
          <RowsSkeleton rows={4} height={64} lines={2} />
        </div>
      )}
      {found && found.certain.length > 0 && (
        <CertainPairs
          pairs={found.certain}
          searching={searching}
          onMerged={(pair, mergeId) => change((so) => withMerge(so, pair, mergeId))}
        />
      )}
      {found && found.merged.length > 0 && (
        <Merged merged={found.merged} onUndone={(id) => change((so) => withoutMerge(so, id))} />
      )}
      {found && found.groups.length > 0 && (
        <section aria-labelledby="groups">
          <h2 id="groups" className={classes.heading}>
            To review
          </h2>
          {found.groups.map((group) => (
            <Group
              key={group.customers.map(({ id }) => id).join()}
              group={group}
              onCompare={setComparing}
              onNotSame={() => change((so) => withoutGroup(so, group))}
            />
          ))}
        </section>
      )}
      {nothing && (
        <div className={classes.panel}>
          <EmptyState
            icon={<IconChecks size={40} stroke={1.2} />}
            title="No duplicates found"
            text="No two customers share a phone number, an email address, or a name and ZIP code."
          />
        </div>
      )}
      {comparing && (
        <MergeDialog
          customer={comparing[0]}
          duplicate={comparing[1]}
          onClose={() => setComparing(undefined)}
          onMerged={(survivor, duplicate, mergeId) => {
            setComparing(undefined);
            change((so) => withMerge(so, { survivor, duplicate }, mergeId));
          }}
        />
      )}
    </>
  );
};

const Merged = ({ merged, onUndone }: { merged: readonly MergedDuplicate[]; onUndone: (id: string) => void }) => (
  <section aria-labelledby="merged" className={classes.section}>
    <h2 id="merged" className={classes.heading}>
      Merged
    </h2>
    <ul className={classes.panel}>
      {merged.map((one) => (
        <MergedItem key={one.merge_id} merged={one} onUndone={() => onUndone(one.merge_id)} />
      ))}
    </ul>
  </section>
);

const MergedItem = ({ merged, onUndone }: { merged: MergedDuplicate; onUndone: () => void }) => {
  const undoing = useUndoMerge(merged.survivor_id);
  const undo = () =>
    undoing.mutate(merged.merge_id, {
      onSuccess: ({ restored }) => {
        toastSuccess(`Merge undone: ${restored.full_name} is a separate customer again`);
        onUndone();
      },
      onError: toastFailure,
    });
  return (
    <li className={classes.item}>
      <Anchor component={Link} to={paths.customer(merged.survivor_id)} inherit fw={600}>
        {merged.name} <IconArrowRight size={14} role="img" aria-label="merged into" /> {merged.survivor_name}
      </Anchor>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={undoing.isPending}
        aria-label={`Undo the merge of ${merged.name}`}
        onClick={undo}
      >
        Undo
      </Button>
    </li>
  );
};

interface GroupProps {
  group: DuplicateGroup;
  onCompare: (pair: [CustomerRow, CustomerRow]) => void;
  onNotSame: () => void;
}

const Group = ({ group, onCompare, onNotSame }: GroupProps) => {
  const marking = useMarkNotSame();
  const [first, ...others] = group.customers;
  if (!first) return null;
  const mark = () =>
    marking.mutate(
      group.customers.map(({ id }) => id),
      {
        onSuccess: () => {
          toastSuccess('They will not be suggested as duplicates again');
          onNotSame();
        },
        onError: toastFailure,
      },
    );
  return (
    <section className={classes.panel} aria-label={`${reasons[group.reason]}: ${first.full_name}`}>
      <h3 className={classes.reason}>{reasons[group.reason]}</h3>
      <ul className={classes.list}>
        <li className={classes.item}>
          <DuplicatePerson row={first} />
        </li>
        {others.map((other) => (
          <li key={other.id} className={classes.item}>
            <DuplicatePerson row={other} />
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Compare and merge ${other.full_name} with ${first.full_name}`}
              onClick={() => onCompare([first, other])}
            >
              Compare and merge
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.groupFoot}>
        <Button
          variant="subtle"
          loading={marking.isPending}
          aria-label={`${others.length > 1 ? 'All different people' : 'Not the same person'}: ${group.customers.map(({ full_name }) => full_name).join(', ')}`}
          onClick={mark}
        >
          {others.length > 1 ? 'All different people' : 'Not the same person'}
        </Button>
      </div>
    </section>
  );
};
