import type { FieldValue } from '@quarry/contracts';
import { describeRule, type FilterRule } from '@quarry/filters';
import { useMemo } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { displayText } from '../../ui/cells/cell-text.ts';
import { fieldHint, nameRuleValue, readableValue, toFilterFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';

/** Rules in words, and what companies have for them. */
export function useRuleText(tagNames: TagNames) {
  const { companiesSchema } = useClient();
  return useMemo(() => {
    const fields = new Map(toFilterFields(companiesSchema).map((field) => [field.fieldName, field]));
    const nameValue = nameRuleValue(companiesSchema, tagNames);
    return {
      rule: (rule: FilterRule) => describeRule(rule, fields, { nameValue }),
      /** '' for a field that is gone. */
      value: (rule: FilterRule, value: FieldValue): string => {
        const field = companiesSchema.find(({ fieldName }) => fieldName === rule.field);
        if (field === undefined) return '';
        const readable = readableValue({ [field.fieldName]: value }, field, tagNames);
        return displayText(field.type, readable, fieldHint(field)) || 'no value';
      },
    };
  }, [companiesSchema, tagNames]);
}
