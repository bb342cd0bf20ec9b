import type { SegmentExportItem } from '@quarry/contracts';
import { useClient } from '../../lib/client-context.tsx';
import { Fact } from '../../ui/Facts.tsx';
import { TextLink } from '../../ui/links.tsx';
import { RequestedColumns, Rows } from './RequestFacts.tsx';

/** What the export of a segment was asked for. */
export function SegmentFacts({ item }: { item: SegmentExportItem }) {
  const { clientName } = useClient();
  const { segmentId, personaId, columns } = item.exportConfig;
  return (
    <>
      <Fact label="Segment">
        <TextLink
          size="sm"
          to="/app/$clientName/segments/view/$segmentId"
          params={{ clientName, segmentId }}
          search={personaId === null ? {} : { persona: personaId }}
          hash={personaId === null ? 'companies' : 'contacts'}
        >
          Show the segment
        </TextLink>
      </Fact>
      <Fact label="Contacts">{personaId === null ? 'Of all personas' : 'Of one persona'}</Fact>
      <Fact label="Included">{includedText(item)}</Fact>
      <Rows item={item} />
      <Fact label="Columns">
        <RequestedColumns columns={columns} isTemplate={item.type === 'SEGMENT_LINKEDIN_ADS'} />
      </Fact>
      <Fact label="Format">CSV</Fact>
    </>
  );
}

function includedText({ exportConfig: config }: SegmentExportItem): string {
  const parts = [
    ...(config.include_active ? ['active'] : []),
    ...(config.include_removed ? ['removed'] : []),
    ...(config.include_checked ? ['checked'] : []),
  ];
  const text = parts.join(', ');
  return text === '' ? 'Nothing' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
