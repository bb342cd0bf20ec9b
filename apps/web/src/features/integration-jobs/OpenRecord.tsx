import { Anchor } from '@mantine/core';
import type { RecordType } from '@quarry/contracts';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOpenRecord } from './use-open-record.ts';

/** Opens a record of the CRM. */
export function OpenRecord(props: {
  integrationId: string;
  recordType: RecordType;
  externalId: string;
  children: ReactNode;
}) {
  const { integrationId, recordType, externalId } = props;
  const opening = useOpenRecord(integrationId);
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      ta="start"
      disabled={opening.isPending}
      onClick={() => opening.mutate({ externalId, recordType })}
    >
      {props.children} <IconExternalLink size={13} aria-label="opens in a new tab" />
    </Anchor>
  );
}
