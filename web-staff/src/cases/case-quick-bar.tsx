import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconFileText,
  IconMail,
  IconPaperclip,
  IconPhone,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { PageBar } from '../ui/page/page-header.tsx';
import { type RailSection, SectionRail } from '../ui/page/section-rail.tsx';
import { SidePanel } from '../ui/page/side-panel.tsx';
import classes from './case-quick-bar.module.css';
import { useBlockingItems } from './lifecycle/use-open-items.ts';
import { MissingList, missingTitle, type Place } from './missing-list.tsx';
import { contactOf } from './parts/kin-entries.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

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
        <span className={classes.tablet}>{reach}</span>
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
          <SectionRail
            label="All sections"
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
