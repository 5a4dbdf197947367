import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CaseCustody } from '#domain/care/care.schema.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { useApi } from '../api/api-context.ts';
import { useChange } from '../api/calls.ts';
import { LawSource } from '../cases/parts/law-source.tsx';
import { caseQuery } from '../cases/queries.ts';
import { PaperButton } from '../documents/parts/paper-button.tsx';
import { useTimeZoneAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { EmptyState, RecordLoadState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { PageBar, PageHeader } from '../ui/page/page-header.tsx';
import { timeAtHome } from '../ui/time/time-text.ts';
import { TagCode } from './care-text.tsx';
import classes from './case-care.module.css';
import { Chain } from './chain.tsx';
import { IdentificationPhotos } from './identification-photos.tsx';
import { storeTag } from './offline-care.ts';
import { EffectsPart } from './personal-effects-part.tsx';
import { custodyQuery, useSendCare } from './queries.ts';

export const CaseCarePage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const ofCase = useQuery(caseQuery(call, id));
  const ofCustody = useQuery(custodyQuery(call, id));
  const [caseRecord, custody] = [ofCase.data, ofCustody.data];
  useDocumentTitle(caseRecord ? `Care · ${caseRecord.deceased_full_name || 'Name not given'}` : 'Care');
  if (!caseRecord || !custody)
    return (
      <RecordLoadState query={caseRecord ? ofCustody : ofCase} noun="Case" back={{ to: paths.cases, label: 'Cases' }} />
    );
  return <CaseCare caseRecord={caseRecord} custody={custody} />;
};

const CaseCare = ({ caseRecord, custody }: { caseRecord: Case; custody: CaseCustody }) => {
  const { id } = caseRecord;
  const can = useCan();
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const [latest] = custody.subjects.filter(({ state }) => state !== 'ended').slice(-1);
  const shown = latest ?? custody.subjects.at(-1);
  return (
    <>
      <PageHeader
        title={caseRecord.deceased_full_name || 'Name not given'}
        back={{ to: paths.case(id), label: 'Case' }}
        lead={shownCaseNumber(caseRecord)}
        facts={
          <KeyFacts
            facts={[
              { label: 'Is at', value: shown?.place?.name },
              { label: 'Since', value: shown?.since && timeAtHome(shown.since, timeZone) },
              { label: 'Tag', value: shown && <TagCode tag={shown.tag} /> },
            ]}
          />
        }
        actions={
          latest &&
          can('care:move') && (
            <PageBar inline>
              <Button
                component={Link}
                to={paths.careScanOf(id)}
                leftSection={<IconScan size={18} stroke={1.6} aria-hidden />}
              >
                Record a move
              </Button>
            </PageBar>
          )
        }
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          {custody.subjects.length === 0 ? (
            <NoTag caseId={id} />
          ) : (
            custody.subjects
              .toReversed()
              .map((subject) => <Chain key={subject.id} subject={subject} all={custody.subjects} timeZone={timeZone} />)
          )}
          <EffectsPart caseId={id} timeZone={timeZone} />
        </div>
        <aside className={classes.aside} aria-label="Papers and photo">
          <Papers caseId={id} custody={custody} />
          {can('care:photo') && <IdentificationPhotos caseId={id} />}
        </aside>
      </div>
    </>
  );
};

const NoTag = ({ caseId }: { caseId: string }) => {
  const { id: profileId } = useCurrentUser();
  const canMove = useCan()('care:move');
  const send = useSendCare(caseId);
  const giving = useChange(
    async (call) => {
      const { subjects } = await send(careEndpoints.open, { params: { id: caseId } });
      // The first move may have no connection.
      for (const { tag } of subjects)
        void call(careEndpoints.ofTag, { params: { tag } }).then(
          (card) => storeTag(profileId, card),
          () => undefined,
        );
    },
    () => toastSuccess('Tag given. Print it, then put it on.'),
    { onError: toastFailure },
  );
  return (
    <section className={classes.panel} aria-label="Chain of custody">
      <EmptyState
        title="No tag yet"
        text="The tag’s ten letters identify this person from the removal to the last hand-over."
        action={
          canMove && (
            <Button loading={giving.isPending} onClick={() => giving.mutate()}>
              Assign a tag
            </Button>
          )
        }
      />
    </section>
  );
};

const sheets = [
  { sheet: '5160', label: 'Tags, Avery 5160' },
  { sheet: '5163', label: 'Tags, Avery 5163' },
  { sheet: 'wrist', label: 'Wrist bands' },
] as const;

const Papers = ({ caseId, custody: { subjects, rule } }: { caseId: string; custody: CaseCustody }) => (
  <section className={classes.panel} aria-labelledby="care-papers">
    <h2 id="care-papers">Papers</h2>
    <div className={classes.papers}>
      {subjects.length > 0 &&
        sheets.map(({ sheet, label }) => (
          <PaperButton key={sheet} paper="tags" id={caseId} sheet={sheet}>
            {label}
          </PaperButton>
        ))}
      <PaperButton paper="chain" id={caseId}>
        Chain of custody
      </PaperButton>
      <PaperButton paper="effectsList" id={caseId}>
        List of effects
      </PaperButton>
    </div>
    <p className={classes.rule}>
      {rule.asks}
      {rule.kept_years !== null && ` Kept for at least ${rule.kept_years} years.`}{' '}
      {rule.source.reliability !== 'house' && <LawSource source={rule.source} isBrief />}
    </p>
  </section>
);
