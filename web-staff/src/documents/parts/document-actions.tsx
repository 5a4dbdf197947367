import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Document } from '#domain/documents/document.schema.ts';
import { actorOf, isAllowed } from '#domain/shared/access/policies.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';

interface DocumentActionsProps {
  document: Document;
  /** Takes the focus as it is drawn: after the editor that stood in its place, and when the document was brought back. */
  autoFocus: boolean;
  onOpen: () => void;
  onDownload: () => void;
  onEdit: () => void;
  onNewVersion: () => void;
  onDelete: () => void;
}

/** What can be done with a document as it is, by who looks at it. */
export const DocumentActions = ({
  document,
  autoFocus,
  onOpen,
  onDownload,
  onEdit,
  onNewVersion,
  onDelete,
}: DocumentActionsProps) => {
  const { file_name, state, can_preview, is_made, added_by } = document;
  const viewer = actorOf(useCurrentUser());
  const isReady = state === 'ready';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} aria-label={`Actions for ${file_name}`} autoFocus={autoFocus}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isReady && can_preview && <Menu.Item onClick={onOpen}>Open</Menu.Item>}
        {isReady && <Menu.Item onClick={onDownload}>Download</Menu.Item>}
        {state !== 'refused' && <Menu.Item onClick={onEdit}>Rename…</Menu.Item>}
        {isReady && !is_made && <Menu.Item onClick={onNewVersion}>Add a new version…</Menu.Item>}
        {isAllowed(viewer, 'document:delete', { addedBy: added_by }) && (
          <Menu.Item color="red" onClick={onDelete}>
            {state === 'refused' ? 'Remove from the list' : 'Delete'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
