import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldInputProps } from '../ui/fields/field-shape.ts';
import classes from './logo-input.module.css';
import { logoTypes, readLogo } from './read-logo.ts';

/** A logo to choose, look at and remove; the chosen file is made small before it leaves the browser. */
export const LogoInput = ({ field, value, onChange, error, inputRef, name }: FieldInputProps & { name: string }) => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const logo = typeof value === 'string' ? value : '';
  const choose = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      onChange(await readLogo(file));
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : 'The picture could not be read');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description="PNG, JPEG or WebP. It is scaled to 320 pixels and 20 kB here in the browser."
      error={problem ?? error}
      role="group"
      aria-label={field.label}
    >
      <div className={classes.row}>
        <div className={classes.picture}>
          {logo ? (
            <img src={logo} alt={`Logo of ${name}`} />
          ) : (
            <IconPhoto size={28} stroke={1.2} role="img" aria-label="No logo" />
          )}
        </div>
        <Group gap="xs">
          <FileButton accept={logoTypes.join(',')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} ref={inputRef} variant="default" loading={busy} data-field={field.name}>
                {logo ? 'Choose another' : 'Choose a picture'}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                setProblem(undefined);
                onChange('');
              }}
            >
              Remove
            </Button>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  );
};
