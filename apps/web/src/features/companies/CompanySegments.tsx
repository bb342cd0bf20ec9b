import { type CompanyRow, SEGMENTS_FIELD } from '@quarry/contracts';
import { useClient } from '../../lib/client-context.tsx';
import { TextLink } from '../../ui/links.tsx';
import { valueName } from '../datasets/source-names.ts';
import classes from './company-segments.module.css';

/** Links to the segments that a company is in; nothing if it is in none. */
export function CompanySegments({ row }: { row: CompanyRow | undefined }) {
  const { clientName, companiesSchema } = useClient();
  const field = companiesSchema.find(({ fieldName }) => fieldName === SEGMENTS_FIELD);
  const ids = row?.[SEGMENTS_FIELD];
  if (field === undefined || !Array.isArray(ids) || ids.length === 0) return null;
  const segments = ids
    .map((id) => ({ id, name: valueName(field, id) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <section className={classes.segments} aria-label="Segments">
      <span className={classes.label}>In segments</span>
      <ul className={classes.list}>
        {segments.map(({ id, name }) => (
          <li key={id}>
            <TextLink
              to="/app/$clientName/segments/view/$segmentId"
              params={{ clientName, segmentId: id }}
              search={{}}
              size="sm"
            >
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
