import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconFileText,
  IconMail,
  IconPaperclip,
  IconPhone,
} from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { CaseDay } from '#domain/calendar/day.schema.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import type { CaseTasks } from '#domain/tasks/task.schema.ts';
import { dayKeys } from '../calendar/keys.ts';
import { deadlineKeys } from '../deadlines/keys.ts';
import { signatureKeys } from '../signatures/keys.ts';
import { taskKeys } from '../tasks/keys.ts';
import { useCan } from '../team/parts/current-user.ts';
import { PageBar } from '../ui/page/page-header.tsx';
import { type RailSection, SectionRail } from '../ui/page/section-rail.tsx';
import { SidePanel } from '../ui/page/side-panel.tsx';
import { useIsNarrow } from '../ui/page/use-screen-width.ts';
import classes from './case-quick-bar.module.css';
import { useBlockingItems } from './lifecycle/use-open-items.ts';
import { MissingList, missingTitle, type Place } from './missing-list.tsx';
import { contactOf } from './parts/kin-entries.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Returns the parts below the sections, on screens without a sidebar, with what of them is already loaded. */
const usePartsBelow = ({ id, version }: Pick<Case, 'id' | 'version'>): RailSection[] => {
  const can = useCan();
  const client = useQueryClient();
  // Counts again when a part has loaded.
  useIsFetching();
  if (!useIsNarrow()) return [];
  const loaded = <Data,>(key: readonly unknown[]) => client.getQueryData<Data>(key);
  const counted = (all: readonly unknown[] | undefined, words: string) => (all ? `${all.length} ${words}` : '');
  const part = (name: string, title: string, note = ''): RailSection => ({
    id: name,
    title,
    group: 'Below the sections',
    done: 0,
    of: 0,
    note,
  });
  const tasks = loaded<CaseTasks>(taskKeys.ofCase(id))?.tasks.filter(({ state }) => state === 'open');
  const deadlines = loaded<Deadline[]>([...deadlineKeys.ofCase(id), version])?.filter(({ done }) => !done);
  return [
    part('day', 'The day', counted(loaded<CaseDay>(dayKeys.ofCase(id))?.events, 'planned')),
    part('signatures', 'Signatures', counted(loaded<unknown[]>(signatureKeys.ofCase(id)), 'requested')),
    part('tasks', 'Tasks', counted(tasks, 'open')),
    part('care', 'Care'),
    part('deadlines', 'Deadlines', counted(deadlines, 'open')),
    part('family', 'Family page'),
  ].filter((one) => one.id !== 'care' || can('care:read'));
};

type CaseRailProps = ComponentProps<typeof SectionRail> & Pick<CaseQuickBarProps, 'caseRecord'>;

/** Lists the sections and the parts below them. */
export const CaseRail = ({ caseRecord, sections, ...rail }: CaseRailProps) => (
  <SectionRail {...rail} sections={sections.concat(usePartsBelow(caseRecord))} />
);

interface CaseQuickBarProps {
  caseRecord: Case;
  missing: readonly MissingField[];
  sections: readonly RailSection[];
  current: string | undefined;
  onGo: (id: string) => void;
  onJump?: ((place: Place) => void) | undefined;
  onDocuments: () => void;
}

/** Replaces the sidebar: buttons on a tablet; missing fields and a bottom bar on a phone. */
export const CaseQuickBar = (props: CaseQuickBarProps) => {
  const { caseRecord, missing, sections, current, onGo, onJump, onDocuments } = props;
  const [panel, setPanel] = useState<'missing' | 'sections'>();
  const contact = contactOf(caseRecord);
  const title = missingTitle(caseRecord.status);
  const open = useBlockingItems(caseRecord);
  const close = () => setPanel(undefined);
  const reach = contact && (
    <>
      {contact.phone && (
        <Button
          component="a"
          href={telHref(contact.phone)}
          variant="default"
          className={classes.call}
          leftSection={<IconPhone {...icon} />}
          title={formatPhone(contact.phone)}
        >
          Call {contact.firstName}
        </Button>
      )}
      {contact.email && (
        <Button
          component="a"
          href={`mailto:${encodeURI(contact.email)}`}
          variant="default"
          leftSection={<IconMail {...icon} />}
          className={classes.mail}
          aria-label={`Email ${contact.firstName}`}
          title={contact.email}
        >
          <span className={classes.word}>Email</span>
        </Button>
      )}
    </>
  );
  return (
    <>
      <div className={classes.row}>
        {title && missing.length + open.length > 0 && (
          <Button
            variant="default"
            className={classes.missing}
            leftSection={<IconAlertTriangle {...icon} />}
            rightSection={<IconChevronRight className={classes.on} {...icon} />}
            onClick={() => setPanel('missing')}
          >
            {missing.length > 0 ? `${missing.length} missing` : `${open.length} open`}
            <span className={classes.phone}>{`, ${title.charAt(0).toLowerCase()}${title.slice(1)}`}</span>
          </Button>
        )}
        <Button variant="default" leftSection={<IconPaperclip {...icon} />} onClick={onDocuments}>
          Documents
        </Button>
      </div>
      <PageBar>
        {reach}
        <Button variant="default" leftSection={<IconFileText {...icon} />} onClick={() => setPanel('sections')}>
          Sections
        </Button>
      </PageBar>
      {panel === 'missing' && title && (
        <SidePanel title={title} closeLabel="Close missing fields" onClose={close}>
          <MissingList
            missing={missing}
            open={open}
            onJump={
              onJump &&
              ((gap) => {
                close();
                onJump(gap);
              })
            }
          />
        </SidePanel>
      )}
      {panel === 'sections' && (
        <SidePanel title="Sections" closeLabel="Close section list" onClose={close}>
          <CaseRail
            label="All sections"
            caseRecord={caseRecord}
            sections={sections}
            current={current}
            onGo={(id) => {
              close();
              onGo(id);
            }}
            isWhole
          />
        </SidePanel>
      )}
    </>
  );
};
