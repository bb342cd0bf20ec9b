import { Pill, Text, Title } from '@mantine/core';
import type { DataBlockConfig } from '@quarry/contracts';
import { countryLabel } from '../../ui/filter-builder/text-list.ts';
import { type ConfigPart, configForm } from './config-forms.ts';
import { listOf } from './config-values.ts';
import classes from './data-blocks.module.css';
import { SENIORITY_NAMES } from './options.ts';
import { summariseConfig } from './summarise-config.ts';

/** A saved configuration to read: what it means in a sentence, and everything in it. */
export function ConfigView({ config, usedBy }: { config: DataBlockConfig; usedBy: string }) {
  const lists = (configForm(config.blockName)?.parts ?? []).flatMap((part) => {
    const values = valuesOf(part, config);
    return values.length === 0 ? [] : [{ label: part.label, values }];
  });
  return (
    <section aria-labelledby="shown-config">
      <Title order={3} id="shown-config">
        {config.label}
      </Title>
      <Text mt={4}>{summariseConfig(config.blockName, config.config)}.</Text>
      <Text size="xs" c="dimmed" mt={4}>
        {usedBy}
      </Text>
      <dl className={classes.view}>
        {lists.map(({ label, values }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {values.map((value) => (
                <Pill key={value}>{value}</Pill>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The entries of a part as people read them; which jobs count is in the sentence already. */
function valuesOf(part: ConfigPart, { config }: DataBlockConfig): string[] {
  if (part.kind === 'openness') return [];
  const values = listOf(config, part.key);
  if (part.kind === 'countries') return values.map(countryLabel);
  return part.kind === 'choices' ? values.map((value) => SENIORITY_NAMES.get(value) ?? value) : values;
}
