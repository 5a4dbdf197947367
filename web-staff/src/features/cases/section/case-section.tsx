import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type CaseSectionId, descriptionOf } from '#domain/cases/sections/section-heads.ts';
import type { MissingField } from '#domain/forms/completeness.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { SectionStatus } from '../../../ui/section-status.tsx';
import { RowsSkeleton } from '../../../ui/states.tsx';
import classes from '../case-page.module.css';
import { SectionEditor } from './section-editor.tsx';
import { SectionReading } from './section-reading.tsx';
import type { SectionSaves } from './section-saves.ts';
import type { SectionSummary, SectionTarget } from './section-summary.ts';
import type { CaseSection as Section } from './section-values.ts';

const certificate = () => import('../certificates/certificate-part.tsx');
const CertificateAlerts = lazy(async () => ({ default: (await certificate()).CertificateAlerts }));
const CopiesPart = lazy(async () => ({ default: (await certificate()).CopiesPart }));
const FederalNotices = lazy(async () => ({
  default: (await import('../certificates/federal-notices.tsx')).FederalNotices,
}));
const PermitsPart = lazy(async () => ({ default: (await import('../permits/permits-part.tsx')).PermitsPart }));
const OrderPart = lazy(async () => ({ default: (await import('../authorization/order-part.tsx')).OrderPart }));
const ObituaryPart = lazy(async () => ({ default: (await import('../obituary/obituary-part.tsx')).ObituaryPart }));
const PaymentsPart = lazy(async () => ({ default: (await import('../money/payments-part.tsx')).PaymentsPart }));
const ServiceClashes = lazy(async () => ({ default: (await import('../service/service-clashes.tsx')).ServiceClashes }));
const FeeSheet = lazy(async () => ({ default: (await import('../fees/fee-sheet.tsx')).FeeSheet }));
const FeeSheetReading = lazy(async () => ({ default: (await import('../fees/fee-sheet.tsx')).FeeSheetReading }));

interface CaseSectionProps {
  section: Section;
  summary: SectionSummary;
  kase: Case;
  open: boolean;
  canEdit: boolean;
  target: SectionTarget | undefined;
  saves: SectionSaves;
  onToggle: (id: CaseSectionId) => void;
  onJump: (gap: Pick<MissingField, 'section' | 'field'>) => void;
  /** The one that follows. */
  next: Section | undefined;
  onGo: (id: CaseSectionId) => void;
}

const kinds = {
  Required: 'required',
  Optional: 'optional',
  'Partially Required': 'partial',
  'Read Only': 'read-only',
} as const;

/** How far a section is; one without fields of its own holds what has a list of its own. */
const noteOf = ({ done, of, gaps }: SectionSummary): string => {
  if (gaps.length > 0) return `${gaps.length} missing`;
  if (of === 0 && done === 0) return '';
  return done === 0 ? 'Empty' : `${done} of ${of}`;
};

/** A section of the case: folded its state in words, open its cards. */
export const CaseSection = ({ section, summary, open, canEdit, onToggle, next, onGo, ...props }: CaseSectionProps) => {
  const [held, setHeld] = useState(false);
  const { badge, done, gaps } = summary;
  const description = descriptionOf(section.id);
  const wanted = props.target?.section === section.id ? props.target : undefined;
  return (
    <SectionCard
      id={section.id}
      title={section.title}
      summary={
        <SectionStatus
          kind={kinds[badge]}
          complete={done > 0 && gaps.length === 0}
          note={noteOf(summary)}
          isLacking={gaps.length > 0}
        />
      }
      open={open}
      keep={held}
      onToggle={() => onToggle(section.id)}
    >
      {open && description && <p className={classes.description}>{description}</p>}
      {open && section.id === 'deathCertificate' && (
        <Suspense fallback={null}>
          <CertificateAlerts kase={props.kase} />
        </Suspense>
      )}
      {section.fields.length === 0 ? null : section.id === 'servicesFees' ? (
        <Suspense fallback={<RowsSkeleton rows={8} />}>
          {canEdit ? (
            <FeeSheet {...props} section={section} gaps={gaps} open={open} target={wanted} onHold={setHeld} />
          ) : (
            <FeeSheetReading kase={props.kase} section={section} />
          )}
        </Suspense>
      ) : canEdit ? (
        <SectionEditor {...props} section={section} gaps={gaps} open={open} target={wanted} onHold={setHeld} />
      ) : (
        <SectionReading kase={props.kase} section={section} gaps={gaps} />
      )}
      {open && section.id === 'service' && (
        <Suspense fallback={null}>
          <ServiceClashes kase={props.kase} />
        </Suspense>
      )}
      {open && (section.id === 'deathCertificate' || section.id === 'veteran') && (
        <Suspense fallback={null}>
          <FederalNotices kase={props.kase} section={section.id} />
        </Suspense>
      )}
      {open && section.id === 'deathCertificate' && (
        <Suspense fallback={<RowsSkeleton rows={3} />}>
          <CopiesPart kase={props.kase} />
        </Suspense>
      )}
      {open && section.id === 'compliance' && (
        <Suspense fallback={<RowsSkeleton rows={6} />}>
          <PermitsPart kase={props.kase} />
        </Suspense>
      )}
      {open && section.id === 'authorization' && (
        <Suspense fallback={<RowsSkeleton rows={3} />}>
          <OrderPart kase={props.kase} />
        </Suspense>
      )}
      {open && section.id === 'obituary' && (
        <Suspense fallback={<RowsSkeleton rows={3} />}>
          <ObituaryPart kase={props.kase} />
        </Suspense>
      )}
      {open && section.id === 'financial' && (
        <Suspense fallback={<RowsSkeleton rows={6} />}>
          <PaymentsPart kase={props.kase} />
        </Suspense>
      )}
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
