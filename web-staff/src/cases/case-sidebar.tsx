import { ActionIcon, Button } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { actionText, caseAuditText, changeText } from '../audit/parts/case-audit-text.ts';
import { CaseDeadlines } from '../deadlines/parts/case-deadlines.tsx';
import { documentsQuery } from '../documents/queries.ts';
import { useCan } from '../team/parts/current-user.ts';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { useBlockingItems } from './lifecycle/use-open-items.ts';
import { MissingList, missingTitle, type Place } from './missing-list.tsx';
import classes from './parts/case-sidebar.module.css';
import { firstAndLast, kinIn, kinText, relationshipOf } from './parts/kin-entries.ts';
import { recentHistoryQuery } from './queries.ts';

const CaseSignatures = lazyComponent(
  async () => (await import('../signatures/parts/case-signatures.tsx')).CaseSignatures,
);
const CarePart = lazyComponent(async () => (await import('../care/parts/care-part.tsx')).CarePart);
// As high as its skeleton, so that its script moves nothing below it.
const CaseDay = lazyComponent(async () => (await import('../calendar/parts/case-day.tsx')).CaseDay, {
  waiting: <div style={{ height: '16rem' }} />,
});
const CaseTasks = lazyComponent(async () => (await import('../tasks/parts/case-tasks.tsx')).CaseTasks);
const FamilyPart = lazyComponent(async () => (await import('../families/parts/family-part.tsx')).FamilyPart);

interface CaseAsideProps {
  caseRecord: Case;
  missing: readonly MissingField[];
  onJump?: ((place: Place) => void) | undefined;
  onDocuments: () => void;
  onHistory: () => void;
}

export const CaseSidebar = ({ caseRecord, missing, onJump, onDocuments, onHistory }: CaseAsideProps) => {
  const can = useCan();
  const title = missingTitle(caseRecord.status);
  const open = useBlockingItems(caseRecord);
  const count = missing.length + open.length;
  return (
    <aside className={classes.aside} aria-label="Case sidebar">
      {title && (
        <Panel title={title} note={count > 0 ? count : undefined}>
          <MissingList missing={missing} open={open} onJump={onJump} />
        </Panel>
      )}
      {can('care:read') && (
        <Panel title="Care" part="care">
          <CarePart caseId={caseRecord.id} />
        </Panel>
      )}
      <Panel title="The day" part="day">
        <CaseDay caseRecord={caseRecord} />
      </Panel>
      {can('signature:read') && (
        <Panel title="Signatures" part="signatures">
          <CaseSignatures caseId={caseRecord.id} status={caseRecord.status} />
        </Panel>
      )}
      <Panel title="Tasks" part="tasks">
        <CaseTasks caseId={caseRecord.id} />
      </Panel>
      <People caseRecord={caseRecord} />
      <Panel title="Deadlines" part="deadlines">
        <CaseDeadlines caseRecord={caseRecord} />
      </Panel>
      <Panel
        title="Documents"
        action={
          <Button variant="subtle" size="compact-sm" onClick={onDocuments}>
            Open documents
          </Button>
        }
      >
        <NewestDocuments caseId={caseRecord.id} />
      </Panel>
      <Panel title="Family page" part="family">
        <FamilyPart caseRecord={caseRecord} />
      </Panel>
      {can('case:audit') && (
        <Panel
          title="History"
          action={
            <Button variant="subtle" size="compact-sm" onClick={onHistory}>
              Audit log
            </Button>
          }
        >
          <RecentHistory caseId={caseRecord.id} />
        </Panel>
      )}
    </aside>
  );
};

const NewestDocuments = ({ caseId }: { caseId: string }) => {
  const { data } = useQuery(documentsQuery(useApi(), caseId));
  if (!data) return null;
  const [shown, more] = [data.results.slice(0, 3), data.count - 3];
  if (shown.length === 0) return <p className={classes.none}>No documents yet</p>;
  return (
    <>
      <ul className={classes.papers}>
        {shown.map(({ id, file_name }) => (
          <li key={id} className={classes.paper}>
            {file_name}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.none}>and {more} more</p>}
    </>
  );
};

interface PanelProps {
  title: string;
  /** Its name in an address: '#day'. */
  part?: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

const Panel = ({ title, part, note, action, children }: PanelProps) => {
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading} data-part={part} tabIndex={part ? -1 : undefined}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title} {note !== undefined && <span className={classes.note}>{note}</span>}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
};

const peopleOf = (caseRecord: Case) => {
  const nextOfKin = kinIn(caseRecord.next_of_kins).map((one, index) => ({
    name: firstAndLast(one) || 'Name not given',
    relation: [relationshipOf(one), index === 0 ? 'primary contact' : ''].filter(Boolean).join(' · '),
    phone: kinText(one, 'phone'),
    email: kinText(one, 'email'),
  }));
  const { attending_physician_name: name, attending_physician_phone: phone } = caseRecord;
  return name ? [...nextOfKin, { name, relation: 'Attending physician', phone: phone ?? '', email: '' }] : nextOfKin;
};

const People = ({ caseRecord }: { caseRecord: Case }) => {
  const people = peopleOf(caseRecord);
  if (people.length === 0) return null;
  return (
    <Panel title="People">
      <ul className={classes.list}>
        {people.map(({ name, relation, phone, email }) => (
          <li key={`${name} ${relation} ${phone}`} className={classes.person}>
            <span className={classes.who}>
              <strong>{name}</strong>
              <span className={classes.dim}>{relation}</span>
            </span>
            {phone && (
              <ActionIcon
                component="a"
                href={telHref(phone)}
                variant="default"
                size={36}
                aria-label={`Call ${name}, ${formatPhone(phone)}`}
                title={formatPhone(phone)}
              >
                <IconPhone size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            )}
            {email && (
              <ActionIcon
                component="a"
                href={`mailto:${encodeURI(email)}`}
                variant="default"
                size={36}
                aria-label={`Email ${name}`}
                title={email}
              >
                <IconMail size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const RecentHistory = ({ caseId }: { caseId: string }) => {
  const { data: entries } = useQuery(recentHistoryQuery(useApi(), caseId));
  return (
    <ol className={classes.list}>
      {(entries ?? []).slice(0, 4).map(({ id, at, action, actor_name, changes }) => (
        <li key={id} className={classes.entry}>
          <span>
            <strong>{actor_name}</strong> · {actionText(action)}
          </span>
          <span className={classes.dim}>
            {changes.length > 0 &&
              `${changes
                .slice(0, 3)
                .map((change) => changeText(caseAuditText, change).label)
                .join(', ')}${changes.length > 3 ? ` and ${changes.length - 3} more` : ''} · `}
            <TimeAgo at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
};
