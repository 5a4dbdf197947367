import { roleLabels } from '#domain/shared/access/roles.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { pick } from '#domain/shared/values/pick.ts';
import {
  anchorLabels,
  ChecklistItem,
  caseKindLabels,
  taskFactLabels,
  taskGroupLabels,
} from '#domain/tasks/checklist.ts';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useValuesForm } from '../ui/fields/use-values-form.ts';

export const ownerLabels = { arranger: 'Who opened the case', ...roleLabels } as const;

const chosen = (name: string, label: string, labels: Readonly<Record<string, string>>): FieldShape => ({
  name,
  label,
  kind: 'chosen',
  options: Object.entries(labels).map(([value, text]) => ({ value, label: text })),
});
const any = { kind: 'multiselect', help: 'None chosen: all' } as const;

const fields: readonly FieldShape[] = [
  { name: 'title', label: 'Title', kind: 'text', maxLength: 120, isFirst: true },
  { name: 'offset', label: 'Number of hours or days until it is due', kind: 'integer', maxLength: 4 },
  chosen('unit', 'Hours or days', { hours: 'Hours', days: 'Days' }),
  chosen('side', 'Before or after', { after: 'After', before: 'Before' }),
  chosen('anchor', 'Counted from', anchorLabels),
  chosen('group', 'Group', taskGroupLabels),
  chosen('owner', 'Owner', ownerLabels),
  chosen('met_by', 'Completed by', { '': 'Only by hand', ...taskFactLabels }),
  { name: 'service_types', label: 'Service types', options: serviceTypes, ...any },
  { name: 'methods', label: 'Methods of disposition', options: dispositionMethods, ...any },
  { ...chosen('kinds', 'Cases', caseKindLabels), ...any },
  { name: 'veteran', label: 'Veterans only', kind: 'checkbox' },
  { name: 'child', label: 'Children only', kind: 'checkbox' },
];

const newItem: Omit<ChecklistItem, 'key'> = {
  title: '',
  group: 'first_hours',
  anchor: 'opened',
  owner: 'arranger',
  met_by: null,
  offset: { amount: 1, unit: 'days' },
  applies: { service_types: [], methods: [], kinds: [], veteran: false, child: false },
};

type Values = ReturnType<typeof useValuesForm>['values'];

const valuesOf = ({ applies, offset: { amount, unit }, met_by, ...item }: Omit<ChecklistItem, 'key'>): Values => ({
  ...pick(item, ['title', 'group', 'anchor', 'owner']),
  met_by: met_by ?? '',
  unit,
  side: amount < 0 ? 'before' : 'after',
  offset: `${Math.abs(amount)}`,
  ...applies,
});

const itemOf = (values: Values, key: string) => ({
  ...values,
  key,
  applies: values,
  met_by: values.met_by || null,
  offset: {
    amount: values.offset === '' ? Number.NaN : Number(values.offset) * (values.side === 'before' ? -1 : 1),
    unit: values.unit,
  },
});

interface ItemDialogProps {
  /** Undefined for a new item. */
  item?: ChecklistItem;
  keyFor: (title: string) => string;
  onDone: (item: ChecklistItem) => void;
  onClose: () => void;
}

export const ItemDialog = ({ item, keyFor, onDone, onClose }: ItemDialogProps) => {
  const form = useValuesForm(valuesOf(item ?? newItem), (values) => {
    const { offset, ...errors } = schemaErrors(ChecklistItem, itemOf(values, 'key'));
    return offset ? { ...errors, offset: ['Enter a whole number up to 1000'] } : errors;
  });
  const done = () => {
    if (!form.check()) return;
    onDone(ChecklistItem.parse(itemOf(form.values, item?.key ?? keyFor(`${form.values.title}`))));
    onClose();
  };
  return (
    <FormDialog
      title={item ? 'Edit item' : 'Add an item'}
      {...{ size: 'lg', submit: item ? 'Apply' : 'Add', busy: false, onSubmit: done, onClose }}
    >
      <FormFields form={form} fields={fields} />
    </FormDialog>
  );
};
