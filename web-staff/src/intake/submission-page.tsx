import { Anchor, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { isReportedByOther, type Submission } from '#domain/intake/submission.schema.ts';
import { submissionSubject, submissionTitle } from '#domain/intake/submission-to-case.ts';
import { isInquiry, leftByKind } from '#domain/managed-forms/form-kinds.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { isAnswered } from '#domain/shared/forms/field.ts';
import { otherCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { useApi } from '../api/api-context.ts';
import { DuplicateCases } from '../cases/parts/like-cases.tsx';
import { LikeRecords } from '../cases/parts/like-records.tsx';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { RecordLoadState } from '../ui/feedback/states.tsx';
import { FieldList, PhoneLink } from '../ui/fields/field-list.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SectionCard } from '../ui/page/section-card.tsx';
import { PersonCard } from '../ui/person-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { ageText, exactTime, lifeDates } from '../ui/time/time-text.ts';
import { FamilyPapers } from './family-papers.tsx';
import { submissionQuery } from './queries.ts';
import { SubmissionActions } from './submission-actions.tsx';
import classes from './submission-page.module.css';
import {
  actionsFor,
  advertisingSignOf,
  deceasedName,
  namesOf,
  relationshipOf,
  serviceTypeOf,
  waitingChip,
} from './submission-text.ts';
import { useConversionPreview } from './use-conversion.ts';

const OwnAnswers = ({ submission }: { submission: Submission }) => {
  const { managed_form, extra_answers, language } = submission;
  const [open, setOpen] = useState(true);
  if (!managed_form) return null;
  const asked = extra_answers.map(({ id, question }) => ({ name: id, label: question, kind: 'text' }) as const);
  const fields = [...asked, { name: 'language', label: 'Language', kind: 'text' } as const];
  const answers = Object.fromEntries(extra_answers.map(({ id, answer }) => [id, answer]));
  return (
    <SectionCard
      id="own-answers"
      title={`Form “${managed_form.name}”, version ${managed_form.version}`}
      summary={asked.length === 0 ? 'No custom questions answered' : undefined}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <FieldList fields={fields} values={{ ...answers, language: languageLabels[language] }} />
    </SectionCard>
  );
};

const SectionInPlace = lazyComponent(async () => (await import('./section-in-place.tsx')).SectionInPlace);

/** A listed choice shows its cost itself; one of the home's own list is sent as another cemetery. */
const ownCost = [{ name: 'cemetery_quoted_cost', label: 'Estimated cost shown to family', kind: 'money' }] as const;

const back = { to: paths.submissions, label: 'Submissions' };
export const SubmissionPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const query = useQuery(submissionQuery(call, id));
  const [isConverting, setConverting] = useState(false);
  const [attachTo, setAttachTo] = useState<string>();
  const submission = query.data;
  const name = submission && submissionTitle({ kind: submission.kind, ...namesOf(submission) });
  useDocumentTitle(name ?? 'Submission');
  const waiting = submission && waitingChip(submission, advertisingSignOf(submission) !== undefined);
  if (!submission || !name) return <RecordLoadState query={query} noun="Submission" back={back} />;
  return (
    <>
      <PageHeader
        back={back}
        title={name}
        badge={
          <>
            <StatusBadge status={submission.status} />
            {waiting && <Chip {...waiting} />}
          </>
        }
        lead={
          <>
            {submissionSubject({
              kind: submission.kind,
              stillborn: submission.stillborn === true,
              date_of_death: asString(submission.date_of_death),
            })}{' '}
            · Reference {submission.reference} · {submission.funeral_home_name}
          </>
        }
        actions={
          <SubmissionActions
            submission={submission}
            isConverting={isConverting}
            attachTo={attachTo}
            onConverting={(open, caseId) => {
              setAttachTo(caseId);
              setConverting(open);
            }}
          />
        }
        facts={<Facts submission={submission} />}
      />
      <div className={classes.columns}>
        <Entered submission={submission} />
        <aside className={classes.aside} aria-label="Contact and history">
          <Advertising submission={submission} />
          <LikeCases
            submission={submission}
            onAttach={(caseId) => {
              setAttachTo(caseId);
              setConverting(true);
            }}
          />
          <Duplicates submission={submission} />
          <LikeRecords noun="first calls" records={submission.possible_first_calls} pathOf={paths.firstCall} />
          <Contact submission={submission} />
          <NewCase submission={submission} onChooseNumber={() => setConverting(true)} />
          <History submission={submission} />
        </aside>
      </div>
    </>
  );
};

const advertisingReasons = {
  link: 'A name contains a link.',
  words: 'A name contains a marketing word, and the spam check did not verify the sender.',
} as const;

/** Says why a report that no one has called looks like advertising, and what to do. */
const Advertising = ({ submission }: { submission: Submission }) => {
  const mayDelete = actionsFor(submission, actorOf(useCurrentUser())).delete.shown;
  const sign = advertisingSignOf(submission);
  if (!sign || submission.status !== 'new') return null;
  return (
    <Notice tone="warning" title="This looks like advertising">
      {advertisingReasons[sign]} If a family sent it, call them and mark it as contacted. Otherwise{' '}
      {mayDelete ? 'delete it' : 'ask an administrator to delete it'}.
    </Notice>
  );
};

const Facts = ({ submission }: { submission: Submission }) => {
  const [birth, death] = [asString(submission.date_of_birth), asString(submission.date_of_death)];
  const nextOfKin = namesOf(submission).informant_name;
  return (
    <KeyFacts
      facts={[
        { label: 'Dates', value: [lifeDates(birth, death), ageText(birth, death)].filter(Boolean).join(', ') },
        {
          label: 'Current location',
          value: [asString(submission.current_body_location), asString(submission.current_body_city)]
            .filter(Boolean)
            .join(', '),
        },
        {
          label: `Next of kin${nextOfKin ? `: ${nextOfKin}` : ''}`,
          value: asString(submission.informant_phone) && <PhoneLink phone={asString(submission.informant_phone)} />,
        },
        { label: 'Language', value: submission.language !== 'en' && languageLabels[submission.language] },
        { label: 'Service', value: serviceTypeOf(asString(submission.service_type)) || 'Not chosen: ask the family' },
        { label: 'Social Security Number', value: submission.ssn_to_follow === true && 'To follow' },
      ]}
    />
  );
};

/** A section without answers is folded. */
const Entered = ({ submission }: { submission: Submission }) => {
  const [toggled, setToggled] = useState<Record<string, boolean>>({});
  const [editing, setEditing] = useState<string>();
  const mayRead = useCan()('document:read');
  const { kind } = submission;
  // An inquiry shows only what it asked, and is corrected by phone.
  const left = isInquiry(kind) ? leftByKind(kind) : undefined;
  const mayEdit = isAllowed(actorOf(useCurrentUser()), 'submission:edit', submission) && !left;
  const sections = intakeSections.filter(({ fields }) => !left || fields.some(({ name }) => !left.has(name)));
  return (
    <div>
      <OwnAnswers submission={submission} />
      {mayRead && <FamilyPapers submissionId={submission.id} />}
      {sections.map((section) => {
        const filled = section.fields.filter((field) => isAnswered(field, submission[field.name]));
        const open = toggled[section.id] ?? filled.length > 0;
        return (
          <SectionCard
            key={section.id}
            id={section.id}
            title={section.title}
            summary={filled.length === 0 ? 'Nothing entered' : undefined}
            open={open}
            onToggle={() => setToggled({ ...toggled, [section.id]: !open })}
          >
            {editing === section.id ? (
              <SectionInPlace section={section} submission={submission} onDone={() => setEditing(undefined)} />
            ) : (
              <>
                {mayEdit && editing === undefined && (
                  <div className={classes.edit}>
                    <Button
                      variant="subtle"
                      aria-label={`Edit ${section.title}`}
                      leftSection={<IconPencil size={16} stroke={1.8} aria-hidden />}
                      onClick={() => setEditing(section.id)}
                    >
                      Edit
                    </Button>
                  </div>
                )}
                <FieldList
                  fields={[
                    ...(filled.length > 0 || left ? filled : section.fields),
                    ...(section.id === 'cemetery' && submission.cemetery_choice === otherCemetery ? ownCost : []),
                  ]}
                  values={submission}
                />
              </>
            )}
          </SectionCard>
        );
      })}
    </div>
  );
};

/** More are shown on request, because the contact is below. */
const shownDuplicates = 3;

const Duplicates = ({ submission: { possible_duplicates: others } }: { submission: Submission }) => {
  const [all, setAll] = useState(false);
  if (others.length === 0) return null;
  const isCut = !all && others.length > shownDuplicates + 1;
  return (
    <Notice tone="warning" title="Possible duplicate">
      These may be about the same death:
      <ul className={classes.list}>
        {(isCut ? others.slice(0, shownDuplicates) : others).map((other) => (
          <li key={other.id}>
            <Anchor component={Link} to={paths.submission(other.id)} inherit underline="always">
              {deceasedName(other.deceased_full_name)}
            </Anchor>
            , <TimeAgo at={other.created_at} /> <StatusBadge status={other.status} />{' '}
            {other.case_id && (
              <Anchor component={Link} to={paths.case(other.case_id)} inherit underline="always">
                Case {other.case_number}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
      {isCut && (
        <Button variant="default" onClick={() => setAll(true)}>
          Show all {others.length}
        </Button>
      )}
    </Notice>
  );
};

interface LikeCasesProps {
  submission: Submission;
  onAttach: (caseId: string) => void;
}

const LikeCases = ({ submission, onAttach }: LikeCasesProps) => {
  const { likeCases } = useConversionPreview(submission);
  return likeCases?.length ? <DuplicateCases cases={likeCases} onAttach={onAttach} /> : null;
};

/** Shows before the conversion which number the case gets, and that no case of the person was found. */
const NewCase = ({ submission, onChooseNumber }: { submission: Submission; onChooseNumber: () => void }) => {
  const { nextNumber, likeCases } = useConversionPreview(submission);
  if (!nextNumber) return null;
  return (
    <section className={classes.panel} aria-labelledby="new-case-title">
      <h2 id="new-case-title" className={classes.panelTitle}>
        New case
      </h2>
      <div>Next number: {nextNumber}</div>
      {likeCases?.length === 0 && <p className={classes.note}>No case of this person was found.</p>}
      <Button variant="default" mt="sm" onClick={onChooseNumber}>
        Choose another number
      </Button>
    </section>
  );
};

const Contact = ({ submission }: { submission: Submission }) => {
  const phone = asString(submission.submitter_phone);
  const email = asString(submission.submitter_email);
  const nextOfKin = { phone: asString(submission.informant_phone), email: asString(submission.informant_email) };
  // If someone else reported, such as a nurse, each number is shown with its person.
  const isAnother = isReportedByOther(submission.kind, nextOfKin.phone, phone);
  const waiting = submission.status === 'new';
  const noEmail = submission.no_email === true && !email ? 'No email' : undefined;
  return (
    <section className={classes.contacts} aria-labelledby="contact-title">
      <h2 id="contact-title" className={classes.panelTitle}>
        Family contact
      </h2>
      <PersonCard
        relation={
          isInquiry(submission.kind)
            ? relationshipOf(submission.informant_relationship) || 'Contact'
            : `${relationshipOf(submission.informant_relationship)} · next of kin`
        }
        name={namesOf(submission).informant_name || 'Name not given'}
        phone={isAnother ? nextOfKin.phone : phone || nextOfKin.phone}
        email={isAnother ? nextOfKin.email : email || nextOfKin.email}
        note={isAnother || nextOfKin.email ? undefined : noEmail}
        primary={waiting && !isAnother}
      />
      {isAnother && (
        <PersonCard
          relation="Sent this report"
          name="The person who reported"
          phone={phone}
          email={email}
          note={noEmail}
          primary={waiting}
        />
      )}
      {submission.language !== 'en' && (
        <p className={classes.note}>Prefers {languageLabels[submission.language]} (form language)</p>
      )}
      <p className={classes.note}>Best time to call: {asString(submission.preferred_contact_time) || 'not given'}</p>
      {asString(submission.special_requests) && (
        <p className={classes.note}>“{asString(submission.special_requests)}”</p>
      )}
    </section>
  );
};

const History = ({ submission }: { submission: Submission }) => (
  <section className={`${classes.panel} ${classes.history}`} aria-labelledby="history-title">
    <h2 id="history-title" className={classes.panelTitle}>
      History
    </h2>
    <div>
      Received <TimeAgo at={submission.created_at} />
    </div>
    <div className={classes.dim}>{exactTime(submission.created_at)}</div>
    {submission.contacted_at && (
      <p className={classes.note}>
        Contacted by {submission.contacted_by_name ?? 'unknown'}, <TimeAgo at={submission.contacted_at} />
      </p>
    )}
    {submission.case_id && (
      <p className={classes.note}>
        Converted to case{' '}
        <Anchor component={Link} to={paths.case(submission.case_id)} inherit underline="always">
          {submission.case_number}
        </Anchor>
      </p>
    )}
    {submission.bot_check === 'unverified' && (
      <p className={classes.note}>The spam check was unavailable, so this was accepted without it.</p>
    )}
  </section>
);
