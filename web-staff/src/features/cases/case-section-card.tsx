import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { CaseSectionFields } from '#domain/cases/sections/case-section.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { isAnswered } from '#domain/forms/field.ts';
import { FieldList } from '../../ui/fields/field-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './case-page.module.css';
import { kinOf, NextOfKinList } from './next-of-kin-list.tsx';
import { SsnField } from './ssn-field.tsx';

interface CaseSectionCardProps {
  section: { readonly id: CaseSectionId; readonly title: string; readonly fields: CaseSectionFields };
  kase: Case;
  open: boolean;
  onToggle: () => void;
}

/** A section as it can be read: what is filled, and beneath it the names of what is not. */
export const CaseSectionCard = ({ section, kase, open, onToggle }: CaseSectionCardProps) => {
  const values: Readonly<Record<string, unknown>> = kase.sections[section.id]?.values ?? {};
  // The next of kin are shown as cards; the customer and the home that a case names stand elsewhere on the page.
  const fields = section.fields.filter(({ kind }) => kind !== 'entries' && kind !== 'reference');
  const filled = fields.filter((field) => isAnswered(field, values[field.name]));
  const rest = fields.filter((field) => !filled.includes(field));
  const kin = section.id === 'informant' ? kinOf(kase.next_of_kins) : [];
  const empty = filled.length === 0 && kin.length === 0;
  return (
    <SectionCard
      id={section.id}
      title={section.title}
      summary={empty ? 'Empty' : undefined}
      open={open}
      onToggle={onToggle}
    >
      {empty ? (
        <p className={classes.empty}>Nothing has been recorded in this section yet.</p>
      ) : (
        <FieldList fields={filled} values={values} special={specials(kase)} />
      )}
      {kin.length > 0 && <NextOfKinList kin={kin} />}
      {rest.length > 0 && !empty && (
        <p className={classes.rest}>Not recorded: {[...new Set(rest.map(({ label }) => label))].join(', ')}</p>
      )}
    </SectionCard>
  );
};

const specials = (kase: Case) => ({
  ...(kase.social_security_number
    ? { social_security_number: <SsnField caseId={kase.id} masked={kase.social_security_number} /> }
    : {}),
});
