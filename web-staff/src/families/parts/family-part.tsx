import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { FamilyPage } from '#domain/families/family-page.schema.ts';
import { mailProblemText } from '#domain/shared/email/mail-problem.ts';
import { useApi } from '../../api/api-context.ts';
import classes from '../../cases/parts/case-sidebar.module.css';
import { lazyDialog } from '../../ui/feedback/lazy-component.tsx';
import { familyPageQuery } from '../queries.ts';
import { stepLabels } from './step-labels.ts';

const FamilyDrawer = lazyDialog(async () => (await import('./family-drawer.tsx')).FamilyDrawer);

type Summarized = Pick<FamilyPage, 'is_open' | 'mail_problem'> & {
  view: Readonly<Pick<FamilyPage['view'], 'step' | 'other_need'>> & { needs: readonly unknown[] };
};

/**
 * Returns the state of the family's page in a sentence; a returned email comes first, because the family waits for it.
 */
export const summaryOf = ({ is_open, mail_problem, view }: Summarized): string => {
  if (!is_open) return 'No family page, or it is closed.';
  if (mail_problem) return mailProblemText[mail_problem];
  const asked = view.needs.length + (view.other_need ? 1 : 0);
  return `Open. The family reads: ${stepLabels[view.step]}${asked ? `, ${asked} requested from them` : ''}.`;
};

export const FamilyPart = ({ caseRecord }: { caseRecord: Case }) => {
  const { data: page } = useQuery(familyPageQuery(useApi(), caseRecord.id));
  const [opened, setOpened] = useState(false);
  return (
    <>
      <p className={classes.none}>{page ? summaryOf(page) : ' '}</p>
      <div className={classes.none}>
        <Button variant="default" fullWidth disabled={!page} onClick={() => setOpened(true)}>
          Family page
        </Button>
      </div>
      {opened && page && <FamilyDrawer caseRecord={caseRecord} page={page} onClose={() => setOpened(false)} />}
    </>
  );
};

export const FamilyPanel = ({ caseRecord }: { caseRecord: Case }) => {
  const isNarrow = useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false });
  const heading = useId();
  return (
    isNarrow && (
      <section className={classes.panel} aria-labelledby={heading} style={{ marginTop: '1rem' }}>
        <div className={classes.head}>
          <h2 id={heading} className={classes.title}>
            Family page
          </h2>
        </div>
        <FamilyPart caseRecord={caseRecord} />
      </section>
    )
  );
};
