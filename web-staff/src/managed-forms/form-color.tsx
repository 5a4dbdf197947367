import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { whyUnreadable } from '#domain/managed-forms/form-colors.ts';
import classes from './form-color.module.css';

const swatches = [
  { color: '#2f4a4d', name: 'Pine' },
  { color: '#23415e', name: 'Navy' },
  { color: '#4a2f4d', name: 'Plum' },
  { color: '#5b2433', name: 'Wine' },
  { color: '#2f4d36', name: 'Forest' },
  { color: '#4d3b2f', name: 'Walnut' },
  { color: '#2b2b2b', name: 'Charcoal' },
] as const;
const standard = swatches[0].color;

interface FormColorProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** No overlay, so that the preview stays visible. */
export const FormColor = ({ value, error, onChange }: FormColorProps) => {
  const color = value.trim().toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(color);
  return (
    <div className={classes.color}>
      <TextInput
        label="Color"
        description="Used for buttons, links and the header. Leave blank for the default."
        placeholder={standard}
        value={value}
        error={(isColor ? whyUnreadable(color) : undefined) ?? error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <fieldset className={classes.swatches}>
        <VisuallyHidden component="legend">Suggested colors</VisuallyHidden>
        {swatches.map((one) => (
          <button
            key={one.color}
            type="button"
            aria-label={one.name}
            title={one.name}
            aria-pressed={one.color === color}
            className={classes.swatch}
            style={{ background: one.color }}
            onClick={() => onChange(one.color)}
          >
            {one.color === color && <IconCheck size={20} aria-hidden />}
          </button>
        ))}
        <label className={classes.other}>
          <input
            type="color"
            className={classes.picker}
            value={isColor ? color : standard}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          Another color
        </label>
      </fieldset>
    </div>
  );
};
