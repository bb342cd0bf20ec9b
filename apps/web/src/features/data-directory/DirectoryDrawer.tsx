import { useClient } from '../../lib/client-context.tsx';
import DataPointDrawer from '../data-points/DataPointDrawer.tsx';
import { TAGS_FIELD, tagLabel } from '../datasets/tag-names.ts';
import { useTags } from '../tags/queries.ts';
import type { DirectoryTab } from './directory-search.ts';

/** Shows the open data point over the whole dataset. */
export default function DirectoryDrawer(props: {
  tab: DirectoryTab;
  fieldName: string;
  datasetVersion: string;
  onClose: () => void;
}) {
  const { clientName, companiesSchema, contactsSchema } = useClient();
  const schema = props.tab === 'contacts' ? contactsSchema : companiesSchema;
  const { names } = useTags(clientName);
  return (
    <DataPointDrawer
      field={schema.find((field) => field.fieldName === props.fieldName && !field.isHiddenFromUser)}
      clientName={clientName}
      datasetVersion={props.datasetVersion}
      recordType={props.tab === 'contacts' ? 'contact' : 'company'}
      nameValue={props.fieldName === TAGS_FIELD ? (id) => tagLabel(names, id) : undefined}
      onClose={props.onClose}
    />
  );
}
