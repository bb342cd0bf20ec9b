import { Pill, Text, Title } from '@mantine/core';
import { type DataBlockConfig, findBlockConfig, listOf } from '@quarry/contracts';
import classes from './data-blocks.module.css';
import { entryName, summariseConfig } from './summarise-config.ts';

/** Shows a saved configuration: a one-sentence summary and all its values. */
export function ConfigView({ config, usedBy }: { config: DataBlockConfig; usedBy: string }) {
  // Openness has no list; the summary covers it.
  const lists = (findBlockConfig(config.blockName)?.parts ?? []).flatMap((part) => {
    const values = listOf(config.config, part.key).map((value) => entryName(part, value));
    return values.length === 0 ? [] : [{ label: part.label, values }];
  });
  return (
    <section aria-labelledby="config-title">
      <Title order={3} id="config-title">
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
