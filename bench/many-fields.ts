import { type CustomDataField, customDataField, type FieldDefinition } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { findField } from '../apps/server/src/features/universe/blocks/index.ts';

/** Fields that are computed from others, of all kinds and about as varied: `count` of them. */
export function computedFields(definitions: readonly FieldDefinition[], count: number): CustomDataField[] {
  const variants = [1, 2].flatMap((variant) => definitions.flatMap((each) => variantOf(each, variant)));
  return variants.slice(0, count).map((field, at) => customDataField.parse({ ...field, name: `computed_${at}` }));
}

function variantOf({ internalName, externalName }: FieldDefinition, variant: number) {
  const field = findField(internalName)?.field;
  if (field === undefined || field.isProvenance === true) return [];
  const of = (type: CustomDataField['type'], expressionSql: string) => [
    { displayName: `${externalName} ${variant}`, type, expressionSql },
  ];
  const { form, isChoice } = traitsOf(field.type);
  switch (form) {
    case 'number':
      return field.type === 'Percentage'
        ? of('Percent', `${externalName} / ${variant + 1}`)
        : of('Number', `${externalName} * ${variant + 1}`);
    case 'date':
      return of('Date', `add_days(${externalName}, ${-100 * variant})`);
    case 'boolean':
      return of('Boolean', variant === 1 ? `not ${externalName}` : `coalesce(${externalName}, false)`);
    case 'list':
      return field.type === 'Array' ? [] : of('Multipicklist', `array_concat(${externalName}, array('${variant}'))`);
    case 'text':
      return isChoice === true ? of('Multipicklist', `array(${externalName}, '${variant}')`) : [];
  }
}
