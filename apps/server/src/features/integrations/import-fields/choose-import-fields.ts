import { AppError, type ImportFieldMapping } from '@quarry/contracts';
import { columnName } from '#server/features/datasets/column-name.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { callVendor } from '../access/call-vendor.ts';
import type { StoredIntegration } from '../integration.ts';

/**
 * The mappings of the CRM's fields with these names. Known ones stay as they are; what the CRM says about the others is
 * asked. Throws BAD_REQUEST for fields that cannot be imported.
 */
export async function chooseImportFields(
  scope: ClientScope,
  integration: StoredIntegration,
  names: readonly string[],
  takenNames: ReadonlySet<string>,
): Promise<ImportFieldMapping[]> {
  const known = new Map(
    integration.settings.importFieldMappingSettings.companies.map((field) => [field.externalCrmName, field]),
  );
  const wanted = [...new Set(names)];
  if (wanted.every((name) => known.has(name))) return wanted.flatMap((name) => known.get(name) ?? []);
  const described = await callVendor(scope, integration.id, (vendor, api) => vendor.describe(api, 'company'));
  const taken = new Set([...takenNames, ...[...known.values()].map(({ datasetName }) => datasetName)]);
  return wanted.map((name): ImportFieldMapping => {
    const own = known.get(name);
    if (own !== undefined) return own;
    const field = described.find(({ id }) => id === name);
    if (field === undefined || field.importsAs === null) {
      throw new AppError('BAD_REQUEST', `The field ${field?.label ?? name} cannot be imported.`, { field: name });
    }
    const datasetName = datasetNameOf(integration, name, taken);
    taken.add(datasetName);
    return {
      datasetFieldType: field.importsAs,
      externalCrmFieldType: field.type,
      externalCrmName: field.id,
      externalCrmDisplayName: field.label,
      datasetName,
    };
  });
}

/** The CRM's name in front of the field's: `Renewal_Date__c` becomes `salesforce_renewal_date_c`. */
function datasetNameOf({ integrationType }: StoredIntegration, name: string, taken: ReadonlySet<string>): string {
  return columnName([`${integrationType} ${name}`], (candidate) => taken.has(candidate));
}
