import { Text, Title, UnstyledButton } from '@mantine/core';
import type { ConfigurableDataBlock, DataBlockTemplate } from '@quarry/contracts';
import { withArrowKeys } from './arrow-keys.ts';
import classes from './data-blocks.module.css';
import { summariseConfig } from './summarise-config.ts';

/** Offers an empty configuration and the block's templates while none is selected. */
export function StartConfig(props: {
  block: ConfigurableDataBlock;
  hasConfigs: boolean;
  onStart: (template: DataBlockTemplate | null) => void;
}) {
  const { block, onStart } = props;
  const groups = [...Map.groupBy(block.templates, ({ group }) => group)];
  return (
    <div ref={withArrowKeys} className={classes.start}>
      <Title order={3}>
        {props.hasConfigs ? 'Choose a configuration or create a new one' : 'Create a configuration'}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        A configuration says what to look for. Save it under a name to reuse it.
      </Text>
      <StartChoice
        label="Start from scratch"
        description="An empty configuration"
        summary=""
        onClick={() => onStart(null)}
      />
      {groups.map(([group, templates]) => (
        <section key={group} aria-label={group} className={classes.section}>
          <h4 className={classes.sectionTitle}>{group}</h4>
          <ul className={classes.points}>
            {templates.map((template) => (
              <li key={template.id}>
                <StartChoice
                  label={template.label}
                  description={template.description}
                  summary={summariseConfig(block.blockName, template.config)}
                  onClick={() => onStart(template)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function StartChoice(props: { label: string; description: string; summary: string; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.point} onClick={props.onClick}>
      <span className={classes.pointText}>
        <span className={classes.configName}>{props.label}</span>
        <span className={classes.pointDescription}>{props.description}</span>
        {props.summary !== '' && <span className={classes.configSummary}>{props.summary}</span>}
      </span>
    </UnstyledButton>
  );
}
