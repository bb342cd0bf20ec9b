import { type CreditEntry, SEGMENTS_FIELD } from '@quarry/contracts';
import { useClient } from '../../lib/client-context.tsx';
import { TextLink } from '../../ui/links.tsx';
import { CLOSED_PANELS, DEFAULT_STATE, writeHash } from '../datasets/explorer-state.ts';
import { idIn, referenceText } from './credit-words.ts';
import classes from './credits.module.css';

/** Why a balance changed, with links to the segment and the company of a charge. */
export function Reference({ reference }: { reference: CreditEntry['reference'] }) {
  const { clientName, companiesSchema } = useClient();
  const segmentId = idIn(reference, 'segmentId');
  const companyId = idIn(reference, 'companyId');
  const persona = idIn(reference, 'personaId') ?? undefined;
  const names = companiesSchema.find(({ fieldName }) => fieldName === SEGMENTS_FIELD)?.valueNames ?? {};
  const text = referenceText(reference);
  const segmentName = segmentId === null ? undefined : names[segmentId];
  if (text === '' && segmentId === null && companyId === null) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.reference}>
      {text !== '' && <span data-hint-overflow="">{text}</span>}
      {segmentId !== null &&
        (segmentName === undefined ? (
          <span className={classes.none}>A deleted segment</span>
        ) : (
          <TextLink
            to="/app/$clientName/segments/view/$segmentId"
            params={{ clientName, segmentId }}
            search={persona === undefined ? {} : { persona }}
            hash="contacts"
            size="sm"
            tabIndex={-1}
          >
            {segmentName}
          </TextLink>
        ))}
      {companyId !== null && (
        <TextLink
          to="/app/$clientName"
          params={{ clientName }}
          search={{}}
          hash={writeHash(DEFAULT_STATE, { ...CLOSED_PANELS, companyId, companyTab: 'CONTACTS' })}
          size="sm"
          tabIndex={-1}
        >
          Company
        </TextLink>
      )}
    </span>
  );
}
