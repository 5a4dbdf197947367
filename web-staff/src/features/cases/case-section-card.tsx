import type { Case } from '#domain/cases/case.schema.ts';
import type { CaseSectionFields } from '#domain/cases/sections/case-section.ts';
import { isAnswered } from '#domain/values/form-field.ts';
import { FieldList } from '../../ui/fields/field-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './case-page.module.css';
import { kinOf, NextOfKinList } from './next-of-kin-list.tsx';
import { SsnField } from './ssn-field.tsx';

interface CaseSectionCardProps {
  section: { readonly id: string; readonly title: string; readonly fields: CaseSectionFields };
  kase: Case;
  open: boolean;
  onToggle: () => void;
}

/** A section as it can be read: what is filled, and beneath it the names of what is not. */
export const CaseSectionCard = ({ section, kase, open, onToggle }: CaseSectionCardProps) => {
  const filled = section.fields.filter((field) => isAnswered(field, kase[field.name]));
  const rest = section.fields.filter((field) => !filled.includes(field));
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
        <FieldList fields={filled} values={kase} special={specials(kase)} />
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
