import type { CallOf, fixSyncErrors, SyncErrorGroup, UpdateStrategy } from '@quarry/contracts';
import { STRATEGY_LABELS } from '../../integrations/connector-types.ts';

export type Fix = CallOf<typeof fixSyncErrors>['fix'];

/** A fix for a whole kind of error: the button, and what it does. */
interface OfferedFix {
  readonly fix: Fix;
  readonly label: string;
  readonly description: string;
}

/** The fixes that a kind of error offers, in the order of the server. */
export function offeredFixes(
  { fixes, field }: Pick<SyncErrorGroup, 'fixes' | 'field'>,
  strategy: UpdateStrategy | null,
  crm: string,
): OfferedFix[] {
  const name = field ?? 'the field';
  const nextStrategy = strategy === 'OVERWRITE_ONLY_IF_EMPTY' ? 'OVERWRITE_ALWAYS' : 'OVERWRITE_ONLY_IF_EMPTY';
  const all: Readonly<Record<SyncErrorGroup['fixes'][number], OfferedFix>> = {
    DROP_MAPPING: {
      fix: { kind: 'DROP_MAPPING' },
      label: 'Remove the mapping',
      description: `${name} is no longer sent to ${crm}, now and in later syncs. Values that are there stay.`,
    },
    CHANGE_STRATEGY: {
      fix: { kind: 'CHANGE_STRATEGY', updateStrategy: nextStrategy },
      label: `Change to “${STRATEGY_LABELS[nextStrategy]}”`,
      description:
        nextStrategy === 'OVERWRITE_ONLY_IF_EMPTY'
          ? `${name} is only sent to records where it is empty in ${crm}.`
          : `${name} is sent to every record, whatever ${crm} has.`,
    },
    LENGTHEN_FIELD: {
      fix: { kind: 'LENGTHEN_FIELD' },
      label: 'Make the field longer',
      description: `${name} is changed in ${crm}, so that the longest value fits.`,
    },
    ADD_OPTIONS: {
      fix: { kind: 'ADD_OPTIONS' },
      label: 'Add the missing values',
      description: `The values that ${crm} refused are added to the choices of ${name}.`,
    },
    RETRY: {
      fix: { kind: 'RETRY' },
      label: 'Sync these records again',
      description: 'For when you have changed something on the other side. Nothing else is sent.',
    },
  };
  return fixes.map((kind) => all[kind]);
}
