import type { ClientConfig, CustomDataField } from '@quarry/contracts';
import type { FieldType } from '@quarry/filters';
import { findField } from '#server/features/universe/blocks/index.ts';
import { expressionProblem } from './compile.ts';

/** The type of the column that a custom field gives. */
export function fieldTypeOf(type: CustomDataField['type']): FieldType {
  return type === 'Percent' ? 'Percentage' : type;
}

/**
 * Why a config's expression cannot be computed; null if it can. It may read the config's data points by their external
 * names, but no other custom fields.
 */
export function configExpressionProblem(
  expressionSql: string,
  type: CustomDataField['type'],
  { fieldDefinitions }: Pick<ClientConfig, 'fieldDefinitions'>,
): { readonly message: string; readonly at: number } | null {
  const points = new Map(fieldDefinitions.map(({ externalName, internalName }) => [externalName, internalName]));
  return expressionProblem(expressionSql, fieldTypeOf(type), (name) => findField(points.get(name) ?? '')?.field.type);
}
