import type { EnvelopePreview } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { Chip } from '../ui/chip.tsx';
import { emptyRoles } from './first-missing-field.ts';
import { Panel } from './panel.tsx';
import classes from './signatures.module.css';

interface PreviewTableProps {
  preview: EnvelopePreview;
  /** Who signs, in the order of the call. */
  people: readonly string[];
}

const signersOf = (roles: EnvelopePreview['documents'][number]['roles'], people: readonly string[]): string =>
  roles
    .filter(({ signs }) => signs)
    .map(({ role, recipient }) => `${role}: ${recipient === null ? 'nobody yet' : (people[recipient] ?? 'nobody yet')}`)
    .join(' · ');

/** What stands in the papers before anybody signs; what the case does not say is marked. */
export const PreviewTable = ({ preview, people }: PreviewTableProps) => {
  if (preview.documents.length === 0) return null;
  const empty = emptyRoles(preview.documents);
  const lacks = [
    ...empty.map(({ role }) => `Nobody signs as ${role} yet`),
    ...(preview.missing_count > 0 ? [`${preview.missing_count} missing in the case`] : []),
  ];
  const isWhole = lacks.length === 0 && Object.keys(preview.faults).length === 0;
  const note = lacks.map((lack) => (
    <Chip key={lack} tone="warn">
      {lack}
    </Chip>
  ));
  return (
    <Panel title="What goes out" note={isWhole ? 'Complete' : note}>
      <ul className={classes.rows}>
        {preview.documents.map(({ name, roles, fields }, at) => {
          const filled = fields.filter(({ source }) => source !== '');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: papers stand in the order of the request
            <li key={at} className={classes.row}>
              <div className={classes.grow}>
                <strong>{name}</strong>
                <br />
                <span className={classes.dim}>{signersOf(roles, people)}</span>
                {filled.length > 0 && (
                  <table className={classes.values}>
                    <thead>
                      <tr>
                        <th scope="col">Field</th>
                        <th scope="col">From the case</th>
                      </tr>
                    </thead>
                    <tbody>
                      {filled.map((field, n) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: fields stand in the order of the form
                        <tr key={n}>
                          <th scope="row">{field.name}</th>
                          <td>
                            {field.is_missing ? (
                              <Chip tone="warn">
                                {field.is_misfit ? signatureMessages.misfit : 'Missing'}: {field.source_label}
                              </Chip>
                            ) : (
                              field.value
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
};
