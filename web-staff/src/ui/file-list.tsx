import { IconFile } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Chip } from './chip.tsx';
import classes from './file-list.module.css';

export interface ListedFile {
  id: string;
  name: string;
  about: string;
  state: 'uploading' | 'checking' | 'ready' | 'refused';
  reason?: string;
  progress?: number;
}

const states = { uploading: 'Uploading', checking: 'Checking', refused: 'Refused' } as const;
const percent = (share: number): string => `${Math.floor(share * 100)}%`;

interface FileListProps {
  files: readonly ListedFile[];
  /** Undefined if files cannot be added. */
  onAdd?: (files: readonly File[]) => void;
  accept?: string;
  hint?: string;
  onOpen?: ((file: ListedFile) => void) | undefined;
  opens?: (file: ListedFile) => boolean;
  editor?: (file: ListedFile) => ReactNode;
  actions?: (file: ListedFile) => ReactNode;
}

interface FileDropProps {
  onAdd: (files: readonly File[]) => void;
  accept?: string | undefined;
  hint?: string | undefined;
  multiple?: boolean;
}

export const FileDrop = ({ onAdd, accept, hint, multiple = false }: FileDropProps) => {
  const [over, setOver] = useState(false);
  return (
    <label
      className={classes.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onAdd([...event.dataTransfer.files]);
      }}
    >
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        onChange={(event) => {
          onAdd([...(event.currentTarget.files ?? [])]);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
      {multiple ? 'Choose files, or drop them here' : 'Choose a file, or drop it here'}
      {hint && <span className={classes.hint}>{hint}</span>}
    </label>
  );
};

export const FileList = ({ files, onAdd, accept, hint, onOpen, opens, editor, actions }: FileListProps) => {
  return (
    <>
      {onAdd && <FileDrop {...{ onAdd, accept, hint }} multiple />}
      {files.length === 0 && !onAdd && <p className={classes.dim}>No files yet</p>}
      <ul className={classes.list} aria-label="Files">
        {files.map((file) => (
          <li key={file.id} className={classes.file}>
            <IconFile size={20} stroke={1.6} aria-hidden />
            {editor?.(file) ?? (
              <>
                <div className={classes.text}>
                  {onOpen && opens?.(file) ? (
                    <button type="button" className={classes.open} onClick={() => onOpen(file)}>
                      {file.name}
                    </button>
                  ) : (
                    <div className={classes.name}>{file.name}</div>
                  )}
                  <div className={classes.dim}>{file.about}</div>
                  {file.progress !== undefined && (
                    <progress className={classes.progress} max={1} value={file.progress} aria-label={file.name}>
                      {percent(file.progress)}
                    </progress>
                  )}
                </div>
                {file.state !== 'ready' && (
                  <Chip tone={file.state === 'refused' ? 'danger' : 'neutral'}>
                    {file.progress ? percent(file.progress) : states[file.state]}
                  </Chip>
                )}
                {actions?.(file)}
                {file.reason && (
                  <div className={classes.reason} data-refused={file.state === 'refused' || undefined}>
                    {file.reason}
                  </div>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};
