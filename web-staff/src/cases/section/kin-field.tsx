import { Controller } from 'react-hook-form';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { AnyRecordForm } from '../../ui/record-form/record-form.ts';
import { KinEditor } from '../next-of-kin/kin-editor.tsx';
import {
  type CaseSection,
  editableFields,
  entriesOf,
  heldEntries,
  type SectionRuleInputs,
  sectionErrors,
} from '../parts/section-values.ts';
import classes from './section.module.css';

interface KinFieldProps {
  section: CaseSection;
  form: AnyRecordForm;
  surroundings: SectionRuleInputs;
  kase: Case;
  /** Fields of other sections that follow from a changed list; they are saved with it. */
  onFurther: (fields: Readonly<Record<string, unknown>>) => void;
  /** Somebody was entered, changed or removed as a whole: that waits for no pause. */
  onChanged: () => void;
  /** Whether somebody is being entered or corrected. */
  onHold: (held: boolean) => void;
}

const listName = 'next_of_kins';

/** The next of kin of a case within the form of their section. */
export const KinField = ({
  section,
  form,
  surroundings,
  kase: caseRecord,
  onFurther,
  onChanged,
  onHold,
}: KinFieldProps) => {
  const { control, setValue, getValues } = form.methods;
  const own = new Set(editableFields(section).map(({ name }) => name));
  const follow = (further: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(further))
      if (own.has(name)) setValue(name, typeof value === 'string' ? value : '', { shouldDirty: true });
    // Which customer the informant is follows the list by itself.
    const { informant: _, ...others } = further;
    onFurther(Object.fromEntries(Object.entries(others).filter(([name]) => !own.has(name))));
  };
  /** What an edit has made wrong, each at its person. */
  const faultsOf = (message: string): Record<string, string> => {
    const found = Object.entries(sectionErrors(section, surroundings, getValues())).flatMap(([path, [first]]) =>
      path.startsWith(`${listName}.`) && first ? [[path, first] as const] : [],
    );
    return found.length > 0 ? Object.fromEntries(found) : { [listName]: message };
  };
  return (
    <div className={classes.kin} data-kin>
      <h3 className={classes.title}>Next of kin</h3>
      <Controller
        control={control}
        name={listName}
        render={({ field, fieldState: { error } }) => (
          <KinEditor
            value={entriesOf(field.value)}
            onChange={(next, further) => {
              if (further) follow(further);
              field.onChange(heldEntries(next));
              setTimeout(onChanged);
            }}
            faults={error ? faultsOf(error.message ?? '') : {}}
            onHold={onHold}
            kase={caseRecord}
          />
        )}
      />
    </div>
  );
};
