import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { isFollowUpField } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { SectionDue } from '#domain/cases/open-items.ts';
import { type CaseSectionId, descriptionOf } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx';
import { RowsSkeleton } from '../../ui/feedback/states.tsx';
import { SectionCard, SectionStatus } from '../../ui/page/section-card.tsx';
import { moneyOf } from '../case-facts.ts';
import classes from '../case-page.module.css';
import type { SectionSaves, SectionSummary, SectionTarget } from '../parts/section-saves.ts';
import type { CaseSection as Section } from '../parts/section-values.ts';
import { SectionEditor } from './section-editor.tsx';
import { SectionReading } from './section-reading.tsx';

const certificate = () => import('../../certificates/parts/certificate-part.tsx');
const fees = () => import('../../statements/parts/fee-sheet.tsx');
const rows = (count: number) => ({ waiting: <RowsSkeleton rows={count} /> });
const CertificateAlerts = lazyComponent(async () => (await certificate()).CertificateAlerts);
const CopiesPart = lazyComponent(async () => (await certificate()).CopiesPart, rows(3));
const FederalNotices = lazyComponent(
  async () => (await import('../../certificates/parts/federal-notices.tsx')).FederalNotices,
);
const PermitsPart = lazyComponent(
  async () => (await import('../../permits/parts/permits-part.tsx')).PermitsPart,
  rows(6),
);
const OrderPart = lazyComponent(
  async () => (await import('../right-of-disposition/order-part.tsx')).RightOfDispositionPanel,
  rows(3),
);
const ObituaryPart = lazyComponent(
  async () => (await import('../../obituaries/parts/obituary-part.tsx')).ObituaryPart,
  rows(3),
);
const PaymentsPart = lazyComponent(
  async () => (await import('../../payments/parts/payments-part.tsx')).PaymentsPart,
  rows(6),
);
const ServiceConflicts = lazyComponent(async () => (await import('../service/service-conflicts.tsx')).ServiceConflicts);
const FeeSheet = lazyComponent(async () => (await fees()).FeeSheet, rows(8));
const FeeSheetReading = lazyComponent(async () => (await fees()).FeeSheetReading, rows(8));

interface CaseSectionProps {
  section: Section;
  summary: SectionSummary;
  due: SectionDue | undefined;
  caseRecord: Case;
  open: boolean;
  canEdit: boolean;
  /** Whether fields that stay open in a completed case can be edited. */
  canFollowUp: boolean;
  target: SectionTarget | undefined;
  saves: SectionSaves;
  onToggle: (id: CaseSectionId) => void;
  onJump: (gap: Pick<MissingField, 'section' | 'field'>) => void;
  next: Section | undefined;
  onGo: (id: CaseSectionId) => void;
}

const kinds = {
  Required: 'required',
  Optional: 'optional',
  'Partially Required': 'partial',
  'Read Only': 'read-only',
} as const;

/** Empty for sections without fields, which hold their own lists. */
const noteOf = ({ done, of, gaps }: SectionSummary): string => {
  const missing = gaps.filter(({ before }) => !before).length;
  if (missing > 0) return `${missing} missing`;
  if (of === 0 && done === 0) return '';
  return done === 0 ? 'Empty' : `${done} of ${of}`;
};

const receivedText = (caseRecord: Case): string => {
  const money = moneyOf(caseRecord);
  return money ? `${money.label} ${money.text}` : '';
};

/** A section: collapsed it shows its progress, open its cards. */
export const CaseSection = ({
  section,
  summary,
  due,
  open,
  canEdit,
  canFollowUp,
  onToggle,
  next,
  onGo,
  ...props
}: CaseSectionProps) => {
  const [isHeld, setIsHeld] = useState(false);
  const { badge, done, gaps } = summary;
  const { followUp, rest } = useMemo(() => {
    const isOpen = ({ name }: Section['fields'][number]) => canFollowUp && isFollowUpField(section.id, name);
    return {
      followUp: { ...section, fields: section.fields.filter(isOpen) },
      rest: { ...section, fields: section.fields.filter((field) => !isOpen(field)) },
    };
  }, [section, canFollowUp]);
  const ownTarget = props.target?.section === section.id ? props.target : undefined;
  return (
    <SectionCard
      id={section.id}
      title={section.title}
      subtitle={descriptionOf(section.id)}
      summary={
        <SectionStatus
          kind={kinds[badge]}
          complete={done > 0 && gaps.every(({ before }) => before)}
          fact={section.id === 'financial' ? receivedText(props.caseRecord) : ''}
          note={noteOf(summary)}
          isLacking={gaps.length > 0}
          due={due}
        />
      }
      open={open}
      keep={isHeld}
      onToggle={() => onToggle(section.id)}
    >
      {open && section.id === 'deathCertificate' && <CertificateAlerts caseRecord={props.caseRecord} />}
      {section.fields.length === 0 ? null : section.id === 'servicesFees' ? (
        canEdit ? (
          <FeeSheet {...props} section={section} gaps={gaps} open={open} target={ownTarget} onHold={setIsHeld} />
        ) : (
          <FeeSheetReading caseRecord={props.caseRecord} section={section} />
        )
      ) : canEdit ? (
        <SectionEditor {...props} section={section} gaps={gaps} open={open} target={ownTarget} onHold={setIsHeld} />
      ) : (
        <>
          {followUp.fields.length > 0 && (
            <SectionEditor {...props} section={followUp} gaps={[]} open={open} target={ownTarget} onHold={setIsHeld} />
          )}
          <SectionReading caseRecord={props.caseRecord} section={rest} gaps={gaps} />
        </>
      )}
      {open && section.id === 'service' && <ServiceConflicts caseRecord={props.caseRecord} />}
      {open && (section.id === 'deathCertificate' || section.id === 'veteran') && (
        <FederalNotices caseRecord={props.caseRecord} section={section.id} />
      )}
      {open && section.id === 'deathCertificate' && <CopiesPart caseRecord={props.caseRecord} />}
      {open && section.id === 'compliance' && <PermitsPart caseRecord={props.caseRecord} />}
      {open && section.id === 'authorization' && <OrderPart caseRecord={props.caseRecord} />}
      {open && section.id === 'obituary' && <ObituaryPart caseRecord={props.caseRecord} />}
      {open && section.id === 'financial' && <PaymentsPart caseRecord={props.caseRecord} />}
      {open && next && (
        <div className={classes.next}>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={18} stroke={1.6} aria-hidden />}
            onClick={() => onGo(next.id)}
          >
            Next: {next.title}
          </Button>
        </div>
      )}
    </SectionCard>
  );
};
