import { IconFile } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Chip } from './chip.tsx';
import classes from './file-list.module.css';

export interface ListedFile {
  id: string;
  name: string;
  /** 'PDF, 84 kB · Dee Kowalski, Nov 20'. */
  about: string;
  state: 'uploading' | 'checking' | 'ready' | 'refused';
  /** Why it was refused, and what to do. */
  reason?: string;
}

const states = { uploading: 'Uploading', checking: 'Checking', refused: 'Refused' } as const;

interface FileListProps {
  files: readonly ListedFile[];
  /** Left out where nobody may add one. */
  onAdd?: (files: readonly File[]) => void;
  /** What can be done with a file. */
  actions?: (file: ListedFile) => ReactNode;
}

/** The files of a record with how far each is, over a place to drop more. */
export const FileList = ({ files, onAdd, actions }: FileListProps) => {
  const [over, setOver] = useState(false);
  return (
    <>
      {onAdd && (
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
          <input type="file" multiple onChange={(event) => onAdd([...(event.currentTarget.files ?? [])])} />
          Choose files, or drop them here
        </label>
      )}
      {files.length === 0 && !onAdd && <p className={classes.dim}>No files yet</p>}
      <ul className={classes.list} aria-label="Files">
        {files.map((file) => (
          <li key={file.id} className={classes.file}>
            <IconFile size={20} stroke={1.6} aria-hidden />
            <div className={classes.text}>
              <div className={classes.name}>{file.name}</div>
              <div className={classes.dim}>{file.about}</div>
              {file.reason && <div className={classes.reason}>{file.reason}</div>}
            </div>
            {file.state !== 'ready' && (
              <Chip tone={file.state === 'refused' ? 'danger' : 'neutral'}>{states[file.state]}</Chip>
            )}
            {actions?.(file)}
          </li>
        ))}
      </ul>
    </>
  );
};
