import { Button, Checkbox } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { DuplicatePerson } from './duplicate-person.tsx';
import classes from './duplicates-page.module.css';
import type { CertainPair } from './find-duplicates.ts';
import { useMergeCustomers } from './mutations.ts';

interface CertainPairsProps {
  pairs: readonly CertainPair[];
  /** There may come more. */
  searching: boolean;
  onMerged: (pair: CertainPair, mergeId: string) => void;
}

/** Who is certainly the same person: all are ticked, and merged together once somebody says so. */
export const CertainPairs = ({ pairs, searching, onMerged }: CertainPairsProps) => {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const merging = useMergeCustomers();
  const chosen = pairs.filter(({ duplicate }) => !leftOut.has(duplicate.id));

  const toggle = (id: string) => {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    setLeftOut(next);
  };
  /** One after the other: of three who are one person, the second merge builds on the first. */
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
          Certainly the same person
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
